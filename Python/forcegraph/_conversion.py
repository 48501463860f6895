"""Attributes of graphs of other libraries, in both directions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Hashable, Iterable, List, Optional

import numpy as np

from ._graphs import GraphArrays, Weight
from ._library import ForceGraphError


@dataclass
class Parts:
    """What a graph has beside nodes and edges."""

    node: Dict[str, List[Any]] = field(default_factory=dict)
    edge: Dict[str, List[Any]] = field(default_factory=dict)
    graph: Dict[str, Any] = field(default_factory=dict)
    edges: Optional[np.ndarray] = None
    """Edges in the order of their attributes, where that is not the order of the arrays."""
    weights: Optional[np.ndarray] = None
    positions: Optional[np.ndarray] = None
    name: str = ""

    def weights_named(self, weight: Weight) -> Optional[np.ndarray]:
        """Takes the weights from the edge attribute of this name; edges without it have 1."""
        if not isinstance(weight, str) or weight not in self.edge:
            return self.weights
        return np.array([1.0 if value is None else float(value) for value in self.edge.pop(weight)])


def attributes_of(graph: Any, arrays: GraphArrays, source: Hashable, target: Hashable) -> Parts:
    """What a graph of another library has beside nodes and edges."""
    if hasattr(graph, "adjacency") and hasattr(graph, "is_multigraph"):
        return _of_networkx(graph, arrays)
    if hasattr(graph, "get_edgelist") and hasattr(graph, "vcount"):
        return _of_igraph(graph, arrays)
    if hasattr(graph, "columns") and hasattr(graph, "to_numpy"):
        parts = Parts()
        for column in graph.columns:
            if column not in (source, target):
                parts.edge[str(column)] = _plain(graph[column].tolist())
        _take_weights(parts)
        return parts
    return Parts()


def _of_networkx(graph: Any, arrays: GraphArrays) -> Parts:
    parts = Parts(name=_text(graph.graph.get("name", "")))
    parts.node = _table(data for _, data in graph.nodes(data=True))
    numbers = {node: number for number, node in enumerate(arrays.nodes or [])}
    edges = list(graph.edges(data=True))
    parts.edges = np.array(
        [(numbers[first], numbers[second]) for first, second, _ in edges], dtype=np.int32).reshape(-1, 2)
    parts.edge = _table(data for _, _, data in edges)
    parts.graph = {
        str(name): value for name, value in graph.graph.items()
        if isinstance(value, (str, int, float, bool)) and name != "name"
        and not (isinstance(value, int) and not -(2**63) <= value < 2**63)
    }
    _take_weights(parts)
    if "pos" in parts.node:
        positions = _places(parts.node["pos"])
        if positions is not None:
            del parts.node["pos"]
            parts.positions = positions
    return parts


def _of_igraph(graph: Any, arrays: GraphArrays) -> Parts:
    parts = Parts()
    parts.node = {str(name): _plain(graph.vs[name]) for name in graph.vs.attributes()}
    parts.edge = {str(name): _plain(graph.es[name]) for name in graph.es.attributes()}
    _take_weights(parts)
    names = parts.node.get("name")
    if names is not None and all(type(name) is str for name in names) and len(set(names)) == len(names):
        del parts.node["name"]
        arrays.nodes = list(names)
    axes = [axis for axis in ("x", "y", "z") if axis in parts.node]
    if axes[:2] == ["x", "y"]:
        positions = _places(list(zip(*(parts.node[axis] for axis in axes))))
        if positions is not None:
            for axis in axes:
                del parts.node[axis]
            parts.positions = positions
    return parts


def _table(rows: Iterable[Dict[Any, Any]]) -> Dict[str, List[Any]]:
    """Dictionaries of attributes as columns, None where there is no value."""
    columns: Dict[str, List[Any]] = {}
    count = 0
    for row in rows:
        for name, value in row.items():
            text = str(name)
            column = columns.get(text)
            if column is None:
                column = columns[text] = []
            if len(column) < count:
                column.extend([None] * (count - len(column)))
            if len(column) == count:
                column.append(value)
        count += 1
    for column in columns.values():
        column.extend([None] * (count - len(column)))
    return columns


def _plain(values: List[Any]) -> List[Any]:
    """NaN of a column that is not of numbers is what pandas has for missing."""
    if all(isinstance(value, float) or value is None for value in values):
        return values
    return [None if isinstance(value, float) and value != value else value for value in values]


def _take_weights(parts: Parts) -> None:
    """Makes a numeric attribute "weight" the weights; edges without it have 1."""
    values = parts.edge.get("weight")
    if not values or not all(
        value is None or (isinstance(value, (int, float, np.number)) and not isinstance(value, bool))
        for value in values
    ):
        return
    try:
        parts.weights = np.array([1.0 if value is None else float(value) for value in values])
    except OverflowError:
        return
    del parts.edge["weight"]


def _places(values: List[Any]) -> Optional[np.ndarray]:
    """Positions of two or three finite numbers a node, NaN for None; None if they are something else."""
    dim = next((len(place) for place in values if hasattr(place, "__len__")), 0)
    if dim not in (2, 3):
        return None
    places = np.full((len(values), dim), np.nan)
    for number, place in enumerate(values):
        if place is None:
            continue
        try:
            places[number] = np.asarray(place, dtype=np.float64).reshape(dim)
        except (TypeError, ValueError):
            return None
    return None if np.isinf(places).any() else places


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


# MARK: To other libraries


def _import(name: str) -> Any:
    try:
        return __import__(name)
    except ImportError:
        raise ForceGraphError(f"{name} is not installed", "unavailable") from None


def _rows(columns: Dict[str, List[Any]], count: int) -> List[Dict[str, Any]]:
    rows: List[Dict[str, Any]] = [{} for _ in range(count)]
    for name, values in columns.items():
        for row, value in zip(rows, values):
            if value is not None:
                row[name] = value
    return rows


def _columns(attributes: Any) -> Dict[str, List[Any]]:
    return {name: values.tolist() for name, values in attributes.items()}


def to_networkx(graph: Any) -> Any:
    nx = _import("networkx")
    edges = graph.edges
    ends = edges if graph.directed else np.sort(edges, axis=1)
    is_multigraph = len(np.unique(ends, axis=0)) < len(ends) if len(ends) else False
    kinds = {(False, False): nx.Graph, (True, False): nx.DiGraph, (False, True): nx.MultiGraph,
             (True, True): nx.MultiDiGraph}
    made = kinds[graph.directed, is_multigraph](**{
        name: value for name, value in graph.attributes.items() if name.isidentifier()})
    for name, value in graph.attributes.items():
        made.graph[name] = value
    nodes = graph.nodes
    rows = _rows(_columns(graph.node_attributes), len(nodes))
    positions = graph.positions
    if positions is not None:
        for row, place in zip(rows, positions):
            if not np.isnan(place).any():
                row["pos"] = place
    made.add_nodes_from(zip(nodes, rows))
    columns = _columns(graph.edge_attributes)
    weights = graph.weights
    if weights is not None:
        columns["weight"] = weights.tolist()
    made.add_edges_from(
        (nodes[first], nodes[second], row)
        for (first, second), row in zip(edges.tolist(), _rows(columns, len(edges))))
    return made


def to_igraph(graph: Any) -> Any:
    igraph = _import("igraph")
    made = igraph.Graph(n=graph.node_count, edges=graph.edges.tolist(), directed=graph.directed)
    for name, values in _columns(graph.node_attributes).items():
        made.vs[name] = values
    made.vs["name"] = graph.ids
    for name, values in _columns(graph.edge_attributes).items():
        made.es[name] = values
    weights = graph.weights
    if weights is not None:
        made.es["weight"] = weights.tolist()
    positions = graph.positions
    if positions is not None:
        for axis, coordinates in zip("xyz", positions.T.tolist()):
            made.vs[axis] = coordinates
    for name, value in graph.attributes.items():
        made[name] = value
    return made


def to_pandas(graph: Any) -> Any:
    pandas = _import("pandas")
    nodes = pandas.DataFrame(dict(graph.node_attributes), index=pandas.Index(graph.ids, name="id"))
    positions = graph.positions
    if positions is not None:
        for axis, coordinates in zip("xyz", positions.T):
            nodes[axis] = coordinates
    ids = np.array(graph.ids, dtype=object)
    ends = graph.edges
    edges = pandas.DataFrame({"source": ids[ends[:, 0]], "target": ids[ends[:, 1]]})
    weights = graph.weights
    if weights is not None:
        edges["weight"] = weights
    for name, values in graph.edge_attributes.items():
        edges[name] = values
    return nodes, edges
