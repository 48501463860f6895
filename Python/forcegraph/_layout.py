"""Layouts of graphs, and measures of them."""

from __future__ import annotations

import json
import logging
from typing import Any, Dict, Hashable, Iterable, List, Literal, Mapping, NamedTuple, Optional
from typing import Sequence, Union

import numpy as np

from ._graphs import GraphArrays, Weight, graph_arrays
from ._library import ForceGraphError, Progress, Work, call, encoded, library

Positions = Union[Dict[Hashable, np.ndarray], np.ndarray]
Seed = Union[int, np.random.Generator, np.random.RandomState]
Start = Union[Mapping[Hashable, Sequence[float]], np.ndarray]


def layouts() -> List[str]:
    """The names that ``layout`` takes as its method."""
    return json.loads(call(library.fg_layouts))["layouts"]


class LayoutInfo(NamedTuple):
    """What a layout did."""

    method: str
    """The method that was used; the choice where "auto" was asked for."""
    stop: str
    """"converged", "tickBudget" or "timeBudget"."""
    ticks: int
    """Ticks of all components together, of methods that have any."""
    components: int
    """The connected components that were laid out one by one."""
    seconds: float
    """How long it took, conversion left out."""
    notes: List[str]
    """What is worth knowing about this run."""


def layout(
    graph: Any,
    method: str = "auto",
    *,
    dim: int = 2,
    quality: Optional[Literal["quick", "balanced", "best"]] = None,
    goal: Optional[Literal["distances", "neighborhoods", "clusters"]] = None,
    seed: Seed = 1,
    weight: Weight = None,
    weights_are: Literal["strength", "length"] = "strength",
    start: Optional[Start] = None,
    pin: Optional[Iterable[Hashable]] = None,
    max_move: Optional[float] = None,
    link_length: Optional[float] = None,
    ticks: Optional[int] = None,
    time_budget: Optional[float] = None,
    repulsion: Optional[float] = None,
    root: Optional[Hashable] = None,
    direction: Optional[Literal["down", "up", "right", "left"]] = None,
    directed: Optional[bool] = None,
    node_count: Optional[int] = None,
    source: Hashable = "source",
    target: Hashable = "target",
    scale: Optional[float] = None,
    center: Optional[Sequence[float]] = None,
    as_array: Optional[bool] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
    info: Optional[List[LayoutInfo]] = None,
) -> Positions:
    """Positions for the nodes of a graph.

    >>> positions = layout(networkx.karate_club_graph())
    >>> networkx.draw(graph, pos=positions)

    The same graph, arguments and seed give the same bits on every machine of one kind, whatever the
    number of threads; only ``time_budget`` makes a result depend on the clock. Ctrl-C ends the work.

    Parameters
    ----------
    graph:
        A graph of networkx or igraph; a square matrix of scipy.sparse; a table of pandas with the
        columns ``source`` and ``target``; an integer array of shape (edges, 2), the numbers of nodes;
        or pairs of nodes, which may be anything hashable.
    method:
        One of ``layouts()``. "auto" chooses by shape and size.
    dim:
        2, or 3 for space.
    quality:
        How much time to spend on it; "balanced" unless said otherwise.
    goal:
        What the drawing keeps where it cannot keep all. None: by method and size.
    seed:
        What all random choices follow from: an integer from 0 to 2^64 - 1, or a generator of numpy,
        which one number is drawn from.
    weight:
        The name of an attribute of edges, or of a column; for matrices True (their values); for igraph,
        tables, arrays and pairs also an array, one number for each edge. From 1e-12 to 1e12. None: all
        edges are alike.
    weights_are:
        "strength": an edge of weight 4 wants to be half as long as one of 1. "length": four times.
    start:
        Where nodes begin: positions by node, or an array in the order of the nodes. Nodes without one
        (or NaN) begin near their neighbours. For methods that take a start.
    pin:
        Nodes that stay where ``start`` has them, to the bit.
    max_move:
        How far nodes with a start may move from it.
    link_length:
        How long an edge wants to be; 30 layout units.
    ticks:
        How many ticks each component may take, of methods that have any.
    time_budget:
        About how many seconds it may take.
    repulsion:
        A factor of the repulsion of the method "force".
    root:
        The node that a tree is drawn from.
    direction:
        Where edges of layers lead; "down".
    directed:
        True or False instead of what the graph says.
    node_count:
        The number of nodes of an array of edges, when the last ones have none.
    scale, center:
        As in networkx: the largest distance of a coordinate from the center, which is the origin unless
        said otherwise. None: layout units, in which edges are about ``link_length`` long.
    as_array:
        True for an array (nodes, dim) in the order of the nodes, False for a dictionary by node. None: a
        dictionary for networkx, tables and pairs, an array for the others.
    threads:
        How many threads work; it changes no bit of the result.
    progress:
        Called with the share of the work that is done, from 0 to 1, on this thread.
    info:
        A list that gets a ``LayoutInfo``.

    Raises
    ------
    ForceGraphError
        A sentence that says what is wrong.
    """
    if dim not in (2, 3):
        raise ForceGraphError(f"dim is {dim!r}; it must be 2 or 3")
    given = graph_arrays(
        graph, weight=weight, directed=directed, node_count=node_count, source=source, target=target
    )
    places = _start(start, given, dim)
    options = encoded({
        "layout": method, "dim": int(dim), "quality": quality, "goal": goal,
        "seed": _seed(seed), "ticks": _plain(ticks), "repulsion": _plain(repulsion),
        "root": None if root is None else given.number(root, "root"),
        "weights": None if given.weights is None else weights_are,
        "directed": given.directed, "time-budget": _plain(time_budget),
        "link-length": _plain(link_length), "max-move": _plain(max_move), "direction": direction,
        "threads": _plain(threads),
    })
    pinned = _pinned(pin, given)
    positions = np.empty((given.node_count, dim))
    work = Work(progress)
    report = json.loads(work.call(
        library.fg_layout, *given.arguments(), _address(given.weights), _address(places),
        _address(pinned), options, len(options), work.address, _address(positions),
        owned=(given, places, pinned, positions)))
    if info is not None:
        info.append(LayoutInfo(
            report["layout"], report["stop"], report["ticks"], report["components"],
            report["seconds"], report["notes"]))
    for note in report["notes"]:
        logging.getLogger(__name__).info("%s", note)
    positions = _scaled(positions, scale, center)
    return _by_node(positions, given, as_array)


def metrics(
    graph: Any,
    positions: Start,
    *,
    weight: Weight = None,
    weights_are: Literal["strength", "length"] = "strength",
    radius: Optional[float] = None,
    seed: Seed = 1,
    node_count: Optional[int] = None,
    source: Hashable = "source",
    target: Hashable = "target",
) -> Dict[str, float]:
    """How good positions are.

    Returns ``stress`` (0 is perfect, about 0.7 random), ``neighborhood_preservation`` (1 is perfect),
    ``edge_length_variation``, ``crossings_per_edge`` (in the plane), ``overlaps_per_node`` (of discs of
    ``radius``, by default a tenth of the mean edge) and ``mean_edge_length``. None of the first four
    depends on the scale. Large graphs are sampled by ``seed``.
    """
    given = graph_arrays(
        graph, weight=weight, node_count=node_count, source=source, target=target)
    dim = _dimensions(positions)
    places = _start(positions, given, dim)
    assert places is not None
    missing = np.isnan(places).any(axis=1)
    if missing.any():
        raise ForceGraphError(
            f"node {int(np.argmax(missing))} has no position", "bad-position")
    options = encoded({
        "dim": dim, "directed": given.directed, "radius": _plain(radius), "seed": _seed(seed),
        "weights": None if given.weights is None else weights_are,
    })
    return json.loads(call(
        library.fg_metrics, *given.arguments(), _address(given.weights), _address(places), options,
        len(options)))


def measure(
    graph: Any,
    name: str,
    *,
    weight: Weight = None,
    directed: Optional[bool] = None,
    node_count: Optional[int] = None,
    source: Hashable = "source",
    target: Hashable = "target",
    as_array: Optional[bool] = None,
    progress: Optional[Progress] = None,
) -> Union[Dict[Hashable, float], np.ndarray]:
    """A measure of each node: "degree", "component", "community" (Leiden), "pagerank", "betweenness" or
    "core". Components and communities are numbers from 1. Weights are strengths.

    Returns a dictionary by node or an array, as ``layout`` does.
    """
    given = graph_arrays(
        graph, weight=weight, directed=directed, node_count=node_count, source=source, target=target)
    options = encoded({"measure": name, "directed": given.directed})
    values = np.empty(given.node_count)
    work = Work(progress)
    work.call(
        library.fg_measure, *given.arguments(), _address(given.weights), options, len(options),
        work.address, _address(values), owned=(given, values))
    if name in ("degree", "component", "community", "core"):
        values = values.astype(np.int64)
    if as_array is None:
        as_array = given.nodes is None
    if as_array:
        return values
    return dict(zip(_names(given), values.tolist()))


# MARK: Arguments and results


def _address(array: Optional[np.ndarray]) -> Optional[int]:
    return None if array is None else array.ctypes.data


def _plain(value: Any) -> Any:
    """Numbers of numpy as numbers of Python."""
    return value.item() if isinstance(value, np.generic) else value


def _seed(seed: Seed) -> str:
    if isinstance(seed, np.random.Generator):
        return str(int(seed.integers(2**63)))
    if isinstance(seed, np.random.RandomState):
        return str(int(seed.randint(2**31)))
    if isinstance(seed, (bool, np.bool_)) or not isinstance(seed, (int, np.integer)):
        raise ForceGraphError(f"seed is {seed!r}; it must be an integer or a generator of numpy")
    if not 0 <= int(seed) < 2**64:
        raise ForceGraphError(f"seed is {seed}; it must be from 0 to 2^64 - 1")
    return str(int(seed))


def _dimensions(positions: Start) -> int:
    if isinstance(positions, Mapping):
        first = next(iter(positions.values()), (0.0, 0.0))
        count = len(first)
    else:
        shape = np.shape(positions)
        count = shape[1] if len(shape) == 2 else 0
    if count not in (2, 3):
        raise ForceGraphError("positions must have 2 or 3 coordinates a node", "bad-position")
    return int(count)


def _start(start: Optional[Start], graph: GraphArrays, dim: int) -> Optional[np.ndarray]:
    """Positions in the order of the nodes, NaN for nodes without one."""
    if start is None:
        return None
    if isinstance(start, Mapping):
        places = np.full((graph.node_count, dim), np.nan)
        for node, place in start.items():
            number = graph.number(node, "start")
            try:
                places[number] = np.asarray(place, dtype=np.float64).reshape(dim)
            except (TypeError, ValueError):
                raise ForceGraphError(
                    f"the position of {node!r} is {place!r}; it must be {dim} numbers", "bad-position"
                ) from None
    else:
        try:
            if np.iscomplexobj(start):
                raise TypeError("they are complex")
            places = np.array(start, dtype=np.float64, order="C")
        except (TypeError, ValueError) as error:
            raise ForceGraphError(f"the positions are no numbers: {error}", "bad-position") from None
        if places.shape != (graph.node_count, dim):
            raise ForceGraphError(
                f"the positions have the shape {places.shape}; ({graph.node_count}, {dim}) is needed",
                "bad-position",
            )
    if np.isinf(places).any():
        node = int(np.argmax(np.isinf(places).any(axis=1)))
        raise ForceGraphError(f"the position of node {node} is not finite", "bad-position")
    return places


def _pinned(pin: Optional[Iterable[Hashable]], graph: GraphArrays) -> Optional[np.ndarray]:
    if pin is None:
        return None
    pinned = np.zeros(graph.node_count, dtype=np.uint8)
    if isinstance(pin, (str, bytes)):
        raise ForceGraphError("pin is a text; it must be a collection of nodes")
    for node in pin:
        pinned[graph.number(node, "pin")] = 1
    return pinned


def _scaled(
    positions: np.ndarray, scale: Optional[float], center: Optional[Sequence[float]]
) -> np.ndarray:
    if scale is not None:
        if not (np.isfinite(scale) and scale > 0):
            raise ForceGraphError(f"scale is {scale}; it must be positive and finite")
        if len(positions):
            positions = positions - (positions.min(axis=0) + positions.max(axis=0)) / 2
            largest = np.abs(positions).max()
            positions = positions * (scale / largest) if largest > 0 else positions
    if center is not None:
        offset = np.asarray(center, dtype=np.float64)
        if offset.shape != (positions.shape[1],):
            raise ForceGraphError(f"center is {center!r}; it must be {positions.shape[1]} numbers")
        positions = positions + offset
    return positions


def _names(graph: GraphArrays) -> Iterable[Hashable]:
    return range(graph.node_count) if graph.nodes is None else graph.nodes


def _by_node(positions: np.ndarray, graph: GraphArrays, as_array: Optional[bool]) -> Positions:
    if as_array is None:
        as_array = graph.nodes is None
    return positions if as_array else dict(zip(_names(graph), positions))
