"""A simulation that one steps, steers and saves."""

from __future__ import annotations

import ctypes
import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Dict, Hashable, Iterator, List, Optional, Sequence, Union

import numpy as np

from ._graphs import GraphArrays, Weight, graph_arrays
from ._layout import Seed, Start, _address, _plain, _seed, _start
from ._library import ForceGraphError, Progress, Work, call, encoded, library

Values = Union[float, Sequence[float], np.ndarray]
"""A number, or an array with one for each node (of link forces: for each edge)."""


@dataclass
class Force:
    """What all forces are. Their ``name`` is what ``Simulation.forces`` calls them; None for the kind."""

    kind: ClassVar[str] = ""

    def _options(self) -> Dict[str, Any]:
        return self._plain_options()

    def _plain_options(self) -> Dict[str, Any]:
        options: Dict[str, Any] = {"force": self.kind}
        for parameter in fields(self):
            value = _numbers(parameter.name, getattr(self, parameter.name))
            if value is not None:
                options[parameter.name.replace("_", "-")] = value
        return options


def _numbers(name: str, value: Any) -> Any:
    """A parameter as JSON has it. None where the default is meant, which infinity is."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, dict):
        return {shape: [_numbers(f"{name} {shape}", part) for part in parts] for shape, parts in value.items()}
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ForceGraphError(f"{name} is {value!r}; it must be a number or an array of them") from None
    if array.ndim > 2:
        raise ForceGraphError(f"{name} has the shape {array.shape}; it must be one row of numbers, or of points")
    if array.ndim == 0 and name in _INFINITE and np.isposinf(array):
        return None
    if not np.isfinite(array).all():
        raise ForceGraphError(f"{name} has a value that is not finite")
    return value if isinstance(value, (int, float)) else array.tolist()


# Parameters whose default is infinity.
_INFINITE = {"distance_max", "cutoff", "distance"}


@dataclass
class ManyBody(Force):
    """Nodes repel each other (negative strength) or attract. d3's forceManyBody."""

    kind: ClassVar[str] = "many-body"
    strength: Values = -30.0
    accuracy: Optional[float] = None
    theta: Optional[float] = None
    distance_min: float = 1.0
    distance_max: Optional[float] = None
    name: Optional[str] = None


@dataclass
class Link(Force):
    """Edges are springs. ``strength`` None: weaker at nodes with many edges, as in d3."""

    kind: ClassVar[str] = "link"
    strength: Optional[Values] = None
    length: Values = 30.0
    iterations: int = 1
    name: Optional[str] = None


@dataclass
class Collide(Force):
    """Discs (balls) of these radii do not overlap."""

    kind: ClassVar[str] = "collide"
    radius: Values = 1.0
    strength: float = 1.0
    iterations: int = 1
    name: Optional[str] = None


@dataclass
class Center(Force):
    """Moves all nodes so that their mean is at ``center``, the origin unless said otherwise."""

    kind: ClassVar[str] = "center"
    center: Optional[Sequence[float]] = None
    strength: float = 1.0
    name: Optional[str] = None


@dataclass
class Position(Force):
    """Pulls nodes to a coordinate on one axis: "x", "y" or "z"."""

    kind: ClassVar[str] = "position"
    axis: str = "x"
    target: Values = 0.0
    strength: Values = 0.1
    name: Optional[str] = None


@dataclass
class Radial(Force):
    """Pulls nodes to a circle (sphere) around ``center``."""

    kind: ClassVar[str] = "radial"
    radius: Values = 100.0
    center: Optional[Sequence[float]] = None
    strength: Values = 0.1
    name: Optional[str] = None


@dataclass
class Gravity(Force):
    """Pulls nodes to ``center``, more the nearer they are; ``softening`` bounds it there."""

    kind: ClassVar[str] = "gravity"
    center: Optional[Sequence[float]] = None
    strength: float = 1.0
    softening: float = 1.0
    name: Optional[str] = None


@dataclass
class Group(Force):
    """Pulls the nodes of each group together. ``groups``: an integer a node, negative for none."""

    kind: ClassVar[str] = "group"
    groups: Sequence[int] = ()
    strength: Values = 0.1
    name: Optional[str] = None


@dataclass
class VelocityLimit(Force):
    """No node moves farther than ``limit`` in a tick."""

    kind: ClassVar[str] = "velocity-limit"
    limit: float = 1.0
    name: Optional[str] = None


@dataclass
class BoxCollide(Force):
    """Boxes around nodes, such as labels, do not overlap. ``half_sides``: half the width and half the height,
    for all nodes or a row a node. ``offsets``: from nodes to the centres of their boxes."""

    kind: ClassVar[str] = "box-collide"
    half_sides: Any
    offsets: Any = None
    strength: float = 1.0
    iterations: int = 1
    name: Optional[str] = None


@dataclass
class Spring(Force):
    """Edges are springs with inertia and damping, which keep a stiffness of their own in each tick."""

    kind: ClassVar[str] = "spring"
    stiffness: Values = 0.5
    length: Values = 30.0
    damping: float = 0.2
    name: Optional[str] = None


@dataclass
class Magnetic(Force):
    """Turns edges towards a direction, from source to target; in either sense if ``is_bidirectional``."""

    kind: ClassVar[str] = "magnetic"
    direction: Sequence[float]
    strength: Values = 0.5
    is_bidirectional: bool = False
    name: Optional[str] = None


@dataclass
class TForce(Force):
    """The t-force of the layouts: a push of short range between all nodes, and a pull along edges."""

    kind: ClassVar[str] = "t-force"
    strength: float = 10.0
    attraction: float = 8.0
    distance: float = 1.0
    cutoff: Optional[float] = None
    theta: float = 0.9
    stiffness: Values = 1.0
    name: Optional[str] = None


@dataclass
class Pointer(Force):
    """Pulls nodes within ``radius`` to a point (negative strength: pushes them away). None: does nothing."""

    kind: ClassVar[str] = "pointer"
    point: Optional[Sequence[float]] = None
    radius: float = 100.0
    strength: float = 1.0
    name: Optional[str] = None


@dataclass
class Anchor(Force):
    """Holds nodes near places of their own. ``places``: a row a node, None or NaN for a free one. The pull
    fades to nothing within ``fade_ticks`` ticks (300) after ``start_tick`` (0); infinity: never. ``distance``:
    how far from its place a node may be, which does not fade."""

    kind: ClassVar[str] = "anchor"
    places: Any
    distance: Optional[float] = None
    strength: float = 0.1
    start_tick: int = 0
    fade_ticks: float = 300
    name: Optional[str] = None

    def _options(self) -> Dict[str, Any]:
        rows = [None if row is None or np.isnan(np.asarray(row, dtype=np.float64)).all()
                else _numbers("place", row) for row in self.places]
        # The largest count that JSON holds, which no run reaches.
        fade = 2**53 if self.fade_ticks == float("inf") else self.fade_ticks
        return {**replace(self, places=None, fade_ticks=fade)._plain_options(), "places": rows}


@dataclass
class Boundary(Force):
    """Keeps nodes in a region: ``Boundary.box(low, high)``, ``Boundary.disc(center, radius)`` or
    ``Boundary.polygon(corners)``, which is convex. ``share``: 1 is hard, less is elastic."""

    kind: ClassVar[str] = "boundary"
    region: Dict[str, Any] = field(default_factory=dict)
    share: float = 1.0
    name: Optional[str] = None

    @classmethod
    def box(cls, low: Sequence[float], high: Sequence[float], **options: Any) -> Boundary:
        """All points between two corners."""
        return cls({"box": [low, high]}, **options)

    @classmethod
    def disc(cls, center: Sequence[float], radius: float, **options: Any) -> Boundary:
        """All points at most ``radius`` from ``center``."""
        return cls({"disc": [center, radius]}, **options)

    @classmethod
    def polygon(cls, corners: Sequence[Sequence[float]], **options: Any) -> Boundary:
        """The points of a convex polygon."""
        return cls({"polygon": list(corners)}, **options)


class _Handle:
    """The library's simulation, which lives as long as somebody sees its memory."""

    def __init__(self, address: int, node_count: int):
        self.address = address
        self.node_count = node_count

    def __del__(self) -> None:
        library.fg_simulation_free(self.address)


class _Memory:
    """Numbers of the library, for numpy."""

    def __init__(self, handle: _Handle, address: int, shape: Any):
        self.handle = handle
        self.__array_interface__ = {
            "data": (address, True), "shape": shape, "typestr": np.dtype(np.float64).str,
            "version": 3,
        }


class Simulation:
    """Moves the nodes of a graph by forces, tick by tick.

    >>> simulation = Simulation(edges, forces=[ManyBody(), Link(length=40), Center()])
    >>> simulation.run()
    >>> simulation.positions

    The same input gives the same bits as Swift's ``Simulation`` does, on every machine and with any
    number of threads.

    Parameters
    ----------
    graph:
        What ``layout`` takes.
    forces:
        Applied in this order in each tick. None: ``[ManyBody(), Link(), Center()]``.
    dim:
        2 or 3.
    start:
        Where nodes begin, each of them. None: d3-force's spiral.
    seed:
        Of the random displacements of nodes that are on one point.
    alpha, alpha_min, alpha_decay, alpha_target, velocity_decay:
        Cooling and friction, as in d3-force, whose values hold where nothing is said.
    threads:
        How many threads work; it changes no bit of the result.
    """

    def __init__(
        self,
        graph: Any,
        forces: Optional[Sequence[Force]] = None,
        *,
        dim: int = 2,
        start: Optional[Start] = None,
        seed: Seed = 1,
        alpha: Optional[float] = None,
        alpha_min: Optional[float] = None,
        alpha_decay: Optional[float] = None,
        alpha_target: Optional[float] = None,
        velocity_decay: Optional[float] = None,
        threads: Optional[int] = None,
        node_count: Optional[int] = None,
        weight: Weight = None,
        source: Hashable = "source",
        target: Hashable = "target",
    ):
        if dim not in (2, 3):
            raise ForceGraphError(f"dim is {dim!r}; it must be 2 or 3")
        given = graph_arrays(
            graph, weight=weight, node_count=node_count, source=source, target=target)
        places = _start(start, given, dim)
        if places is not None and np.isnan(places).any():
            node = int(np.argmax(np.isnan(places).any(axis=1)))
            raise ForceGraphError(f"node {node} has no start; a simulation needs all", "bad-position")
        options = encoded({
            "dim": int(dim), "seed": _seed(seed), "threads": _plain(threads),
            "alpha": _plain(alpha), "alpha-min": _plain(alpha_min),
            "alpha-decay": _plain(alpha_decay), "alpha-target": _plain(alpha_target),
            "velocity-decay": _plain(velocity_decay),
            "forces": _forces([ManyBody(), Link(), Center()] if forces is None else forces),
        })
        address = ctypes.c_void_p()
        call(library.fg_simulation_new, *given.arguments(), _address(places), options, len(options),
             ctypes.addressof(address))
        self._set_up(address, given)

    def _set_up(self, address: ctypes.c_void_p, graph: GraphArrays) -> None:
        assert address.value is not None
        self._handle = _Handle(address.value, graph.node_count)
        self._graph = graph
        self._lock = threading.Lock()
        self._owner: Optional[int] = None

    @contextmanager
    def _turn(self) -> Iterator[int]:
        """Threads take turns. A function of the caller that runs during a tick cannot have one."""
        if self._owner == threading.get_ident():
            raise ForceGraphError("the simulation is ticking: use it when the call has returned")
        with self._lock:
            self._owner = threading.get_ident()
            try:
                yield self._handle.address
            finally:
                self._owner = None

    def _facts(self) -> Dict[str, Any]:
        with self._turn() as address:
            return json.loads(call(library.fg_simulation_facts, address))

    def _set(self, **options: Any) -> None:
        encoded_options = encoded(options)
        with self._turn() as address:
            call(library.fg_simulation_set, address, encoded_options, len(encoded_options))

    # MARK: Ticks

    def tick(self, count: int = 1, *, progress: Optional[Progress] = None) -> int:
        """Does ``count`` ticks, also when the simulation is cold. Returns their number."""
        return self._advance(count, False, progress)

    def run(self, at_most: int = 2**31 - 1, *, progress: Optional[Progress] = None) -> int:
        """Ticks until the simulation is cold. Returns the number of ticks. Ctrl-C ends it between two
        ticks; the state is then a good one."""
        return self._advance(at_most, True, progress)

    def _advance(self, count: int, until_cold: bool, progress: Optional[Progress]) -> int:
        if isinstance(count, (bool, np.bool_)) or not isinstance(count, (int, np.integer)) or count < 0:
            raise ForceGraphError(f"the number of ticks is {count!r}; it must be an integer from 0")
        done = ctypes.c_int64()
        with self._turn():
            work = Work(progress)
            arguments = (min(int(count), 2**62), int(until_cold), work.address, ctypes.addressof(done))
            # The thread retains the handle, and with it the simulation.
            handle = self._handle
            work.finish(lambda: library.fg_simulation_advance(handle.address, *arguments))
        return done.value

    # MARK: State

    @property
    def nodes(self) -> List[Hashable]:
        """The nodes, in the order of the arrays."""
        names = self._graph.nodes
        return list(range(self._graph.node_count)) if names is None else list(names)

    @property
    def positions(self) -> np.ndarray:
        """Positions, (nodes, dim), without a copy: ticks change what an array shows that was taken before.
        Read only; assign an array to move the nodes."""
        return self._seen(library.fg_simulation_positions)

    @positions.setter
    def positions(self, positions: Start) -> None:
        self._replace(library.fg_simulation_set_positions, positions)

    @property
    def velocities(self) -> np.ndarray:
        """Velocities in layout units per tick, like ``positions``."""
        return self._seen(library.fg_simulation_velocities)

    @velocities.setter
    def velocities(self, velocities: Start) -> None:
        self._replace(library.fg_simulation_set_velocities, velocities)

    def _seen(self, function: Any) -> np.ndarray:
        # Another thread may edit the simulation, which then has another handle.
        handle = self._handle
        return np.asarray(_Memory(handle, function(handle.address), (handle.node_count, self.dim)))

    def _replace(self, function: Any, numbers: Start) -> None:
        places = _start(numbers, self._graph, self.dim)
        assert places is not None
        with self._turn() as address:
            call(function, address, places.ctypes.data)

    @property
    def dim(self) -> int:
        """2 or 3."""
        if not hasattr(self, "_dim"):
            self._dim = int(self._facts()["dim"])
        return self._dim

    @property
    def alpha(self) -> float:
        """The temperature, from 1 down to 0; assign to reheat."""
        return float(self._facts()["alpha"])

    @alpha.setter
    def alpha(self, alpha: float) -> None:
        self._set(alpha=_plain(alpha))

    @property
    def alpha_target(self) -> float:
        """What alpha goes to; above ``alpha_min`` the simulation never gets cold."""
        return float(self._facts()["alpha-target"])

    @alpha_target.setter
    def alpha_target(self, alpha_target: float) -> None:
        self._set(**{"alpha-target": _plain(alpha_target)})

    @property
    def tick_count(self) -> int:
        """The number of ticks so far."""
        return int(self._facts()["ticks"])

    @property
    def is_cold(self) -> bool:
        """True when ``run`` has nothing to do."""
        return bool(self._facts()["cold"])

    @property
    def forces(self) -> List[str]:
        """The names of the forces. Assign a list of forces to replace all."""
        return list(self._facts()["forces"])

    @forces.setter
    def forces(self, forces: Sequence[Force]) -> None:
        self._set(forces=_forces(forces))

    @property
    def hash(self) -> str:
        """64 bits that stand for the state, equal for equal trajectories; as hexadecimal digits."""
        return str(self._facts()["hash"]).rjust(16, "0")

    def pin(self, node: Hashable, place: Optional[Sequence[float]] = None) -> None:
        """Holds a node at a place; where it is unless said otherwise."""
        number = self._graph.number(node, "pin")
        if place is None:
            place = self.positions[number]
        try:
            numbers = np.array(place, dtype=np.float64).reshape(self.dim)
        except (TypeError, ValueError):
            raise ForceGraphError(
                f"the place is {place!r}; it must be {self.dim} numbers", "bad-position") from None
        with self._turn() as address:
            call(library.fg_simulation_pin, address, number, numbers.ctypes.data)

    def release(self, node: Hashable) -> None:
        """Lets a pinned node go."""
        number = self._graph.number(node, "release")
        with self._turn() as address:
            call(library.fg_simulation_pin, address, number, None)

    # MARK: Edits

    @property
    def links(self) -> np.ndarray:
        """The numbers of the nodes of each link: int32, (links, 2)."""
        with self._turn() as address:
            count = int(json.loads(call(library.fg_simulation_facts, address))["links"])
            links = np.empty((count, 2), dtype=np.int32)
            library.fg_simulation_links(address, links.ctypes.data)
        return links

    @contextmanager
    def edit(self) -> Iterator["Edit"]:
        """Adds and removes nodes and links, as one transaction at the end of the block.

        >>> with simulation.edit() as edit:
        ...     edit.add("new", links=["a", "b"])
        ...     edit.remove("c")
        >>> simulation.alpha = 0.3

        What stays keeps positions, velocities, pins and values of forces. Arrays of ``positions`` that were
        taken before stay as they are. An error, also one of the block, changes nothing.
        """
        edit = Edit(self)
        yield edit
        self._apply(edit)

    def _apply(self, edit: "Edit") -> None:
        graph, handle = self._graph, self._handle
        if edit._handle is not handle:
            raise ForceGraphError("the simulation was edited by another thread or block meanwhile")
        options = encoded(edit._options(self.dim))
        address = ctypes.c_void_p()
        with self._turn() as own:
            call(library.fg_simulation_edit, own, options, len(options), ctypes.addressof(address))
            kept = [node for number, node in enumerate(self.nodes) if number not in edit._removed]
            nodes: Optional[List[Hashable]] = kept + edit._added
            if graph.nodes is None and nodes == list(range(len(kept) + len(edit._added))):
                nodes = None
            count = len(kept) + len(edit._added)
            edited = GraphArrays(count, np.zeros((0, 2)), None, graph.directed, nodes)
            assert address.value is not None
            self._graph, self._handle = edited, _Handle(address.value, count)

    # MARK: Saving

    def save(self) -> bytes:
        """The simulation, forces included, as bytes that Swift's ``Checkpoint`` reads too. The names of
        nodes are not in it."""
        with self._turn() as address:
            return call(library.fg_simulation_save, address)

    @classmethod
    def restore(cls, saved: bytes, nodes: Optional[Sequence[Hashable]] = None) -> "Simulation":
        """The simulation that ``save`` has written. It goes on with the same bits.

        nodes: the names of the nodes; None for numbers.
        """
        if not isinstance(saved, (bytes, bytearray, memoryview)):
            raise ForceGraphError(f"saved is a {type(saved).__name__}; it must be bytes")
        content = bytes(saved)
        address = ctypes.c_void_p()
        facts = json.loads(
            call(library.fg_simulation_restore, content, len(content), ctypes.addressof(address)))
        count = int(facts["nodes"])
        simulation = cls.__new__(cls)
        simulation._set_up(address, GraphArrays(count, np.zeros((0, 2)), None, False, None))
        if nodes is not None:
            names = list(nodes)
            if len(names) != count:
                raise ForceGraphError(f"there are {len(names)} names, but {count} nodes")
            simulation._graph.nodes = names
        return simulation


class Edit:
    """The changes of ``Simulation.edit``. Nodes are named as in the simulation."""

    def __init__(self, simulation: Simulation):
        self._handle = simulation._handle
        self._graph = simulation._graph
        self._links = simulation.links
        self._dim = simulation.dim
        self._removed: Dict[int, None] = {}
        self._removed_links: Dict[int, None] = {}
        self._added: List[Hashable] = []
        self._added_numbers: Dict[Hashable, int] = {}
        self._positions: List[Optional[List[float]]] = []
        self._added_links: List[int] = []
        self._values: List[Dict[str, Any]] = []

    def _number(self, node: Hashable, what: str) -> int:
        try:
            number = self._added_numbers.get(node)
        except TypeError:
            number = None
        if number is not None:
            return number
        number = self._graph.number(node, what)
        if number in self._removed and what != "remove":
            raise ForceGraphError(f"{what} names {node!r}, which this edit has removed")
        return number

    def add(
        self, node: Optional[Hashable] = None, position: Optional[Sequence[float]] = None,
        links: Sequence[Hashable] = (),
    ) -> Hashable:
        """Adds a node, and links to others. Returns its name, the next number unless said otherwise. Without
        a position it begins at the mean of its neighbours."""
        number = self._graph.node_count + len(self._added)
        try:
            if node is None:
                node = number
                while node in self._added_numbers or self._is_node(node):
                    node += 1
            is_known = node in self._added_numbers or self._is_node(node)
        except TypeError as error:
            raise ForceGraphError(f"a node cannot be one: {error}", "bad-graph") from None
        if is_known:
            raise ForceGraphError(f"there is a node {node!r} already", "bad-graph")
        place = None
        if position is not None:
            try:
                place = np.array(position, dtype=np.float64).reshape(self._dim)
            except (TypeError, ValueError):
                raise ForceGraphError(
                    f"the position is {position!r}; it must be {self._dim} numbers", "bad-position") from None
            if not np.isfinite(place).all():
                raise ForceGraphError(f"the position is {position!r}, not finite", "bad-position")
        self._added.append(node)
        self._added_numbers[node] = number
        self._positions.append(None if place is None else place.tolist())
        for other in links:
            self.link(node, other)
        return node

    def _is_node(self, node: Hashable) -> bool:
        hash(node)
        try:
            return self._graph.number(node, "add") not in self._removed
        except ForceGraphError:
            return False

    def remove(self, node: Hashable) -> None:
        """Removes a node and its links."""
        number = self._number(node, "remove")
        if number >= self._graph.node_count:
            raise ForceGraphError(f"remove names {node!r}, which this edit adds")
        self._removed[number] = None

    def link(self, first: Hashable, second: Hashable) -> None:
        """Adds a link between two nodes, also new ones."""
        self._added_links += [self._number(first, "link"), self._number(second, "link")]

    def unlink(self, first: Hashable, second: Hashable) -> None:
        """Removes the links between two nodes, in both directions."""
        for number in self._found(first, second, "unlink"):
            self._removed_links[number] = None

    def _found(self, first: Hashable, second: Hashable, what: str) -> List[int]:
        ends = self._number(first, what), self._number(second, what)
        links = self._links
        found = (links == ends).all(axis=1) | (links == ends[::-1]).all(axis=1)
        if not found.any():
            raise ForceGraphError(f"there is no link between {first!r} and {second!r}")
        return np.flatnonzero(found).tolist()

    def set(
        self, force: str, parameter: str, value: float, *, node: Optional[Hashable] = None,
        link: Optional[Sequence[Hashable]] = None,
    ) -> None:
        """Sets the value of a force for a node, or for the link between two: what new ones need where the
        force has an array of values."""
        if (node is None) == (link is None):
            raise ForceGraphError("set needs a node or a link, and not both")
        if node is not None:
            indices = [self._number(node, "set")]
        else:
            first, second = link  # type: ignore[misc]
            ends = [self._number(first, "set"), self._number(second, "set")]
            new = [
                len(self._links) + place // 2 for place in range(0, len(self._added_links), 2)
                if sorted(self._added_links[place:place + 2]) == sorted(ends)]
            indices = new or self._found(first, second, "set")
        for index in indices:
            self._values.append({
                "force": force, "parameter": parameter.replace("_", "-"), "index": index,
                "value": _plain(value)})

    def _options(self, dim: int) -> Dict[str, Any]:
        flat: List[Any] = []
        for position in self._positions:
            flat += [None] * dim if position is None else position
        return {
            "remove-nodes": list(self._removed), "remove-links": list(self._removed_links),
            "add-nodes": len(self._added), "positions": flat, "add-links": self._added_links,
            "set": self._values,
        }


def _forces(forces: Sequence[Force]) -> List[Dict[str, Any]]:
    for number, force in enumerate(forces):
        if not isinstance(force, Force):
            raise ForceGraphError(
                f"force {number} is a {type(force).__name__}; it must be one of the forces of this package")
    return [force._options() for force in forces]
