"""The graphs that the programs write: lists of nodes and edges, the same on every machine.

A model is a dictionary: `name`, `directed`, `nodes` (lists of an id, a text or an integer, and its attributes) and
`edges` (lists of two places in the nodes, and attributes, of which `weight` is the weight).
"""
import random

import networkx as nx


def model(name, directed, nodes, edges):
    nodes = [node if isinstance(node, list) else [node, {}] for node in nodes]
    edges = [[edge[0], edge[1], edge[2] if len(edge) > 2 else {}] for edge in edges]
    return {"name": name, "directed": directed, "nodes": nodes, "edges": edges}


def of_networkx(name, graph):
    """Converts a graph without its attributes except weights."""
    place = {node: index for index, node in enumerate(graph)}
    nodes = [node if isinstance(node, (int, str)) else str(node) for node in graph]
    edges = []
    for source, target, data in graph.edges(data=True):
        weight = {"weight": float(data["weight"])} if "weight" in data else {}
        edges.append([place[source], place[target], weight])
    return model(name, graph.is_directed(), nodes, edges)


def models():
    return plain() + classic() + weighted() + attributed() + named()


def plain():
    """Returns small and degenerate graphs."""
    return [
        model("empty", False, [], []),
        model("one-node", False, ["a"], []),
        model("one-loop", True, ["a"], [[0, 0]]),
        model("two-apart", False, ["a", "b"], []),
        model("one-edge", False, ["a", "b"], [[0, 1]]),
        model("one-arc", True, ["a", "b"], [[1, 0]]),
        model("apart-at-ends", False, list("abcdef"), [[1, 3], [3, 4]]),
        model("both-ways", True, list("abcd"), [[0, 1], [1, 0], [1, 2], [2, 3], [3, 3]]),
        model("parallel", False, list("abc"), [[0, 1], [0, 1], [1, 0], [1, 2], [2, 2], [2, 2]]),
        model("parallel-arcs", True, list("abc"), [[0, 1], [0, 1], [1, 0], [2, 1], [2, 2], [2, 2]]),
    ]


def classic():
    graphs = {
        "complete": nx.complete_graph(6), "petersen": nx.petersen_graph(), "star": nx.star_graph(12),
        "cycle": nx.cycle_graph(6, create_using=nx.DiGraph), "tree": nx.balanced_tree(3, 3),
        "grid": nx.grid_2d_graph(5, 6), "karate": nx.karate_club_graph(), "miserables": nx.les_miserables_graph(),
        "southern-women": nx.davis_southern_women_graph(), "florentine": nx.florentine_families_graph(),
        "random": nx.gnp_random_graph(80, 0.05, seed=3),
        "random-arcs": nx.gnp_random_graph(60, 0.05, seed=4, directed=True),
        "preferential": nx.barabasi_albert_graph(200, 2, seed=5),
        "scale-free": nx.MultiDiGraph(nx.scale_free_graph(120, seed=6)),
        "large": nx.gnm_random_graph(2000, 6000, seed=7, directed=True),
    }
    return [of_networkx(name, graph) for name, graph in graphs.items()]


def weighted():
    numbers = random.Random(8)
    nasty = [0.1 + 0.2, 1e-300, 1e300, -2.5, 0.0, 1 / 3, 123456789.125, 7.0]
    ends = [[numbers.randrange(12), numbers.randrange(12)] for _ in range(20)]
    return [
        model("weights", False, list("abcdefghi"),
              [[i, i + 1, {"weight": weight}] for i, weight in enumerate(nasty)]),
        model("tree-of-lengths", True, ["root", "left", "right", "leaf", "far"],
              [[0, 1, {"weight": 0.5}], [0, 2, {"weight": 2.25}], [1, 3, {"weight": 1e-9}], [1, 4, {"weight": 3.0}]]),
        model("whole-weights", True, [f"v{i}" for i in range(12)],
              [[a, b, {"weight": float(numbers.randint(1, 9))}] for a, b in sorted(set(map(tuple, ends)))]),
    ]


def attributed():
    nodes = [
        ["a", {"kind": "gene", "rank": 1, "score": 0.5, "open": True}],
        ["b", {"kind": "a \"b\" & <c>", "rank": -7, "score": 1e-9, "open": False}],
        ["c", {"kind": "größe", "rank": 2**40, "score": 3.0, "open": True}],
    ]
    edges = [
        [0, 1, {"relation": "knows; 50 %", "since": 1999, "weight": 2.5}],
        [1, 2, {"relation": "it's, {x}", "since": -1, "weight": 0.25}],
    ]
    return [
        model("attributes", True, nodes, edges),
        model("some-attributes", False,
              [["a", {"kind": "x"}], ["b", {}], ["c", {"rank": 3}], ["d", {"score": 0.25}]],
              [[0, 1, {"relation": "r"}], [1, 2, {}], [2, 3, {"since": 5}]]),
        model("labels", False,
              [["n1", {"label": "First"}], ["n2", {"label": "Second one"}], ["n3", {"label": "007"}]],
              [[0, 1, {"label": "to & fro"}], [1, 2, {"label": "x"}]]),
    ]


def named():
    """Ids that a format might have to quote, and those that look like something else."""
    def chain(name, ids, directed=False):
        return model(name, directed, ids, [[i, i + 1] for i in range(len(ids) - 1)])

    return [
        chain("blanks", ["New York", " lead", "trail ", "two  blanks", "a b c"]),
        chain("quotes", ["say \"hi\"", "it's", "back\\slash", "`tick`", "\\n"]),
        chain("markup", ["<b>", "a&b", "&amp;", "]]>", "x>y", "<!-- c -->"], True),
        chain("separators", ["a,b", "c;d", "e|f", "#g", "% h", "{i}", "[j]", "k=l", "//m"]),
        chain("umlauts", ["Zürich", "naïve", "Ελλάδα", "東京", "עברית", "🙂", "e\u0301"]),
        chain("line-breaks", ["one\ntwo", "tab\there", "plain"]),
        chain("number-like", ["007", "1e5", "-0", "0x10", "1.0", "+3", ".5"], True),
        chain("keywords", ["node", "graph", "edge", "strict", "digraph", "subgraph", "true", "null", "NaN"]),
        chain("gaps", [5, 17, 100, 3, 99], True),
    ]
