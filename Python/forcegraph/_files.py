"""Graphs with ids, attributes and positions, and files of them."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import MutableMapping
from typing import Any, Dict, Hashable, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np

from ._graphs import GraphArrays, Weight, graph_arrays
from ._layout import Positions, Start, _dimensions, _start
from ._library import ForceGraphError, Handle, Progress, Text, Work, call, encoded, library

Path = Union[str, "os.PathLike[str]"]
_NODES, _EDGES, _GRAPH = 0, 1, 2


def formats(kind: str = "read") -> List[str]:
    """The formats of graph files: those that can be read, "write" those that can be written, "positions"
    those that also hold positions."""
    found = json.loads(call(library.fg_formats))
    if kind not in found:
        raise ForceGraphError(f"kind is {kind!r}; it must be one of {', '.join(found)}")
    return list(found[kind])


def read(
    path: Path,
    format: Optional[str] = None,
    *,
    directed: Optional[bool] = None,
    header: Optional[bool] = None,
    source_column: Optional[str] = None,
    target_column: Optional[str] = None,
    weight_column: Optional[str] = None,
    time_column: Optional[str] = None,
    weight_attribute: Optional[str] = None,
    progress: Optional[Progress] = None,
) -> "Graph":
    """The graph of a file: GraphML, GEXF, DOT, GML, Pajek, JSON, edge lists and the others of ``formats()``,
    compressed with gzip or not.

    Parameters
    ----------
    format:
        One of ``formats()``; None: by the name and the content.
    directed:
        True or False instead of what the file says.
    header, source_column, target_column, weight_column, time_column:
        Of edge lists: whether the first line has names, and which columns have what.
    weight_attribute:
        A numeric attribute of edges that becomes their weights.

    Raises
    ------
    ForceGraphError
        With file, line and column where something is wrong.
    """
    name = _path(path)
    options = {
        "format": format, "directed": directed, "header": header, "source-column": source_column,
        "target-column": target_column, "weight-column": weight_column, "time-column": time_column,
        "weight-attribute": weight_attribute,
    }
    return _read(name, None, options, progress, os.path.basename(os.fspath(path)))


def _path(path: Path) -> bytes:
    try:
        name = os.fsencode(path)
    except TypeError:
        raise ForceGraphError(f"path is {path!r}; it must be a path", "bad-file") from None
    if b"\0" in name or not name:
        raise ForceGraphError(f"path is {path!r}; it must be a path", "bad-file")
    return name


def _read(
    name: bytes, content: Optional[bytes], options: Dict[str, Any], progress: Optional[Progress],
    called: str,
) -> "Graph":
    given = encoded(options)
    address = ctypes.c_void_p()
    work = Work(progress)

    def made(answer: bytes) -> Tuple[Dict[str, Any], Handle]:
        return json.loads(answer), Handle(address.value, library.fg_graph_free)

    facts, handle = work.call(
        library.fg_graph_read, name, content, len(content or b""), given, len(given), work.address,
        ctypes.addressof(address), owned=(name, content, given, address), then=made)
    stem = called[:-3] if called.lower().endswith(".gz") else called
    return Graph._of_handle(
        handle, os.path.splitext(stem)[0] or "Graph", facts["format"], facts["notes"])


def write(
    graph: Any,
    path: Path,
    *,
    positions: Optional[Start] = None,
    format: Optional[str] = None,
    safe_cells: bool = False,
    weight: Weight = None,
    progress: Optional[Progress] = None,
) -> List[str]:
    """Writes a graph to a file, with gzip if the name ends in .gz. Returns what the format cannot hold, one
    sentence each.

    Parameters
    ----------
    graph:
        What ``Graph.of`` takes; attributes of graphs of networkx and igraph are written too.
    positions:
        Positions of the nodes, by node or as an array; None: those of the graph, if it has any.
    format:
        One of ``formats("write")``; None: by the name.
    safe_cells:
        True: texts that a spreadsheet would take for formulas get an apostrophe.
    """
    given = Graph.of(graph, weight=weight)
    if positions is not None:
        given = given._with_positions(positions)
    options = encoded({"format": format, "safe-cells": safe_cells})
    name = _path(path)
    work = Work(progress)
    answer = work.call(
        library.fg_graph_write, given._handle.address, name, options, len(options), work.address, None,
        owned=(given, name, options))
    return list(json.loads(answer)["notes"])


class Graph:
    """A graph as files have it: nodes with ids, edges, attributes of both, weights, positions.

    ``read`` and ``Graph.of`` make one. All functions of this package take it.
    """

    _handle: Handle
    name: str
    """What pictures are called."""
    format: Optional[str]
    """The format of the file that it comes from."""
    notes: List[str]
    """What the file has and the graph has not, and guesses that were made."""

    def __init__(self) -> None:
        raise ForceGraphError("a Graph comes from forcegraph.read(path) or Graph.of(graph)")

    @classmethod
    def _of_handle(
        cls, handle: Handle, name: str = "Graph", format: Optional[str] = None,
        notes: Iterable[str] = (), nodes: Optional[List[Hashable]] = None,
    ) -> "Graph":
        graph = cls.__new__(cls)
        graph._handle = handle
        graph._names = nodes
        graph._cached_facts = None
        graph._cached_ids = None
        graph.name, graph.format, graph.notes = name, format, list(notes)
        return graph

    @classmethod
    def of(
        cls, graph: Any, *, weight: Weight = None, directed: Optional[bool] = None,
        node_count: Optional[int] = None, source: Hashable = "source", target: Hashable = "target",
    ) -> "Graph":
        """The graph of networkx, igraph, scipy, pandas or numpy, with its attributes.

        Numeric edge attributes called ``weight`` become weights. ``pos`` of networkx, and ``x`` and ``y``
        of igraph, become positions. Attributes that are no numbers, texts or truth values are written as texts.
        """
        if isinstance(graph, Graph):
            return graph
        arrays = graph_arrays(
            graph, weight=weight, directed=directed, node_count=node_count, source=source, target=target)
        parts = attributes_of(graph, arrays, source, target)
        made = cls._of_arrays(arrays, parts.edges)
        for table, columns in ((made.node_attributes, parts.node), (made.edge_attributes, parts.edge)):
            for name, values in columns.items():
                table[name] = values
        if arrays.weights is not None:
            if parts.edges is None:
                made.weights = arrays.weights
            else:
                made.weights = parts.weights_named(weight)
        elif parts.weights is not None:
            made.weights = parts.weights
        if parts.positions is not None:
            made.positions = parts.positions
        for name, value in parts.graph.items():
            made.attributes[name] = value
        made.name = parts.name or "Graph"
        return made

    @classmethod
    def _of_arrays(cls, arrays: GraphArrays, edges: Optional[np.ndarray]) -> "Graph":
        if edges is not None:
            arrays = GraphArrays(arrays.node_count, edges, None, arrays.directed, arrays.nodes)
        ids = None
        if arrays.nodes is not None and not all(
            type(node) is int and node == number for number, node in enumerate(arrays.nodes)
        ):
            ids = _column(_ids(arrays.nodes), "ids")[1]
        options = encoded({"directed": arrays.directed})
        address = ctypes.c_void_p()
        call(library.fg_graph_new, *arrays.arguments(), ids, len(ids or b""), options, len(options),
             ctypes.addressof(address))
        return cls._of_handle(Handle(address.value, library.fg_graph_free), nodes=arrays.nodes)

    def copy(self) -> "Graph":
        """A graph of its own with the same content."""
        address = library.fg_graph_copy(self._handle.address)
        return Graph._of_handle(
            Handle(address, library.fg_graph_free), self.name, self.format, self.notes, self._names)

    def _with_positions(self, positions: Start) -> "Graph":
        placed = self.copy()
        placed.positions = positions
        return placed

    def _arrays(self) -> GraphArrays:
        return GraphArrays(self.node_count, self.edges, self.weights, self.directed, self.nodes)

    # MARK: Content

    @property
    def _facts(self) -> Dict[str, Any]:
        if self._cached_facts is None:
            self._cached_facts = json.loads(call(library.fg_graph_facts, self._handle.address))
        return self._cached_facts

    @property
    def node_count(self) -> int:
        """The number of nodes."""
        return int(self._facts["nodes"])

    @property
    def edge_count(self) -> int:
        """The number of edges."""
        return int(self._facts["edges"])

    @property
    def directed(self) -> bool:
        """True if edges have a direction."""
        return bool(self._facts["directed"])

    @property
    def ids(self) -> List[str]:
        """The ids of the nodes, as files have them."""
        if self._cached_ids is None:
            column = call(library.fg_graph_ids, self._handle.address)
            self._cached_ids = _values("string", column, self.node_count).tolist()
        return list(self._cached_ids)

    @property
    def nodes(self) -> List[Hashable]:
        """The nodes in order: those of the graph that this one comes from, or ids."""
        return self.ids if self._names is None else list(self._names)

    @property
    def edges(self) -> np.ndarray:
        """The numbers of the nodes of each edge, from 0: int32, (edges, 2)."""
        edges = np.empty((self.edge_count, 2), dtype=np.int32)
        library.fg_graph_arrays(self._handle.address, edges.ctypes.data, None, None)
        return edges

    @property
    def weights(self) -> Optional[np.ndarray]:
        """The weight of each edge; None if they have none."""
        if not self._facts["weighted"]:
            return None
        weights = np.empty(self.edge_count)
        library.fg_graph_arrays(self._handle.address, None, weights.ctypes.data, None)
        return weights

    @weights.setter
    def weights(self, weights: Optional[Iterable[float]]) -> None:
        numbers = None
        if weights is not None:
            try:
                numbers = np.array(weights, dtype=np.float64, order="C")
            except (TypeError, ValueError) as error:
                raise ForceGraphError(f"the weights are no numbers: {error}", "bad-graph") from None
            if numbers.shape != (self.edge_count,):
                raise ForceGraphError(
                    f"the weights have the shape {numbers.shape}; {self.edge_count} are needed", "bad-graph")
        library.fg_graph_set_weights(
            self._handle.address, None if numbers is None else numbers.ctypes.data)
        self._cached_facts = None

    @property
    def positions(self) -> Optional[np.ndarray]:
        """Positions, (nodes, 2 or 3), y up, NaN for nodes without one; None if there are none. Assign an
        array or a dictionary by node, as ``layout`` gives them."""
        dim = int(self._facts["dim"])
        if dim == 0:
            return None
        positions = np.empty((self.node_count, dim))
        library.fg_graph_arrays(self._handle.address, None, None, positions.ctypes.data)
        return positions

    @positions.setter
    def positions(self, positions: Optional[Start]) -> None:
        dim, address = 2, None
        if positions is not None and (len(positions) or self.node_count):
            dim = _dimensions(positions)
            places = _start(positions, _Numbered(self), dim)
            assert places is not None
            address = places.ctypes.data
        call(library.fg_graph_set_positions, self._handle.address, dim, address)
        self._cached_facts = None

    @property
    def node_attributes(self) -> "Attributes":
        """Attributes of the nodes by name: arrays, of objects with None where some have no value."""
        return Attributes(self, _NODES)

    @property
    def edge_attributes(self) -> "Attributes":
        """Attributes of the edges by name, like those of the nodes."""
        return Attributes(self, _EDGES)

    @property
    def attributes(self) -> "GraphAttributes":
        """Attributes of the graph by name: texts, numbers, truth values."""
        return GraphAttributes(self)

    def __repr__(self) -> str:
        kind = "directed " if self.directed else ""
        return f"<Graph {self.name!r}: {kind}{self.node_count} nodes, {self.edge_count} edges>"

    # MARK: Other libraries

    def to_networkx(self) -> Any:
        """A graph of networkx with all attributes; weights as ``weight``, positions as ``pos``. Parallel
        edges make it a multigraph."""
        from ._conversion import to_networkx

        return to_networkx(self)

    def to_igraph(self) -> Any:
        """A graph of igraph with all attributes; ids as ``name``, weights as ``weight``, positions as ``x``,
        ``y`` and ``z``."""
        from ._conversion import to_igraph

        return to_igraph(self)

    def to_pandas(self) -> Tuple[Any, Any]:
        """Two tables of pandas: nodes by id, and edges with ``source`` and ``target``."""
        from ._conversion import to_pandas

        return to_pandas(self)

    def to_bytes(self, format: str) -> bytes:
        """The file that ``write`` would write."""
        options = encoded({"format": format})
        content = Text()
        call(library.fg_graph_write, self._handle.address, None, options, len(options), None,
             ctypes.addressof(content))
        return content.taken()

    @classmethod
    def from_bytes(cls, content: bytes, format: Optional[str] = None, name: str = "graph") -> "Graph":
        """The graph of a file in memory."""
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise ForceGraphError(f"content is a {type(content).__name__}; it must be bytes", "bad-file")
        return _read(_path(name), bytes(content), {"format": format}, None, name)


class _Numbered:
    """A graph whose nodes are also known by their ids."""

    def __init__(self, graph: Graph):
        self.node_count = graph.node_count
        self._graph = graph
        self._numbers: Dict[Hashable, int] = {}

    def number(self, node: Hashable, what: str) -> int:
        if not self._numbers:
            self._numbers = {name: number for number, name in enumerate(self._graph.ids)}
            self._numbers.update({name: number for number, name in enumerate(self._graph.nodes)})
        try:
            return self._numbers[node]
        except (KeyError, TypeError):
            raise ForceGraphError(f"{what} names {node!r}, which is no node of the graph") from None


# MARK: Attributes


class Attributes(MutableMapping):  # type: ignore[type-arg]
    """Attributes of all nodes, or of all edges, by name."""

    def __init__(self, graph: Graph, owner: int):
        self._graph, self._owner = graph, owner
        self._kind = "node" if owner == _NODES else "edge"

    def _names(self) -> List[str]:
        return list(self._graph._facts[f"{self._kind}-attributes"])

    def _count(self) -> int:
        return self._graph.node_count if self._owner == _NODES else self._graph.edge_count

    def __getitem__(self, name: str) -> np.ndarray:
        names = self._names()
        if name not in names:
            raise KeyError(name)
        kind = self._graph._facts[f"{self._kind}-types"][names.index(name)]
        column = call(
            library.fg_graph_column, self._graph._handle.address, self._owner, _name(name))
        return _values(kind, column, self._count())

    def __setitem__(self, name: str, values: Any) -> None:
        if self._owner == _NODES and isinstance(values, Mapping):
            values = _by_node(values, self._graph)
        kind, column = _column(values, name)
        count = self._count()
        if len(values) != count:
            raise ForceGraphError(
                f"the attribute {name!r} has {len(values)} values; {count} are needed, one for each "
                f"{self._kind}", "bad-graph")
        call(library.fg_graph_set_column, self._graph._handle.address, self._owner, _name(name),
             kind.encode(), column, len(column))
        self._graph._cached_facts = None

    def __delitem__(self, name: str) -> None:
        if name not in self._names():
            raise KeyError(name)
        call(library.fg_graph_set_column, self._graph._handle.address, self._owner, _name(name), None,
             None, 0)
        self._graph._cached_facts = None

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __repr__(self) -> str:
        return f"<attributes of {self._kind}s: {', '.join(self._names())}>"


class GraphAttributes(MutableMapping):  # type: ignore[type-arg]
    """Attributes of a graph by name."""

    def __init__(self, graph: Graph):
        self._graph = graph

    def _all(self) -> Dict[str, Any]:
        facts = self._graph._facts
        make = {"string": str, "integer": int, "double": float, "boolean": lambda text: text == "true"}
        return {
            name: make[kind](text) for name, kind, text in zip(
                facts["graph-attributes"], facts["graph-types"], facts["graph-values"])
        }

    def __getitem__(self, name: str) -> Any:
        return self._all()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        kind, column = _column([value], name)
        call(library.fg_graph_set_column, self._graph._handle.address, _GRAPH, _name(name), kind.encode(),
             column, len(column))
        self._graph._cached_facts = None

    def __delitem__(self, name: str) -> None:
        if name not in self._all():
            raise KeyError(name)
        call(library.fg_graph_set_column, self._graph._handle.address, _GRAPH, _name(name), None, None, 0)
        self._graph._cached_facts = None

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


def _name(name: Any) -> bytes:
    if not isinstance(name, str) or "\0" in name:
        raise ForceGraphError(f"an attribute is called {name!r}; its name must be a text")
    return name.encode("utf-8", "replace")


def _by_node(values: Mapping[Hashable, Any], graph: Graph) -> List[Any]:
    numbers = _Numbered(graph)
    column: List[Any] = [None] * graph.node_count
    for node, value in values.items():
        column[numbers.number(node, "an attribute")] = value
    return column


def _ids(nodes: List[Hashable]) -> List[str]:
    """A text for each node, no two of which are alike: 1 and "1" are, so their kind is in the text then."""
    ids = [_printable(node) for node in nodes]
    if len(set(ids)) == len(ids):
        return ids
    known: Dict[str, int] = {}
    for id in ids:
        known[id] = known.get(id, 0) + 1
    unique, taken = [], set(ids)
    for node, id in zip(nodes, ids):
        if known[id] > 1:
            id = repr(node).encode("utf-8", "replace").decode()
            number = 1
            base = id
            while id in taken:
                number += 1
                id = f"{base} ({number})"
            taken.add(id)
        unique.append(id)
    return unique


def _printable(value: Any) -> str:
    text = value if type(value) is str else str(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-8", "replace").decode()
    return text


def _column(values: Any, name: str) -> Tuple[str, bytes]:
    """The type of a column, and its bytes as the header describes them."""
    if not isinstance(values, np.ndarray) and hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise ForceGraphError(
                f"the attribute {name!r} has the shape {values.shape}; it must be one row", "bad-graph")
        plain = {"b": ("boolean", np.uint64), "i": ("integer", np.int64), "f": ("double", np.float64)}
        kind = values.dtype.kind
        if kind == "u" and (not len(values) or values.max() < 2**63):
            kind = "i"
        if kind in plain:
            word, dtype = plain[kind]
            words = np.ascontiguousarray(values.astype(dtype))
            return word, words.tobytes() + b"\1" * len(words)
        values = values.tolist()
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise ForceGraphError(f"the attribute {name!r} must have a value for each node or edge", "bad-graph")
    return _mixed_column([_scalar(value) for value in values])


def _scalar(value: Any) -> Any:
    """A value as Python has it; None for what pandas takes for missing."""
    if isinstance(value, np.generic):
        value = value.item()
    return None if type(value).__name__ in ("NAType", "NaTType") else value


def _mixed_column(values: List[Any]) -> Tuple[str, bytes]:
    kinds = {type(value) for value in values if value is not None}
    present = np.array([value is not None for value in values], dtype=np.uint8)
    if kinds == {bool}:
        kind, words = "boolean", np.array([int(bool(value)) for value in values], dtype=np.uint64)
    elif kinds == {int} and all(value is None or -(2**63) <= value < 2**63 for value in values):
        kind, words = "integer", np.array([value or 0 for value in values], dtype=np.int64)
    elif float in kinds and kinds <= {int, float}:
        kind = "double"
        words = np.array([float("nan") if value is None else float(value) for value in values])
    else:
        texts = [b"" if value is None else _printable(value).encode() for value in values]
        lengths = np.array([len(text) for text in texts], dtype=np.uint64)
        return "string", lengths.tobytes() + present.tobytes() + b"".join(texts)
    return kind, words.tobytes() + present.tobytes()


def _values(kind: str, column: bytes, count: int) -> np.ndarray:
    """A column as an array."""
    present = np.frombuffer(column, dtype=np.uint8, count=count, offset=8 * count)
    if kind == "string":
        values = np.empty(count, dtype=object)
        place = 9 * count
        for row, length in enumerate(np.frombuffer(column, dtype=np.uint64, count=count).tolist()):
            if present[row]:
                values[row] = column[place:place + length].decode("utf-8", "replace")
                place += length
        return values
    dtype = np.float64 if kind == "double" else np.int64
    words = np.frombuffer(column, dtype=dtype, count=count)
    words = words.astype(bool) if kind == "boolean" else words.copy()
    if present.all():
        return words
    values = words.astype(object)
    values[present == 0] = None
    return values


from ._conversion import attributes_of  # noqa: E402
