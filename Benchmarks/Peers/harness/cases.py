"""What is measured: one line for each program and method, with the sizes it is run at.

Sizes are left out where one iteration takes more than about 20 seconds, or a whole layout more than about a minute.
"""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    group: str  # tick, whole, force or tree
    label: str
    adapter: str  # a file in Benchmarks/Peers, or "ours"
    dim: int
    nodes: int
    options: dict = field(default_factory=dict, hash=False)  # what the request has beyond the scene

    @property
    def block(self):
        """Cases of one block are run in turn."""
        what = {"tree": self.options.get("what"), "whole": self.options.get("graph")}.get(self.group)
        return (self.group, what, self.dim, self.nodes)


OURS = "this package"

# Nodes: iterations of the short and of the long run whose difference is measured (d3: warm-up, last tick).
TICKS = [
    ("d3-force", "d3.js", "", 2, {1000: (20, 60), 10000: (3, 8), 100000: (1, 2)}),
    ("igraph FR", "igraph_layouts.py", "fr", 2, {1000: (50, 250), 10000: (5, 25), 100000: (5, 25)}),
    ("igraph graphopt", "igraph_layouts.py", "graphopt", 2, {1000: (5, 35)}),
    ("graph-tool sfdp", "graph_tool_sfdp.py", "sfdp", 2, {1000: (5, 45), 10000: (1, 6), 100000: (1, 2)}),
    # At 100,000 it stops by itself after some eight iterations.
    ("OGDF FME", "ogdf.cpp", "fme", 2, {1000: (50, 650), 10000: (10, 60), 100000: (1, 5)}),
    ("fa2", "fa2_layout.py", "", 2, {1000: (10, 60), 10000: (2, 7), 100000: (1, 2)}),
    ("rustworkx spring", "rustworkx_spring.py", "", 2, {1000: (5, 35)}),
    ("igraph FR", "igraph_layouts.py", "fr", 3, {1000: (10, 60), 10000: (1, 3)}),
    ("fa2", "fa2_layout.py", "", 3, {1000: (5, 25), 10000: (1, 3)}),
]

# Graphs that are laid out as a whole, by their nodes. Meshes have the square nearest to that.
GRAPHS = {
    "lesmis": ("lesmis", 77), "netscience": ("netscience", 379), "geo1000": ("geo1000", 1000), "ba1000": ("ba1000", 1000),
    "holes4000": ("holes4000", 4000), "power": ("power", 4941), "geo10000": ("geo10000", 10000), "mesh10000": ("mesh", 10000),
    "internet": ("internet", 22963), "debian": ("debian", 58940), "mesh99856": ("mesh", 99856), "geo100000": ("geo100000", 100000),
}
SMALL = ["lesmis", "netscience", "geo1000", "ba1000"]
MIDDLE = [*SMALL, "holes4000", "power"]
MOST = [*MIDDLE, "geo10000", "mesh10000"]

# Left out of a list: graphs of which one layout takes the peer more than ten seconds (of FMMM, half a minute), and large ones for
# methods that are far behind on small ones.
WHOLE = [
    ("d3-force", "d3.js", "", SMALL),
    ("igraph FR", "igraph_layouts.py", "fr", MIDDLE),
    ("igraph KK", "igraph_layouts.py", "kk", SMALL),
    ("igraph DrL", "igraph_layouts.py", "drl", SMALL),
    ("igraph graphopt", "igraph_layouts.py", "graphopt", ["lesmis", "netscience"]),
    ("graph-tool sfdp", "graph_tool_sfdp.py", "sfdp", SMALL),
    ("OGDF FME", "ogdf.cpp", "fme", MIDDLE),
    ("OGDF FMME", "ogdf.cpp", "fmme", list(GRAPHS)),
    ("OGDF FMMM", "ogdf.cpp", "fmmm", [*MOST, "internet", "mesh99856"]),
    ("OGDF PivotMDS", "ogdf.cpp", "pmds", list(GRAPHS)),
    ("OGDF stress", "ogdf.cpp", "stress", SMALL),
    ("NetworKit PivotMDS", "networkit_layouts.py", "pivotmds", MOST),
    ("NetworKit Maxent", "networkit_layouts.py", "maxent", MOST),
    ("s_gd2", "s_gd2_layouts.py", "full", SMALL),
    ("s_gd2 sparse", "s_gd2_layouts.py", "sparse", MOST),
    ("fa2", "fa2_layout.py", "", SMALL),
    ("rustworkx spring", "rustworkx_spring.py", "", SMALL),
    ("Graphviz sfdp", "graphviz_sfdp.py", "sfdp", [*MOST, "internet"]),
]
# Without our setting `best`, which takes up to half a minute.
LARGE = ["debian", "mesh99856", "geo100000"]
GOALS = ("distances", "neighborhoods", "clusters")
QUALITIES = ("quick", "balanced", "best")
# Beside the goals: layouts that are chosen by name, and the graphs for which the automatic choice is another.
OTHER_LAYOUTS = [("stress", MOST[len(SMALL):]), ("force", MOST)]

FORCES = [
    ("fmm2dpy", "fmm.py", 2, [1000, 10000, 100000]),
    ("fmm3dpy", "fmm.py", 3, [1000, 10000, 100000]),
    ("pytreegrav", "pytreegrav_force.py", 3, [10000, 100000]),
]

# Works in Double at all sizes; those in Float, which some of the peers have, at one.
TREES = [
    ("cKDTree", "scipy", ("build", "radius", "pairs", "knn")),
    ("pykdtree", "pykdtree", ("build", "knn", "build-float", "knn-float")),
    ("nanoflann", "nanoflann", ("build", "radius", "knn", "build-float", "radius-float", "knn-float")),
]
TREE_WORKS = ("build", "radius", "pairs", "knn", "build-float", "radius-float", "knn-float")
TREE_SIZES = (1000, 10000, 100000, 1000000)

GROUPS = ("tick", "force", "tree", "whole")

# One name for each thing that is installed and can be left out with --peers.
PEERS = {
    "d3-force": "d3.js",
    "igraph": "igraph_layouts.py",
    "graph-tool": "graph_tool_sfdp.py",
    "ogdf": "ogdf.cpp",
    "networkit": "networkit_layouts.py",
    "fa2": "fa2_layout.py",
    "rustworkx": "rustworkx_spring.py",
    "s_gd2": "s_gd2_layouts.py",
    "graphviz": "graphviz_sfdp.py",
    "trees": "trees.py",
    "fmm": "fmm.py",
    "pytreegrav": "pytreegrav_force.py",
}
# Installed or compiled in seconds, and no process takes a minute to start.
QUICK_PEERS = ["d3-force", "igraph", "ogdf", "rustworkx", "s_gd2", "graphviz", "trees", "fmm"]
# These take seconds.
QUICK_WITHOUT = {
    ("tick", "igraph FR", 3, 10000),
    ("force", "fmm2dpy, 1 thread", 2, 10000), ("force", "fmm3dpy, 1 thread", 3, 10000),
    ("whole", "igraph DrL", 2, 1000), ("whole", "igraph KK", 2, 1000), ("whole", "d3-force", 2, 1000), ("whole", "OGDF stress", 2, 1000),
}
QUICK_GRAPHS = ["lesmis", "geo1000"]
QUICK_LARGEST = {"tick": 10000, "whole": 1000, "force": 10000, "tree": 10000}


def radius(dim):
    """Holds six neighbours on average in the random scene's disc or ball."""
    return 10 * 6**0.5 if dim == 2 else 20 * 6 ** (1 / 3)


def whole(label, adapter, method, graph, **settings):
    name, nodes = GRAPHS[graph]
    return Case("whole", label, adapter, 2, nodes, {"what": "whole", "method": method, "graph": name, **settings})


def our_layouts():
    """Each setting a user can choose, so that peers can be held against all of them."""
    for graph in GRAPHS:
        for goal in GOALS:
            for quality in QUALITIES if graph not in LARGE else QUALITIES[:2]:
                yield whole(f"{OURS}, {goal}, {quality}", "ours", "auto", graph, goal=goal, quality=quality)
    for layout, graphs in OTHER_LAYOUTS:
        for graph in graphs:
            for quality in QUALITIES[1:]:
                yield whole(f"{OURS}, {layout}, {quality}", "ours", layout, graph, quality=quality)


def all_cases():
    cases = []
    for label, adapter, method, dim, sizes in TICKS:
        cases += [
            Case("tick", label, adapter, dim, nodes, {"what": "iteration", "method": method, "iterations": counts})
            for nodes, counts in sizes.items()
        ]
    # Its threads gain little, and wait for each other where cores are few.
    cases += [
        Case("tick", "OGDF FME, 1 thread", adapter, dim, nodes,
             {"what": "iteration", "method": method, "iterations": counts, "threads": 1})
        for label, adapter, method, dim, sizes in TICKS if label == "OGDF FME" for nodes, counts in sizes.items()
    ]
    for dim in (2, 3):
        cases += [Case("tick", f"{OURS}, 1 thread", "ours", dim, n, {"threads": 1}) for n in (1000, 10000, 100000)]
    for label, adapter, method, graphs in WHOLE:
        cases += [whole(label, adapter, method, name) for name in graphs]
    cases += our_layouts()
    for label, adapter, dim, sizes in FORCES:
        for n in sizes:
            options = {"what": "force", "samples": 3 if n < 100000 else 1}
            cases.append(Case("force", label, adapter, dim, n, options))
            if adapter == "fmm.py":
                cases.append(Case("force", f"{label}, 1 thread", adapter, dim, n, {**options, "threads": 1}))
    for dim in (2, 3):
        kept = f"{OURS}, tree kept"
        cases += [Case("force", kept, "ours", dim, n, {"kept": True}) for n in (1000, 10000, 100000)]
    for n in (1000, 10000, 100000):
        cases.append(Case("force", f"{OURS}, Double", "ours", 3, n, {"precision": "double"}))
    for dim in (2, 3):
        for label, method, works in TREES:
            for what in works:
                sizes = (100000,) if what.endswith("-float") else TREE_SIZES
                for n in sizes:
                    options = {"what": what, "method": method, "samples": 15 if n <= 10000 else 3 if n <= 100000 else 1, "neighbors": 8, "radius": radius(dim)}
                    cases.append(Case("tree", label, "trees.py", dim, n, options))
    works = {work: place for place, work in enumerate(TREE_WORKS)}
    cases.sort(key=lambda case: (GROUPS.index(case.group), case.dim, case.nodes, works.get(case.block[1], 0), case.block[1] or ""))
    return cases


def chosen(peers, groups, quick):
    """The cases of these peers and groups, and our own variants where they stand beside any."""
    adapters = {PEERS[peer] for peer in peers}
    cases = [case for case in all_cases() if case.group in groups and (case.adapter in adapters or case.adapter == "ours")]
    if quick:
        cases = [case for case in cases if case.nodes <= QUICK_LARGEST[case.group]]
        cases = [case for case in cases if case.options.get("graph") in (None, *QUICK_GRAPHS)]
        cases = [case for case in cases if (case.group, case.label, case.dim, case.nodes) not in QUICK_WITHOUT]
    blocks = {case.block for case in cases if case.adapter != "ours"}
    cases = [case for case in cases if case.block in blocks]
    return sorted(cases, key=lambda case: groups.index(case.group))
