"""Pictures by other programs: Graphviz, and networkx with matplotlib, as their users would make them. Each function takes a graph of
networkx, the folder of the data and the picture to write."""
import subprocess

import networkx
from matplotlib import pyplot

COLORS = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"]
# Graphviz ends by itself or not at all.
LONGEST = 240


def quoted(name):
    return '"' + str(name).replace("\\", "\\\\").replace('"', '\\"') + '"'


def largest_component(graph):
    return graph.subgraph(max(networkx.connected_components(graph.to_undirected()), key=len))


def graphviz(program, *options, largest=False):
    """Of a graph: nodes with their names."""
    def draw(graph, folder, picture):
        if largest:
            graph = largest_component(graph)
        source = folder / f"{picture.stem}.gv"
        arrow = "->" if graph.is_directed() else "--"
        with open(source, "w", encoding="utf-8") as file:
            file.write("digraph {\n" if graph.is_directed() else "graph {\n")
            file.writelines(f"{quoted(node)};\n" for node in graph)
            file.writelines(f"{quoted(a)} {arrow} {quoted(b)};\n" for a, b in graph.edges)
            file.write("}\n")
        run(program, *options, source, picture)
    return draw


def graphviz_file(program, name, *options):
    """Of a file of Graphviz's."""
    def draw(_, folder, picture):
        run(program, *options, folder / name, picture)
    return draw


def run(program, *words):
    *options, source, picture = words
    subprocess.run([program, *options, "-Tpng", source, "-o", picture], check=True, timeout=LONGEST,
                   stderr=subprocess.DEVNULL)


# Points with thin edges, for what has no room for names.
POINTS = ["-Goverlap=true", "-Gstart=1", "-Gsize=9!", "-Gdpi=100", "-GK=3", "-Nshape=point", "-Nwidth=.02", "-Npenwidth=0", "-Nlabel=", "-Epenwidth=.3", "-Ecolor=#00000040"]
# Names instead of discs.
NAMED = ["-Goverlap=prism", "-Gstart=1", "-Gsize=9", "-Gdpi=100", "-Nshape=plaintext", "-Nfontsize=11", "-Nheight=.1", "-Nwidth=.1",
         "-Ecolor=#00000050"]


def groups(graph, attribute):
    if attribute == "community":
        found = sorted(networkx.community.louvain_communities(graph.to_undirected(), seed=1), key=len, reverse=True)
        return {node: number for number, members in enumerate(found) for node in members}
    values = sorted({str(value) for _, value in graph.nodes(data=attribute)})
    return {node: values.index(str(value)) for node, value in graph.nodes(data=attribute)}


def matplotlib(place, color_by=None, has_names=True, largest=False):
    """By networkx's drawing, with discs of one size, as its documentation shows; `place` is the layout."""
    def draw(graph, folder, picture):
        shown = largest_component(graph) if largest else graph
        places = place(shown)
        group = groups(shown, color_by) if color_by else {}
        figure, axes = pyplot.subplots(figsize=(9, 7), dpi=100)
        colors = [COLORS[group.get(node, 0) % len(COLORS)] for node in shown]
        many = len(shown) > 400
        networkx.draw_networkx_edges(shown, places, ax=axes, width=0.2 if many else 0.6, edge_color="#999999",
                                     **({"node_size": 8 if many else 120, "arrowsize": 6} if shown.is_directed() else {}))
        networkx.draw_networkx_nodes(shown, places, ax=axes, node_color=colors, node_size=8 if many else 120)
        if has_names:
            names = {node: values.get("label", node) for node, values in shown.nodes(data=True)}
            networkx.draw_networkx_labels(shown, places, names, ax=axes, font_size=7)
        axes.axis("off")
        figure.tight_layout()
        figure.savefig(picture)
        pyplot.close(figure)
    return draw


def spring(graph):
    return networkx.spring_layout(graph, seed=1, iterations=50 if len(graph) < 3000 else 10)


def distances(graph):
    return networkx.kamada_kawai_layout(graph)


def two_columns(graph):
    return networkx.bipartite_layout(graph, [node for node, side in graph.nodes(data="bipartite") if side == 0])


def stored(graph):
    return {node: (values["viz"]["position"]["x"], values["viz"]["position"]["y"]) for node, values in graph.nodes(data=True)}


def on_earth(graph):
    return {node: (values["lon"], values["lat"]) for node, values in graph.nodes(data=True)}
