"""The plots: one line or point a program, named beside it; ours is the bold one."""
import math

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402

from .cases import OURS  # noqa: E402

matplotlib.rcParams.update({
    "svg.hashsalt": "bench-peers", "svg.fonttype": "path", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
    "axes.edgecolor": "#888888", "axes.titlelocation": "left", "axes.titleweight": "bold", "axes.axisbelow": True,
    "grid.color": "#e6e6e6", "figure.facecolor": "white",
})
BOLD = "#d1410c"
COLORS = ["#3b6ea5", "#5b8c5a", "#8064a2", "#b08a2e", "#4a9a9a", "#8c564b", "#7f7f7f", "#c2679b", "#6b7fbf", "#9aa33a", "#a0522d",
          "#2f7f5f", "#555555"]


def draw(found, folder):
    """Writes the plots there is something for; the files of each group."""
    makers = [
        ("tick", "ticks", ticks), ("force", "forces", forces), ("tree", "trees", trees),
        ("whole", "stress", lambda members: layouts(members, "stress")),
        ("whole", "neighbours", lambda members: layouts(members, "neighbours")),
    ]
    pictures = {}
    for group, name, make in makers:
        members = [s for s in found if s["group"] == group]
        if any(not s["program"].startswith(OURS) for s in members):
            pictures.setdefault(group, []).append(f"{name}.svg")
            figure = make(members)
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": "scripts/bench-peers"})
            pyplot.close(figure)
    return pictures


def colors(members):
    names = sorted({s["program"] for s in members if not s["program"].startswith(OURS)})
    return {name: COLORS[i % len(COLORS)] for i, name in enumerate(names)}


def milliseconds(value):
    if value >= 1000:
        return f"{value / 1000:g} s"
    return f"{value:g} ms"


def lines(axes, members, label):
    """A line a program over the nodes, its range over the rounds as a band, its name at the end."""
    color_of = colors(members)
    ends = []
    for name in sorted({s["program"] for s in members}):
        points = sorted((s for s in members if s["program"] == name), key=lambda s: s["nodes"])
        nodes, ms = [s["nodes"] for s in points], [s["ms"] for s in points]
        ours = name.startswith(OURS)
        color = BOLD if ours else color_of[name]
        style = {"lw": 3.2, "zorder": 5} if name == OURS else {"lw": 1.5, "ls": "--" if ours else "-"}
        axes.plot(nodes, ms, color=color, marker="o", ms=6 if name == OURS else 4, **style)
        low, high = [s["ms_min"] for s in points], [s["ms_max"] for s in points]
        axes.fill_between(nodes, low, high, color=color, alpha=0.13, lw=0)
        ends.append((nodes[-1], ms[-1], label(points[-1]), color, "bold" if name == OURS else "normal"))
    axes.set(xscale="log", yscale="log", xlabel="nodes")
    largest = max(s["nodes"] for s in members)
    smallest = min(s["nodes"] for s in members)
    axes.set_xlim(smallest / 1.3, largest * (largest / smallest) ** 0.75 * 1.6)
    axes.set_xticks(sorted({s["nodes"] for s in members}), [f"{n:,}" for n in sorted({s["nodes"] for s in members})])
    axes.xaxis.minorticks_off()
    axes.yaxis.set_major_formatter(lambda value, _: milliseconds(value))
    axes.grid(True)
    low, high = min(s["ms_min"] for s in members), max(s["ms_max"] for s in members)
    axes.set_ylim(low / 1.6, high * 1.8)
    place(axes, ends)


def place(axes, ends):
    """Names right of the ends of their lines, moved apart where they would overlap."""
    low, high = map(math.log, axes.get_ylim())
    gap = (high - low) / 24
    for end in sorted({x for x, *_ in ends}):
        column = sorted((e for e in ends if e[0] == end), key=lambda e: e[1])
        at = [math.log(e[1]) for e in column]
        for _ in range(200):
            for i in range(len(at) - 1):
                if at[i + 1] - at[i] < gap:
                    middle = (at[i] + at[i + 1]) / 2
                    at[i], at[i + 1] = middle - gap / 2, middle + gap / 2
        for (x, y, text, color, weight), where in zip(column, at):
            axes.annotate(
                text, (x, y), (x * 1.16, math.exp(where)), color=color, weight=weight, va="center", fontsize=9,
                arrowprops={"arrowstyle": "-", "color": color, "lw": 0.6, "shrinkA": 0, "shrinkB": 3}, zorder=6)


def panels(members, width=7.2, height=5.6):
    dims = sorted({s["dim"] for s in members})
    figure, axes = pyplot.subplots(1, len(dims), figsize=(width * len(dims), height), squeeze=False, layout="constrained")
    return figure, [(dim, axis, [s for s in members if s["dim"] == dim]) for dim, axis in zip(dims, axes[0])]


def times(summary):
    """How our time compares, in words."""
    if summary["program"] == OURS:
        return OURS
    factor = summary["ratio"]
    if 0.9 < factor < 1.1:
        return f"{summary['program']}  as fast"
    if factor >= 1:
        return f"{summary['program']}  {factor:.{0 if factor >= 10 else 1}f}× slower"
    return f"{summary['program']}  {1 / factor:.1f}× faster"


def ticks(members):
    figure, parts = panels(members)
    for dim, axes, found in parts:
        lines(axes, found, times)
        axes.set_title(f"One tick or iteration, {dim}D: lower is better")
    return figure


def forces(members):
    figure, parts = panels(members)

    def label(summary):
        return f"{times(summary)}, error {summary['error']:.0e}".replace("e-0", "e-")

    for dim, axes, found in parts:
        lines(axes, found, label)
        axes.set_title(f"Many-body alone, {dim}D: lower is better")
    return figure


def trees(members):
    """Bars at the largest size."""
    nodes = max(s["nodes"] for s in members)
    dims = sorted({s["dim"] for s in members})
    works = [what for what in ("build", "radius", "pairs", "knn") if any(s["what"] == what for s in members)]
    figure, axes = pyplot.subplots(
        len(dims), len(works), figsize=(4 * len(works), 1.9 * len(dims)), squeeze=False, layout="constrained")
    titles = {"build": "build", "radius": "all neighbours in a radius", "pairs": "all pairs in a radius", "knn": "8 nearest of every point"}
    for row, dim in zip(axes, dims):
        for axis, what in zip(row, works):
            found = [s for s in members if (s["dim"], s["what"], s["nodes"]) == (dim, what, nodes)]
            found.sort(key=lambda s: -s["ms"])
            bars = axis.barh([s["program"] for s in found], [s["ms"] for s in found],
                             color=[BOLD if s["program"] == OURS else "#9db4cc" for s in found], height=0.6)
            axis.bar_label(bars, [f" {s['ms']:.3g} ms" for s in found], fontsize=9)
            axis.set_title(f"{dim}D: {titles[what]}", fontsize=10)
            axis.margins(x=0.3)
            axis.spines["bottom"].set_visible(False)
            axis.tick_params(left=False, bottom=False, labelbottom=False)
    figure.suptitle(f"KD-tree, {nodes:,} points: shorter is better", weight="bold", x=0.01, ha="left")
    return figure


def layouts(members, measure):
    """Time against a measure of quality, a panel a graph."""
    graphs = sorted({(s["nodes"], s["scene"]) for s in members})
    columns = min(len(graphs), 3)
    rows = -(-len(graphs) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(5.6 * columns, 4.6 * rows), squeeze=False, layout="constrained")
    color_of = colors(members)
    for axis in axes.flat[len(graphs):]:
        axis.set_visible(False)
    better = {"stress": "down and left is better", "neighbours": "up and left is better"}[measure]
    for (nodes, scene), axis in zip(graphs, axes.flat):
        found = [s for s in members if (s["nodes"], s["scene"]) == (nodes, scene) and s[measure] is not None]
        axis.set(xscale="log", yscale="log" if measure == "stress" else "linear", xlabel="time of the whole layout", ylabel=measure)
        for s in found:
            if not s["program"].startswith(OURS):
                axis.plot(s["ms"], s[measure], "o", color=color_of[s["program"]], ms=6, zorder=3)
        named = [s for s in found if not s["program"].startswith(OURS)] + draw_settings(axis, found, measure)
        axis.margins(0.14)
        axis.set_xlim(axis.get_xlim()[0], axis.get_xlim()[1] * (axis.get_xlim()[1] / axis.get_xlim()[0]) ** 0.4)
        name_points(axis, named, measure, color_of)
        axis.xaxis.set_major_formatter(lambda value, _: milliseconds(value))
        axis.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.grid(True)
        axis.set_title(f"{scene}, {nodes:,} nodes: {better}")
    return figure


def draw_settings(axis, found, measure):
    """Ours: a line for each goal or layout, from its quick setting to its best; the points that are named."""
    lines = {}
    for s in found:
        if s["program"].startswith(OURS) and s["program"] != OURS:
            lines.setdefault(s["program"].rsplit(", ", 1)[0], []).append(s)
    for points in lines.values():
        axis.plot([s["ms"] for s in points], [s[measure] for s in points], "o-", color=BOLD, ms=7, lw=1.2, zorder=5)
    return [{**points[-1], "program": name.removeprefix(f"{OURS}, "), "is_ours": True} for name, points in lines.items()]


def name_points(axis, found, measure, color_of):
    """A name right of each point, higher where another name is already there."""
    transform = axis.transData
    taken = []
    for s in sorted(found, key=lambda s: s[measure]):
        x, y = transform.transform((s["ms"], s[measure]))
        at = y
        while any(abs(at - other) < 11 and x < right and left < x + 100 for left, right, other in taken):
            at += 3
        taken.append((x, x + 100, at))
        ours = s.get("is_ours", False)
        axis.annotate(
            s["program"], (s["ms"], s[measure]), (8, (at - y) * 0.72), textcoords="offset points", va="center", fontsize=9,
            color=BOLD if ours else color_of[s["program"]], weight="bold" if ours else "normal", zorder=6)
