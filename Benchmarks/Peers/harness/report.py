"""Tables, CSV and the text that says who is ahead, from what was measured."""
import csv

from . import machine, plots
from .cases import OURS
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
    "fa2": "ForceAtlas2: repulsion by a tree of theta 1.2, attraction, gravity",
    "rustworkx spring": "springs and repulsion, all pairs",
    "NetworKit PivotMDS": "no forces: distances to 50 pivots, then projected",
    "NetworKit Maxent": "PivotMDS, then sparse stress with entropy",
    "Graphviz sfdp": "multilevel, a tree; reading and writing the graph as text are in the time",
    "fmm2dpy": "1/r forces in Double, as ours in the plane",
    "fmm3dpy": "1/r^2 forces in Double; ours in space are 1/r",
    "pytreegrav": "1/r^2 forces in Double; ours in space are 1/r",
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
    "whole": "Each program from its own start until its own end, with what it does unless told otherwise. \"This package\" is "
    "GraphLayout's automatic choice. Stress is 0 for a perfect drawing and about 0.7 for a random one; methods that make stress small "
    "are not force-directed ones, and look different. Time without quality says nothing here.",
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


def is_ours(summary):
    return summary["program"].startswith(OURS)


def is_ahead(summary):
    """Faster in every round; not one of our own variants."""
    return not is_ours(summary) and summary["ratio_max"] < 1


def is_level(summary):
    return not is_ours(summary) and summary["ratio_min"] <= 1 <= summary["ratio_max"]


def ratio(summary):
    if summary["program"] == OURS:
        return "1"
    text = range_of(summary, "ratio")
    return f"**{text} faster than ours**" if is_ahead(summary) else text


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
    head += [last] if last else []
    head += ["memory, MB (before)", "rounds"]
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * (len(head) + (group == "whole"))]
    for summary in sorted(members, key=lambda s: (s["nodes"], s["ms"])):
        name = f"**{summary['program']}**" if is_ours(summary) else summary["program"]
        cells = [f"{summary['nodes']:,}", name, summary["version"], summary["threads"], range_of(summary, "ms"), ratio(summary)]
        if group == "whole":
            cells.append(f"{number(summary['stress'])} | {number(summary['neighbours'])}")
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
    ahead = [s for s in found if is_ahead(s)]
    level = [s for s in found if is_level(s)]
    for title, members in (("Faster than this package in every round", ahead), ("Neither faster nor slower", level)):
        lines.append(f"{title}:" if members else f"{title}: none.")
        lines.append("")
        for s in members:
            judged = f"; stress {number(s['stress'])}, ours {number(of_ours(found, s)['stress'])}" if s["stress"] else ""
            lines.append(f"- {TITLES[s['group']]}, {scene_of(s)}: {s['program']}, {range_of(s, 'ratio')} times our "
                         f"time, {s['rounds']} {'round' if s['rounds'] == 1 else 'rounds'}{judged}")
        lines += [""] if members else []
    better = [s for s in found if s["stress"] is not None and not is_ours(s) and s["stress"] < 0.97 * of_ours(found, s)["stress"]]
    lines.append("Better drawings than ours (less stress), whatever the time:" if better else
                 "Better drawings than ours (less stress): none.")
    lines.append("")
    for graph in sorted({graph_of(s) for s in better}, key=lambda graph: [graph_of(s) for s in found].index(graph)):
        members = sorted((s for s in better if graph_of(s) == graph), key=lambda s: s["stress"])
        programs = ", ".join(f"{s['program']} {number(s['stress'])}" for s in members)
        lines.append(f"- {graph}: {programs}; ours {number(of_ours(found, members[0])['stress'])}")
    return lines


def of_ours(found, summary):
    keys = ("group", "what", "scene", "dim", "nodes")
    return next(s for s in found if s["program"] == OURS and all(s[key] == summary[key] for key in keys))


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
    return lines


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
            lines += [f"![{TITLES[group]}]({pictures[group]})", ""] if group in pictures else []
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
