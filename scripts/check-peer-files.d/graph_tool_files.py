"""graph-tool, which Debian packages for the system's Python. All nodes and edges have a value of each property."""
import html

import graph_tool

from comparing import Rules, carried
from writing import Format

NAME = "graph-tool"
TYPES = {bool: "bool", int: "int64_t", float: "double", str: "string"}


def version():
    return graph_tool.__version__.split()[0]


def columns(rows):
    """By name: the type of the values, and the value that rows without one have."""
    result = {}
    for attributes in rows:
        for key, value in attributes.items():
            result.setdefault(key, type(value))
    return result


def filled(attributes, types):
    return {key: attributes.get(key, kind()) for key, kind in types.items()}


def full(model):
    """Converts the model to graph-tool, with its ids as the property `name`."""
    node_types = columns(attributes for _, attributes in model["nodes"])
    edge_types = columns(attributes for *_, attributes in model["edges"])
    nodes = [[node, {**filled(attributes, node_types), "name": str(node)}] for node, attributes in model["nodes"]]
    edges = [[s, t, filled(attributes, edge_types)] for s, t, attributes in model["edges"]]
    return {**model, "nodes": nodes, "edges": edges}


def graph_of(model):
    graph = graph_tool.Graph(directed=model["directed"])
    graph.add_vertex(len(model["nodes"]))
    for key, kind in columns(attributes for _, attributes in model["nodes"]).items():
        values = graph.new_vertex_property(TYPES[kind])
        for vertex, (_, attributes) in zip(graph.vertices(), model["nodes"]):
            values[vertex] = attributes[key]
        graph.vertex_properties[key] = values
    edges = [graph.add_edge(s, t) for s, t, _ in model["edges"]]
    for key, kind in columns(attributes for *_, attributes in model["edges"]).items():
        values = graph.new_edge_property(TYPES[kind])
        for edge, (*_, attributes) in zip(edges, model["edges"]):
            values[edge] = attributes[key]
        graph.edge_properties[key] = values
    return graph


def as_gml(attributes):
    """GML has no truth values, and references to characters, which graph-tool writes as they are."""
    return {key: html.unescape(value) if isinstance(value, str) else int(value) if isinstance(value, bool) else value
            for key, value in attributes.items()}


def writing(name, prefix="", **changes):
    def write(model, path):
        model = full(model)
        graph_of(model).save(path, fmt=name)
        return carried(model, ids=[f"{prefix}{place}" for place in range(len(model["nodes"]))], **changes)
    return write


def reading(name, prefix=""):
    def read(path, model):
        graph = graph_tool.load_graph(str(path), fmt=name)
        edges = [[f"{prefix}{int(e.source())}", f"{prefix}{int(e.target())}", {}] for e in graph.edges()]
        nodes = {f"{prefix}{place}": {} for place in range(graph.num_vertices())}
        return {"directed": graph.is_directed(), "nodes": nodes, "edges": edges}
    return read


FORMATS = [
    Format("GraphML", ".graphml", writing("graphml", "n"), reading("graphml", "n"), rules=Rules(("id",))),
    Format("GML", ".gml", writing("gml", nodes=as_gml, edges=as_gml), reading("gml"), rules=Rules(("id",), digits=6)),
    Format("DOT", ".dot", writing("dot"), reading("dot"), rules=Rules(by_look=True, digits=6)),
]
