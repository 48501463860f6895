"""igraph: all its writers of text. Names of nodes are its attribute `name`, as its users have them."""
import igraph

from comparing import Rules, carried
from networkx_files import nothing, only_weight
from writing import Cannot, Format

NAME = "igraph"


def version():
    return igraph.__version__


def graph_of(model):
    graph = igraph.Graph(len(model["nodes"]), [edge[:2] for edge in model["edges"]], directed=model["directed"])
    for sequence, rows in [(graph.vs, model["nodes"]), (graph.es, model["edges"])]:
        for key in sorted({key for *_, attributes in rows for key in attributes}):
            values = [attributes.get(key) for *_, attributes in rows]
            # None would be written as the text "None".
            is_text = any(isinstance(value, str) for value in values)
            sequence[key] = ["" if value is None and is_text else value for value in values]
    if model["nodes"]:
        graph.vs["name"] = [str(node) for node, _ in model["nodes"]]
    return graph


def with_names(model, ids, nodes=dict, **changes):
    """Expects igraph's ids, and those of the model as an attribute."""
    ids = [str(i) for i in ids]
    graph = carried(model, ids=ids, nodes=nodes, **changes)
    for place, (node, _) in zip(ids, model["nodes"]):
        graph["nodes"][place] = {**graph["nodes"][place], "name": str(node)}
    return graph


def counted(model, first=0):
    return [str(first + place) for place in range(len(model["nodes"]))]


def found(graph, ids):
    ids = list(ids)
    return {"directed": graph.is_directed(), "nodes": {node: {} for node in ids},
            "edges": [[ids[s], ids[t], {}] for s, t in graph.get_edgelist()]}


def by_number(reader, first=0, prefix=""):
    def read(path, model):
        graph = reader(path, model)
        return found(graph, [f"{prefix}{first + place}" for place in range(graph.vcount())])
    return read


def by_name(graph):
    return found(graph, graph.vs["name"] if graph.vcount() else [])


def write_graphml(model, path):
    graph_of(model).write_graphml(path)
    return with_names(model, [f"n{i}" for i in range(len(model["nodes"]))])


def numbers(attributes):
    return {key: int(value) if isinstance(value, bool) else value for key, value in attributes.items()}


def write_gml(model, path):
    graph_of(model).write_gml(path)
    return with_names(model, counted(model), nodes=numbers)


def weight_and_label(attributes):
    return {key: attributes[key] for key in ("weight", "label") if key in attributes}


def write_pajek(model, path):
    graph_of(model).write_pajek(path)
    ids = counted(model, 1)
    result = carried(model, ids=ids, nodes=nothing, edges=weight_and_label)
    for place, (node, _) in zip(ids, model["nodes"]):
        if str(node) != place:
            # The writer writes a line end as these two characters.
            result["nodes"][place] = {"label": str(node).replace("\n", "\\n")}
    return result


def weights_of(graph):
    return "weight" if "weight" in graph.es.attributes() else None


def write_lgl(model, path):
    graph = graph_of(model)
    graph.write_lgl(path, names="name", weights=weights_of(graph), isolates=True)
    return carried(model, nodes=nothing, edges=only_weight, directed=False)


def write_ncol(model, path):
    graph = graph_of(model)
    graph.write_ncol(path, names="name", weights=weights_of(graph))
    return carried(model, nodes=nothing, edges=only_weight, isolates=False)


def write_edges(model, path):
    graph_of(model).write_edgelist(path)
    return carried(model, ids=counted(model), nodes=nothing, edges=nothing, isolates=False)


def write_dot(model, path):
    graph_of(model).write_dot(path)
    result = with_names(model, counted(model), nodes=numbers)
    for attributes in result["nodes"].values():
        # DOT has escapes in labels alone; igraph has them in all texts.
        if "label" not in attributes:
            attributes["name"] = attributes["name"].replace("\\", "\\\\").replace("\n", "\\n")
    return result


def write_dimacs(model, path):
    if len(model["nodes"]) < 2:
        raise Cannot("a flow needs two nodes")
    graph = graph_of(model)
    capacity = [attributes.get("weight", 1.0) for _, _, attributes in model["edges"]]
    graph.write_dimacs(path, source=0, target=1, capacity=capacity)
    edges = [[s, t, {}] if model["directed"] else [min(s, t), max(s, t), {}] for s, t, _ in model["edges"]]
    result = carried({**model, "edges": edges}, ids=counted(model, 1), nodes=nothing, directed=True)
    for edge, weight in zip(result["edges"], capacity):
        edge[2] = {"weight": weight}
    return result


def write_matrix(model, path):
    if any(edge[0] == edge[1] for edge in model["edges"]):
        raise Cannot("a loop counts twice")
    graph = graph_of(model)
    graph.write_adjacency(path)
    matrix = graph.get_adjacency()
    count = len(model["nodes"])
    is_directed = any(matrix[i][j] != matrix[j][i] for i in range(count) for j in range(i))
    edges = [[i, j, {"weight": float(matrix[i][j])}] for i in range(count) for j in range(count)
             if matrix[i][j] and (is_directed or i <= j)]
    return carried({**model, "directed": is_directed, "edges": edges}, ids=counted(model), nodes=nothing)


def write_leda(model, path):
    graph = graph_of(model)
    graph.write_leda(path, names="name", weights=weights_of(graph))
    ids = counted(model, 1)
    result = carried(model, ids=ids, nodes=nothing, edges=only_weight)
    for place, (node, _) in zip(ids, model["nodes"]):
        if str(node) != place:
            result["nodes"][place] = {"label": str(node)}
    return result


FORMATS = [
    Format("GraphML", ".graphml", write_graphml,
           by_number(lambda path, _: igraph.Graph.Read_GraphML(str(path)), prefix="n"),
           rules=Rules(("id",), digits=14)),
    Format("GML", ".gml", write_gml, by_number(lambda path, _: igraph.Graph.Read_GML(str(path))),
           rules=Rules(digits=14)),
    Format("Pajek", ".net", write_pajek, by_number(lambda path, _: igraph.Graph.Read_Pajek(str(path)), first=1),
           rules=Rules(digits=14)),
    Format("LGL", ".lgl", write_lgl, lambda path, _: by_name(igraph.Graph.Read_Lgl(str(path), directed=False)),
           rules=Rules(digits=14)),
    Format("NCOL", ".ncol", write_ncol,
           lambda path, model: by_name(igraph.Graph.Read_Ncol(str(path), directed=model["directed"])),
           rules=Rules(digits=14), needs_direction=True),
    Format("edge list", ".edges", write_edges, needs_direction=True),
    Format("DOT", ".dot", write_dot, rules=Rules(by_look=True, digits=14)),
    Format("DIMACS", ".dimacs", write_dimacs,
           by_number(lambda path, _: igraph.Graph.Read_DIMACS(str(path), directed=True), first=1),
           rules=Rules(digits=6)),
    Format("adjacency matrix", ".adjacency", write_matrix),
    Format("LEDA", ".lgr", write_leda, rules=Rules(digits=6)),
]
