"""Graphs of other libraries as plain arrays."""

from __future__ import annotations

from itertools import chain
from typing import Any, Dict, Hashable, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import ForceGraphError

Weight = Union[None, bool, str, Sequence[float], np.ndarray]

_LARGEST = 2**31 - 1


class GraphArrays:
    """A graph as the library takes it.

    edges: int32, (edge count, 2), contiguous. weights: float64, one for each edge, or None.
    nodes: the names of the nodes, or None where they are numbers.
    """

    def __init__(
        self,
        node_count: int,
        edges: np.ndarray,
        weights: Optional[np.ndarray] = None,
        directed: bool = False,
        nodes: Optional[List[Hashable]] = None,
    ):
        if node_count > _LARGEST or len(edges) > _LARGEST:
            raise ForceGraphError(
                f"the graph has {node_count} nodes and {len(edges)} edges; "
                f"at most {_LARGEST} of each can be",
                "too-large",
            )
        self.node_count = node_count
        # The arrays are copied, as after an interrupt the library still works for a moment, while
        # the caller may write.
        self.edges = np.array(edges, dtype=np.int32, order="C").reshape(-1, 2)
        self.weights = weights
        self.directed = directed
        self.nodes = nodes
        self._numbers: Optional[Dict[Hashable, int]] = None

    def number(self, node: Hashable, what: str) -> int:
        """The number of a node that the caller names."""
        if self.nodes is not None:
            if self._numbers is None:
                self._numbers = {name: number for number, name in enumerate(self.nodes)}
            try:
                found = self._numbers.get(node)
            except TypeError:
                found = None
            if found is None:
                raise ForceGraphError(f"{what} names {node!r}, which is no node of the graph")
            return found
        if isinstance(node, (bool, np.bool_)) or not isinstance(node, (int, np.integer)):
            raise ForceGraphError(f"{what} names {node!r}; nodes of this graph are numbers")
        if not 0 <= node < self.node_count:
            raise ForceGraphError(
                f"{what} names node {node}; there are {self.node_count} nodes, from 0"
            )
        return int(node)

    def arguments(self) -> Tuple[int, Optional[int], int]:
        """Number of nodes, address of the edges, number of edges. They live as long as this object."""
        count = len(self.edges)
        return self.node_count, self.edges.ctypes.data if count else None, count


def graph_arrays(
    graph: Any,
    *,
    weight: Weight = None,
    directed: Optional[bool] = None,
    node_count: Optional[int] = None,
    source: Hashable = "source",
    target: Hashable = "target",
) -> GraphArrays:
    """A graph of networkx, igraph or scipy.sparse, a pandas table, an array or pairs, as arrays."""
    if isinstance(graph, GraphArrays):
        return graph
    if node_count is not None:
        node_count = _count(node_count)
    if hasattr(graph, "edge_attributes") and hasattr(graph, "_arrays"):
        found = _from_graph(graph, weight)
    elif hasattr(graph, "adjacency") and hasattr(graph, "is_multigraph"):
        found = _from_networkx(graph, weight)
    elif hasattr(graph, "get_edgelist") and hasattr(graph, "vcount"):
        found = _from_igraph(graph, weight)
    elif hasattr(graph, "tocoo") and hasattr(graph, "shape"):
        found = _from_sparse(graph, weight, directed)
    elif hasattr(graph, "columns") and hasattr(graph, "iloc"):
        found = _from_table(graph, weight, source, target)
    elif isinstance(graph, np.ndarray):
        found = _from_array(graph, weight, node_count)
    elif isinstance(graph, (str, bytes)):
        raise ForceGraphError(
            "the graph is a text; give a graph, an array of edges or pairs of nodes", "bad-graph"
        )
    elif isinstance(graph, Iterable):
        found = _from_pairs(graph, weight)
    else:
        raise ForceGraphError(
            f"the graph is a {type(graph).__name__}; it must be a graph of networkx or igraph, a matrix "
            "of scipy.sparse, a table of pandas, an array of edges or pairs of nodes",
            "bad-graph",
        )
    if node_count is not None and node_count != found.node_count:
        raise ForceGraphError(
            f"node_count is {node_count}, but the graph has {found.node_count} nodes", "bad-graph"
        )
    if directed is not None:
        found.directed = bool(directed)
    return found


# MARK: Kinds of graphs


def _from_graph(graph: Any, weight: Weight) -> GraphArrays:
    found = graph._arrays()
    if weight is True or (weight == "weight" if isinstance(weight, str) else False):
        if found.weights is None:
            raise ForceGraphError("the edges of the graph have no weights")
    elif isinstance(weight, str):
        if weight not in graph.edge_attributes:
            raise ForceGraphError(f"no edge has the attribute {weight!r}, which weight names")
        found.weights = _attribute(weight, graph.edge_attributes[weight].tolist())
    else:
        found.weights = _given_weights(weight, len(found.edges))
    return found


def _from_networkx(graph: Any, weight: Weight) -> GraphArrays:
    nodes = list(graph)
    rows = [row for _, row in graph.adjacency()]
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    sources = np.repeat(np.arange(len(nodes), dtype=np.int32), lengths)
    ends = chain.from_iterable(rows)
    if nodes != list(range(len(nodes))):
        numbers = {name: number for number, name in enumerate(nodes)}
        ends = map(numbers.__getitem__, ends)
    targets = np.fromiter(ends, dtype=np.int32, count=len(sources))
    directed = bool(graph.is_directed())
    # Undirected edges are in the rows of both ends, loops only once.
    kept = slice(None) if directed else sources <= targets
    sources, targets = sources[kept], targets[kept]
    edges = np.empty((len(sources), 2), dtype=np.int32)
    edges[:, 0], edges[:, 1] = sources, targets
    # A row has attributes; in a multigraph, dictionaries of the attributes of parallel edges.
    attributes: Any = None
    if graph.is_multigraph():
        parallel = list(chain.from_iterable(row.values() for row in rows))
        if not directed:
            parallel = [edge for edge, keep in zip(parallel, kept) if keep]
        edges = np.repeat(edges, np.fromiter(map(len, parallel), np.int64, len(parallel)), axis=0)
        attributes = chain.from_iterable(edge.values() for edge in parallel)
    elif isinstance(weight, str):
        every = chain.from_iterable(row.values() for row in rows)
        attributes = every if directed else (e for e, keep in zip(every, kept) if keep)
    if isinstance(weight, str):
        weights = _attribute(weight, [edge.get(weight) for edge in attributes])
    elif weight is None or weight is False:
        weights = None
    else:
        raise ForceGraphError(
            "weight of a graph of networkx is the name of an attribute of its edges, a text"
        )
    return GraphArrays(len(nodes), edges, weights, directed, nodes)


def _attribute(name: str, values: List[Any]) -> np.ndarray:
    """Weights from an attribute that some edges may lack, which then count as 1, as in networkx."""
    if values and all(value is None for value in values):
        raise ForceGraphError(f"no edge has the attribute {name!r}, which weight names")
    return _weights([1.0 if value is None else value for value in values], len(values))


def _from_igraph(graph: Any, weight: Weight) -> GraphArrays:
    edges = np.array(graph.get_edgelist(), dtype=np.int32).reshape(-1, 2)
    if isinstance(weight, str):
        if weight not in graph.es.attributes():
            raise ForceGraphError(f"no edge has the attribute {weight!r}, which weight names")
        weights: Optional[np.ndarray] = _attribute(weight, list(graph.es[weight]))
    else:
        weights = _given_weights(weight, len(edges))
    return GraphArrays(int(graph.vcount()), edges, weights, bool(graph.is_directed()))


def _from_sparse(graph: Any, weight: Weight, directed: Optional[bool]) -> GraphArrays:
    if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1]:
        raise ForceGraphError(
            f"the matrix has the shape {tuple(graph.shape)}; one of a graph is square", "bad-graph"
        )
    matrix = graph.tocoo()
    sources, targets = matrix.row.astype(np.int64), matrix.col.astype(np.int64)
    values = np.asarray(matrix.data)
    _check_range(np.column_stack([sources, targets]), graph.shape[0])
    stored = values != 0
    sources, targets, values = sources[stored], targets[stored], values[stored]
    if directed is None:
        directed = not _is_symmetric(sources, targets, values, graph.shape[0])
    if not directed:
        # An edge in both triangles is only needed once.
        low, high = np.minimum(sources, targets), np.maximum(sources, targets)
        _, kept = np.unique(low * graph.shape[0] + high, return_index=True)
        sources, targets, values = low[kept], high[kept], values[kept]
    weights = _weights(values, len(values)) if weight is True else _given_weights(weight, len(values))
    edges = np.column_stack([sources, targets])
    return GraphArrays(int(graph.shape[0]), edges, weights, directed)


def _is_symmetric(sources: np.ndarray, targets: np.ndarray, values: np.ndarray, count: int) -> bool:
    one = np.argsort(sources * count + targets, kind="stable")
    other = np.argsort(targets * count + sources, kind="stable")
    return (
        np.array_equal(sources[one], targets[other])
        and np.array_equal(targets[one], sources[other])
        and np.array_equal(values[one], values[other])
    )


def _from_table(graph: Any, weight: Weight, source: Hashable, target: Hashable) -> GraphArrays:
    for column in (source, target):
        if column not in graph.columns:
            raise ForceGraphError(
                f"the table has no column {column!r}; it has {list(graph.columns)!r} "
                "(source= and target= say which have the ends of edges)",
                "bad-graph",
            )
    ends = list(graph[source]) + list(graph[target])
    missing = [place for place, end in enumerate(ends) if end is None or end != end]
    if missing:
        raise ForceGraphError(f"row {missing[0] % len(graph)} of the table lacks an end", "bad-graph")
    numbers, nodes = _numbered(ends)
    edges = numbers.reshape(2, -1).T
    if isinstance(weight, str):
        if weight not in graph.columns:
            raise ForceGraphError(f"the table has no column {weight!r}, which weight names")
        weights: Optional[np.ndarray] = _weights(graph[weight].to_numpy(), len(edges))
    else:
        weights = _given_weights(weight, len(edges))
    return GraphArrays(len(nodes), edges, weights, False, nodes)


def _from_array(graph: np.ndarray, weight: Weight, node_count: Optional[int]) -> GraphArrays:
    if graph.size == 0:
        graph = np.zeros((0, 2), dtype=np.int32)
    if graph.ndim != 2 or graph.shape[1] != 2:
        raise ForceGraphError(
            f"the array of edges has the shape {graph.shape}; it must be (edges, 2) "
            "(a matrix of a graph comes as one of scipy.sparse)",
            "bad-graph",
        )
    if graph.dtype.kind not in "iu":
        raise ForceGraphError(
            f"the array of edges is of {graph.dtype}; it must be of integers, the numbers of nodes",
            "bad-graph",
        )
    if len(graph) > _LARGEST:
        raise ForceGraphError(f"there are {len(graph)} edges; at most {_LARGEST} can be", "too-large")
    if node_count is None:
        node_count = int(graph.max()) + 1 if len(graph) else 0
    _check_range(graph, node_count)
    return GraphArrays(node_count, graph, _given_weights(weight, len(graph)))


def _from_pairs(graph: Iterable[Any], weight: Weight) -> GraphArrays:
    ends: List[Hashable] = []
    for number, edge in enumerate(graph):
        try:
            first, second = edge
        except (TypeError, ValueError):
            raise ForceGraphError(
                f"edge {number} is {edge!r}; it must be a pair of nodes", "bad-graph"
            ) from None
        ends += [first, second]
    numbers, nodes = _numbered(ends)
    weights = _given_weights(weight, len(numbers) // 2)
    return GraphArrays(len(nodes), numbers.reshape(-1, 2), weights, False, nodes)


# MARK: Parts


def _numbered(ends: List[Hashable]) -> Tuple[np.ndarray, List[Hashable]]:
    """Numbers of nodes in the order of their first mention."""
    known: Dict[Hashable, int] = {}
    try:
        numbers = [known.setdefault(end, len(known)) for end in ends]
    except TypeError as error:
        raise ForceGraphError(f"a node cannot be one: {error}", "bad-graph") from None
    return np.array(numbers, dtype=np.int32), list(known)


def _count(count: Any) -> int:
    if isinstance(count, (bool, np.bool_)) or not isinstance(count, (int, np.integer)) or count < 0:
        raise ForceGraphError(f"node_count is {count!r}; it must be an integer from 0", "bad-graph")
    return int(count)


def _check_range(edges: np.ndarray, node_count: int) -> None:
    wrong = (edges < 0) | (edges >= node_count)
    if wrong.any():
        edge, end = np.argwhere(wrong)[0]
        raise ForceGraphError(
            f"edge {edge} has the node {edges[edge, end]}; there are {node_count} nodes, from 0",
            "bad-graph",
        )
    if node_count > _LARGEST:
        raise ForceGraphError(f"there are {node_count} nodes; at most {_LARGEST} can be", "too-large")


def _given_weights(weight: Weight, count: int) -> Optional[np.ndarray]:
    if weight is None or weight is False:
        return None
    if isinstance(weight, (str, bool)):
        raise ForceGraphError(
            "weight must be an array, one number for each edge, as this graph has no attributes"
        )
    return _weights(weight, count)


def _weights(values: Any, count: int) -> np.ndarray:
    try:
        if np.iscomplexobj(values):
            raise TypeError("they are complex")
        weights = np.array(values, dtype=np.float64, order="C")
    except (TypeError, ValueError) as error:
        raise ForceGraphError(f"the weights are no numbers: {error}", "bad-graph") from None
    if weights.shape != (count,):
        raise ForceGraphError(
            f"the weights have the shape {weights.shape}; {count} are needed, one for each edge",
            "bad-graph",
        )
    return weights
