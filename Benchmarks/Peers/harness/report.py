"""Tables, CSV and the text that says who is ahead, from what was measured."""
import csv

from . import front, machine, plots
from .cases import GRAPHS, OURS
from .front import is_ours
from .measure import summaries

# What one iteration, or one layout, is: where programs do different work, a ratio alone misleads.
NOTES = {
    "d3-force": "the same four forces, links and start as ours",
    "igraph FR": "springs and repulsion; above 1,000 nodes in the plane repulsion ends at a grid cell, so there are no far "
    "forces; all pairs in space and up to 1,000 nodes",
    "igraph graphopt": "springs and charges, all pairs",
    "igraph DrL": "a schedule of its own on a density grid, no forces between pairs",
    "graph-tool sfdp": "springs and repulsion by a tree of theta 0.6; iterations without, whole layouts with coarser graphs",
    "OGDF FME": "springs and 1/r repulsion by multipoles, single precision, from the same start",
    "OGDF FMME": "FME on coarser and coarser graphs",
    "OGDF FMMM": "multilevel, multipoles",
    "OGDF PivotMDS": "no forces: distances to 250 pivots, then projected",
    "OGDF stress": "PivotMDS, then 200 iterations of stress majorization over all pairs",
    "igraph KK": "Kamada and Kawai's springs between all pairs, 50 iterations a node",
    "s_gd2": "stress by stochastic gradient descent over all pairs, 30 rounds",
    "s_gd2 sparse": "the same over 200 pivots",
    "fa2": "ForceAtlas2: repulsion by a tree of theta 1.2, attraction, gravity",
    "rustworkx spring": "springs and repulsion, all pairs",
    "NetworKit PivotMDS": "no forces: distances to 50 pivots, then projected",
    "NetworKit Maxent": "PivotMDS, then sparse stress with entropy",
    "Graphviz sfdp": "multilevel, a tree; reading and writing the graph as text are in the time",
    "fmm2dpy": "1/r forces in Double, as ours in the plane",
    "fmm3dpy": "1/r^2 forces in Double; ours in space are 1/r",
    "pytreegrav": "1/r^2 forces in Double; ours in space are 1/r",
}
# Programs that people would look for here.
ABSENT = {
    "t-FDP": "there is no package of it: its Python has to be compiled in a copy of its repository by hand",
    "DRGraph and tsNET": "there are no packages of them",
}
TITLES = {
    "tick": "One tick or iteration",
    "force": "Many-body alone",
    "tree": "KD-tree",
    "whole": "Whole layouts",
}
MEANINGS = {
    "tick": "The random scene (two links a node), the same start for all. Ours is all of a tick with many-body, links, center "
    "and collision; what an iteration of another program does is said below the table. 2D is Double, 3D Float.",
    "force": "Uniform points in a disc or ball; all forces from nothing, so the tree is built each time. \"Tree kept\" is what "
    "the force costs inside a simulation, ticks 21 and later. The error is the root mean square of the differences from the "
    "exact sum over that of the sums, of the same formula; peers are run at the accuracy nearest ours that they offer.",
    "tree": "Uniform points in a disc or ball, Double unless it says Float. Radius: for every point a list of those within the "
    "radius that holds six others on average, itself among them; pairs: each pair within that radius once; 8 nearest: of every "
    "point, itself among them. Ours returns distances with all of them, cKDTree with the nearest alone.",
    "whole": "Each program from its own start until its own end, with what it does unless told otherwise; each round has a seed of "
    "its own. \"This package\" is GraphLayout's automatic choice; the other rows are what it does for a goal and a quality, and two "
    "layouts by name. Stress is 0 for a perfect drawing and about 0.7 for a random one; neighbours kept are 1 for a perfect one. "
    "Processor time is that of all threads. Time without quality says nothing here.",
}
WORKS = {"build": "build", "radius": "radius query", "pairs": "pairs", "knn": "8 nearest", "": ""}
WORKS |= {f"{work}-float": f"{WORKS[work]}, Float" for work in ("build", "radius", "knn")}


def number(value):
    if value is None:
        return "–"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def error(value):
    return "–" if value is None else f"{value:.1e}".replace("e-0", "e-")


def range_of(summary, name):
    return f"{number(summary[name])} ({number(summary[f'{name}_min'])}–{number(summary[f'{name}_max'])})"


def is_ahead(summary):
    """Faster in every round; not one of our own variants."""
    return not is_ours(summary) and summary["ratio_max"] < 1


def is_level(summary):
    return not is_ours(summary) and summary["ratio_min"] <= 1 <= summary["ratio_max"]


def ratio(summary):
    if summary["program"] == OURS:
        return "1"
    text = range_of(summary, "ratio")
    return f"**{text} faster than ours**" if is_ahead(summary) and summary["group"] != "whole" else text


def memory(summary):
    if summary["peak_mb"] is None:
        return "–"
    base = "" if summary["base_mb"] is None else f" ({number(summary['base_mb'])})"
    return f"{number(summary['peak_mb'])}{base}"


def sections(found):
    """Summaries by table: the group, a title, the members."""
    seen = {}
    for summary in found:
        title = graph_of(summary) if summary["group"] == "whole" else f"{summary['dim']}D"
        if summary["what"]:
            title += f", {WORKS[summary['what']]}"
        seen.setdefault((summary["group"], title), []).append(summary)
    for (group, title), members in seen.items():
        yield group, title, members


def graph_of(summary):
    return f"{summary['scene']}, {summary['nodes']:,} nodes"


def table(group, members):
    last = {"tick": "force error", "force": "error", "tree": None, "whole": "stress | neighbours kept"}[group]
    head = ["nodes", "program", "version", "threads", "ms, median (range)", "times ours, median (range)"]
    head += ["processor, ms"] if group == "whole" else []
    head += [last] if last else []
    head += ["memory, MB (before)", "rounds"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * (len(head) + (group == "whole"))]
    for summary in sorted(members, key=lambda s: (s["nodes"], s["ms"])):
        name = f"**{summary['program']}**" if is_ours(summary) else summary["program"]
        cells = [f"{summary['nodes']:,}", name, summary["version"], summary["threads"], range_of(summary, "ms"), ratio(summary)]
        if group == "whole":
            cells += [number(summary["cpu_ms"]), range_of(summary, "stress"), range_of(summary, "neighbours")]
        elif last:
            cells.append(error(summary["error"]))
        lines.append(f"| {' | '.join(map(str, [*cells, memory(summary), summary['rounds']]))} |")
    return lines


def scene_of(summary):
    if summary["group"] == "whole":
        return graph_of(summary)
    what = f"{WORKS[summary['what']]}, " if summary["what"] else ""
    return f"{what}{summary['dim']}D, {summary['nodes']:,} nodes"


def standing(found):
    """Where a peer is ahead of us, and where nothing can be said."""
    lines = []
    timed = [s for s in found if s["group"] != "whole"]
    titles = (("Faster than this package in every round", is_ahead), ("Neither faster nor slower", is_level))
    for title, belongs in titles if timed else ():
        members = [s for s in timed if belongs(s)]
        lines += [f"{title}:" if members else f"{title}: none.", ""]
        lines += [f"- {TITLES[s['group']]}, {scene_of(s)}: {s['program']}, {range_of(s, 'ratio')} times our time, {rounds_of(s)}"
                  for s in members] + ([""] if members else [])
    layouts = [s for s in found if s["group"] == "whole"]
    return lines + (layouts_standing(layouts) if layouts else [])


def layouts_standing(found):
    """Graph by graph, whether a peer is quicker and better than we are."""
    lines = ["Whole layouts. *Ahead*: quicker and better than each of our settings. *Unmatched*: no one setting of ours is as quick and "
             "as good (qualities within 2 % count as equal).", "",
             "| graph | ahead in time and stress | ahead in time and neighbours | unmatched in time and stress | "
             "unmatched in time and neighbours |", "|---|---|---|---|---|"]
    graphs = by_graph(found)
    for graph, members in graphs.items():
        cells = [", ".join(s["program"] for s in judge(members, measure)) or "nobody"
                 for judge in (front.ahead, front.unmatched) for measure in front.MEASURES]
        lines.append(f"| {' | '.join([graph, *cells])} |")
    lines += ["", "Those that are unmatched, with time and quality; in brackets the quickest setting of ours that is as good:", ""]
    for graph, members in graphs.items():
        for measure in front.MEASURES:
            peers = front.unmatched(members, measure)
            if peers:
                lines.append(f"- {graph}, {measure}: {'; '.join(beside(members, s, measure) for s in peers)}")
    return lines


def beside(members, peer, measure):
    """A peer that stands unmatched, and the quickest of ours that is as good."""
    ours = front.nearest(members, peer, measure)
    name = ours and ours["program"].removeprefix(f"{OURS}, ").replace(OURS, "automatic")
    own = f"{name} {seconds(ours['ms'])}, {number(ours[measure])}" if ours else "none is as good"
    return f"{peer['program']} {seconds(peer['ms'])}, {number(peer[measure])} ({own})"


def seconds(ms):
    return f"{number(ms / 1000)} s"


def rounds_of(summary):
    return f"{summary['rounds']} {'round' if summary['rounds'] == 1 else 'rounds'}"


def by_graph(found):
    graphs = {}
    for summary in found:
        graphs.setdefault(graph_of(summary), []).append(summary)
    return graphs


def left_out(session, failures):
    """What could not be measured, or in fewer rounds, by reason."""
    lines = [f"- {adapter}: {reason}" for adapter, reason in failures.items()]
    reasons = {}
    for case, reason in session.failures.items():
        what = {"tree": f"{WORKS.get(case.options.get('what'), '')}, ", "whole": f"{case.options.get('graph')}, "}.get(case.group, "")
        reasons.setdefault(reason, []).append(f"{case.label} ({TITLES[case.group]}, {what}{case.dim}D, {case.nodes:,} nodes)")
    for reason, names in reasons.items():
        shown = "; ".join(names[:6]) + (f"; and {len(names) - 6} more, as the column \"rounds\" says" if len(names) > 6 else "")
        lines.append(f"- {reason}: {shown}")
    laid_out = {(case.options["graph"], case.nodes) for case in session.cases if case.group == "whole"}
    graphs = [name for name, graph in GRAPHS.items() if graph in laid_out]
    programs = {case.label for case in session.cases}
    missing = {}
    for label, names in front.not_run(graphs).items():
        if label in programs:
            missing.setdefault(", ".join(names), []).append(label)
    lines += [f"- {', '.join(labels)}: not run on {names}: more than ten seconds a layout (FMMM: half a minute), or far behind on small graphs"
              for names, labels in missing.items()]
    return lines + [f"- {name}: {reason}" for name, reason in ABSENT.items()]


def markdown(session, failures, rounds, spent, pictures):
    found = summaries(session.rows)
    isa = session.isa or "not known"
    lines = ["# This package beside others", "", f"Made by `scripts/bench-peers`, ours and each peer in turn, {rounds} rounds wanted;"
             " [what the figures mean](../../Peers/README.md).",
             f"Installing and building took {spent[0]:.0f} minutes, measuring {spent[1]:.0f}.", ""]
    lines += [f"- {name}: {text}" for name, text in machine.describe(isa)]
    lines.append(f"- Load (processes that wanted a core, mean of a minute): {session.load[0]:.1f} before, {session.load[1]:.1f} after")
    lines += ["", "## Where we stand", "", *standing(found), ""]
    for group, title, members in sections(found):
        if not any(line == f"## {TITLES[group]}" for line in lines):
            lines += [f"## {TITLES[group]}", "", MEANINGS[group], ""]
            lines += [line for name in pictures.get(group, []) for line in (f"![{TITLES[group]}]({name})", "")]
            lines += [f"- {name}: {NOTES[name]}" for name in sorted({s["program"] for s in found if s["group"] == group})
                      if name in NOTES] + [""]
        lines += [f"### {title}", "", *table(group, members), ""]
    missing = left_out(session, failures)
    lines += ["## Left out or cut short", "", *(missing or ["Nothing."]), ""]
    return "\n".join(lines)


def write(session, failures, folder, rounds, spent):
    folder.mkdir(parents=True, exist_ok=True)
    found = summaries(session.rows)
    for name, rows in (("results.csv", found), ("rounds.csv", session.rows)):
        with (folder / name).open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            for row in rows:
                writer.writerow({key: f"{value:.6g}" if isinstance(value, float) else value for key, value in row.items()})
    pictures = plots.draw(found, folder)
    (folder / "README.md").write_text(markdown(session, failures, rounds, spent, pictures))


def show(folder):
    """The tables on the terminal, and where the rest is."""
    print((folder / "README.md").read_text())
    for path in sorted(folder.glob("*.svg")):
        print(f"plot: {path}")
    print(f"all:  {folder}")
