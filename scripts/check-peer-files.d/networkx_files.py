"""networkx: its writers, and the documents of its JSON as people dump them."""
import json

import networkx as nx

from comparing import Rules, carried
from writing import Cannot, Format

NAME = "networkx"


def version():
    return nx.__version__


def graph_of(model):
    """Returns a graph of the simplest class that can represent the model."""
    ends = [tuple(edge[:2]) if model["directed"] else tuple(sorted(edge[:2])) for edge in model["edges"]]
    is_multiple = len(set(ends)) < len(ends)
    kinds = {(False, False): nx.Graph, (True, False): nx.DiGraph, (False, True): nx.MultiGraph,
             (True, True): nx.MultiDiGraph}
    graph = kinds[model["directed"], is_multiple]()
    graph.add_nodes_from((node, dict(attributes)) for node, attributes in model["nodes"])
    ids = [node for node, _ in model["nodes"]]
    graph.add_edges_from((ids[s], ids[t], dict(attributes)) for s, t, attributes in model["edges"])
    return graph


def found(graph, name=str):
    nodes = {name(node): {} for node in graph}
    edges = [[name(s), name(t), {}] for s, t in graph.edges()]
    return {"directed": graph.is_directed(), "nodes": nodes, "edges": edges}


def no_truth_values(attributes):
    return {key: int(value) if isinstance(value, bool) else value for key, value in attributes.items()}


def only_weight(attributes):
    return {"weight": attributes["weight"]} if "weight" in attributes else {}


def nothing(_):
    return {}


def written(writer, **changes):
    """A writer of networkx whose file has the model but for `changes`."""
    def write(model, path):
        writer(graph_of(model), path)
        return carried(model, **changes)
    return write


def dumped(make):
    def write(model, path):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(make(graph_of(model)), file)
        return carried(model)
    return write


def plain_lists(model, path):
    """The neighbours of each node, without attributes, as Python's json dumps the dictionary."""
    graph = graph_of(model)
    if graph.is_multigraph():
        raise Cannot("a node has each neighbour once in a dictionary")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(nx.to_dict_of_lists(graph), file)
    return carried(model, nodes=nothing, edges=nothing)


def plain_dictionaries(model, path):
    graph = graph_of(model)
    if graph.is_multigraph():
        raise Cannot("parallel edges have a level of their own")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(nx.to_dict_of_dicts(graph), file)
    return carried(model, nodes=nothing)


def pairs(model, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump([[s, t, dict(data)] for s, t, data in graph_of(model).edges(data=True)], file)
    return carried(model, nodes=nothing, isolates=False)


def nodes_and_pairs(model, path):
    """A document with the ids, and edges as lists of two, and of a weight where there is one."""
    graph = graph_of(model)
    edges = [[s, t, data["weight"]] if "weight" in data else [s, t] for s, t, data in graph.edges(data=True)]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"directed": graph.is_directed(), "nodes": list(graph), "edges": edges}, file)
    return carried(model, nodes=nothing, edges=only_weight)


def lines(model, path):
    """An object for each edge, on a line of its own."""
    graph = graph_of(model)
    if graph.number_of_edges() == 0:
        raise Cannot("a file without edges is empty")
    with open(path, "w", encoding="utf-8") as file:
        for s, t, data in graph.edges(data=True):
            file.write(json.dumps({"source": s, "target": t, **data}) + "\n")
    return carried(model, nodes=nothing, isolates=False)


def tree(model, path):
    graph = graph_of(model)
    if not graph.is_directed() or not nx.is_arborescence(graph):
        raise Cannot("the graph is no tree from one root")
    root = next(node for node, degree in graph.in_degree() if degree == 0)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(nx.tree_data(graph, root), file)
    return carried(model, edges=nothing)


def elements(as_list):
    """Cytoscape's nodes and edges without the document around them."""
    def make(graph):
        found = nx.cytoscape_data(graph)["elements"]
        return found["nodes"] + found["edges"] if as_list else found
    return dumped(make)


def labelled(model, first, nodes=dict):
    """Ids that count up, and those of the model as labels, unless they are the same."""
    ids = [str(first + place) for place in range(len(model["nodes"]))]
    names = [str(node) for node, _ in model["nodes"]]
    graph = carried(model, ids=ids, nodes=nodes, edges=no_truth_values)
    if names != ids:
        for place, name in zip(ids, names):
            graph["nodes"][place] = {**graph["nodes"][place], "label": name}
    return graph


def write_gml(model, path):
    nx.write_gml(graph_of(model), path)
    graph = labelled(model, 0, no_truth_values)
    # GML's integers have 32 bits, so that networkx writes longer ones as texts; and a column has one type here.
    long = {key for attributes in graph["nodes"].values() for key, value in attributes.items()
            if isinstance(value, int) and not -2**31 <= value < 2**31}
    for attributes in graph["nodes"].values():
        attributes.update({key: str(attributes[key]) for key in long & attributes.keys()})
    return graph


def write_pajek(model, path):
    nx.write_pajek(graph_of(model), path)
    graph = labelled(model, 1, nothing)
    graph["edges"] = [[s, t, only_weight(attributes)] for s, t, attributes in graph["edges"]]
    return graph


def write_numbers(writer):
    def write(model, path):
        if model["directed"]:
            raise Cannot("edges have no directions")
        graph = graph_of(model)
        writer(nx.convert_node_labels_to_integers(graph, ordering="default"), path)
        return carried(model, ids=range(len(model["nodes"])), nodes=nothing, edges=nothing)
    return write


def write_table(model, path):
    nx.write_edgelist(graph_of(model), path, data=False, delimiter="\t")
    # Blanks around an unquoted cell are ignored.
    ids = [str(node).strip(" ") for node, _ in model["nodes"]]
    return carried(model, ids=ids, nodes=nothing, edges=nothing, isolates=False)


def kind(model, is_multiple=False):
    if is_multiple:
        return nx.MultiDiGraph if model["directed"] else nx.MultiGraph
    return nx.DiGraph if model["directed"] else nx.Graph


def read_pajek(path, model):
    graph = nx.read_pajek(path)
    number = {name: str(place + 1) for place, name in enumerate(graph)}
    return found(graph, number.get)


def read_gml(path, model):
    graph = nx.read_gml(path)
    number = {name: str(place) for place, name in enumerate(graph)}
    return found(graph, number.get)


def reading(reader):
    def read(path, model):
        return found(reader(path, create_using=kind(model, is_multiple=True)))
    return read


FORMATS = [
    Format("GraphML", ".graphml", written(nx.write_graphml_xml), lambda path, _: found(nx.read_graphml(path)),
           rules=Rules(("id",))),
    Format("GEXF", ".gexf", written(nx.write_gexf), lambda path, _: found(nx.read_gexf(path)),
           rules=Rules(("id", "label", "networkx_key"))),
    Format("GML", ".gml", write_gml, read_gml, rules=Rules(("key",))),
    Format("Pajek", ".net", write_pajek, read_pajek, rules=Rules(("x", "y", "shape"))),
    Format("node-link JSON, links", ".json", dumped(lambda g: nx.node_link_data(g, edges="links")),
           rules=Rules(("key",))),
    Format("node-link JSON, edges", ".json", dumped(lambda g: nx.node_link_data(g, edges="edges")),
           rules=Rules(("key",))),
    Format("adjacency JSON", ".json", dumped(nx.adjacency_data), rules=Rules(("key",))),
    Format("Cytoscape JSON", ".cyjs", dumped(nx.cytoscape_data), rules=Rules(("key", "value", "name"))),
    Format("Cytoscape JSON, elements", ".json", elements(False), rules=Rules(("key", "value", "name")),
           needs_direction=True),
    Format("Cytoscape JSON, list", ".json", elements(True), rules=Rules(("key", "value", "name")),
           needs_direction=True),
    Format("JSON of neighbours", ".json", plain_lists, needs_direction=True),
    Format("JSON of neighbours with data", ".json", plain_dictionaries, needs_direction=True),
    Format("JSON of pairs", ".json", pairs, needs_direction=True),
    Format("JSON of nodes and pairs", ".json", nodes_and_pairs),
    Format("JSON lines", ".jsonl", lines, needs_direction=True),
    Format("tree JSON", ".json", tree),
    Format("edge list with data", ".edgelist", written(nx.write_edgelist, nodes=nothing, isolates=False),
           reading(nx.read_edgelist), needs_direction=True),
    Format("edge list", ".edgelist",
           written(lambda g, path: nx.write_edgelist(g, path, data=False), nodes=nothing, edges=nothing,
                   isolates=False),
           reading(nx.read_edgelist), needs_direction=True),
    Format("weighted edge list", ".edgelist",
           written(nx.write_weighted_edgelist, nodes=nothing, edges=only_weight, isolates=False),
           reading(nx.read_weighted_edgelist), needs_direction=True),
    Format("tab-separated list", ".tsv",
           write_table, needs_direction=True,
           read=lambda path, model: found(nx.read_edgelist(path, delimiter="\t", create_using=kind(model, True)))),
    Format("adjacency list", ".adjlist", written(nx.write_adjlist, nodes=nothing, edges=nothing),
           reading(nx.read_adjlist), needs_direction=True),
    Format("multiline adjacency list", ".madjlist", written(nx.write_multiline_adjlist, nodes=nothing),
           reading(nx.read_multiline_adjlist), needs_direction=True),
    Format("graph6", ".g6", write_numbers(nx.write_graph6), lambda path, _: found(nx.read_graph6(path))),
    Format("sparse6", ".s6", write_numbers(nx.write_sparse6), lambda path, _: found(nx.read_sparse6(path))),
]
