"""The scenes: an edge list, two nodes a line, which simbench reads too, and start positions, a node a line.

`random` is the scene of that name in Sources/Scenes, drawn with the same generator in the same order. `mesh` is a square
grid with a diagonal in every cell, the nodes in random order: it is connected, and what a good drawing of it looks like is
plain. `geo` and `holes` are made from random points (graphs/README.md). All others are files.
"""
import gzip
import math
from dataclasses import dataclass
from pathlib import Path

from . import planar

SEED = 42
GRAPHS = Path(__file__).resolve().parent.parent / "graphs"
MADE = {"geo10000": planar.geometric, "geo100000": planar.geometric, "holes4000": planar.holes}
EXAMPLES = GRAPHS.parent.parent.parent / "Examples"
FILES = {"internet": EXAMPLES / "internet.txt.gz", "debian": EXAMPLES / "debian.edges.gz"}


class Random:
    """d3-force's generator."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (1664525 * self.state + 1013904223) % 4294967296
        return self.state / 4294967296

    def below(self, count):
        return math.floor(self.next() * count)


@dataclass(frozen=True)
class Scene:
    name: str
    nodes: int
    dim: int
    edges: Path
    start: Path | None  # None: every program starts as it likes


def random_scene(folder, nodes, dim):
    edges, start = folder / f"random-{nodes}-{dim}d.edges", folder / f"random-{nodes}-{dim}d.start"
    if not start.exists():
        random = Random(SEED)
        pairs = []
        for _ in range(2 * nodes):
            source, target = random.below(nodes), random.below(nodes)
            pairs.append((source, (target + 1) % nodes if target == source else target))
        write(edges, pairs)
        point = disc_point if dim == 2 else ball_point
        write(start, (point(nodes, random) for _ in range(nodes)))
    return Scene("random", nodes, dim, edges, start)


def disc_point(nodes, random):
    radius = 10 * math.sqrt(nodes) * math.sqrt(random.next())
    angle = 2 * math.pi * random.next()
    return radius * math.cos(angle), radius * math.sin(angle)


def ball_point(nodes, random):
    radius = 20 * nodes ** (1 / 3) * random.next() ** (1 / 3)
    height = 2 * random.next() - 1
    width = math.sqrt(1 - height * height)
    angle = 2 * math.pi * random.next()
    return radius * width * math.cos(angle), radius * width * math.sin(angle), radius * height


def layout_scene(folder, name, nodes):
    if name == "mesh":
        return mesh_scene(folder, nodes)
    edges = folder / f"{name}.edges"
    if not edges.exists():
        write(edges, largest_component(MADE[name](nodes) if name in MADE else read(name)))
    return Scene(name, counted(edges), 2, edges, None)


def counted(edges):
    """How many nodes a scene's file has, which counts them from 0."""
    with edges.open() as file:
        return 1 + max(max(map(int, line.split())) for line in file)


def read(name):
    """The links of a file: pairs of words, which are numbers or names."""
    path = FILES.get(name, GRAPHS / f"{name}.txt.gz")
    return [line.split() for line in gzip.decompress(path.read_bytes()).decode().splitlines() if not line.startswith("#")]


def largest_component(pairs):
    """As not every program takes several; its nodes are counted in the order in which they appear."""
    number = {}
    for pair in pairs:
        for node in pair:
            number.setdefault(node, len(number))
    parent = list(range(len(number)))

    def root(node):
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    pairs = [(number[a], number[b]) for a, b in pairs]
    for a, b in pairs:
        parent[root(a)] = root(b)
    members = {}
    for node in range(len(parent)):
        members.setdefault(root(node), []).append(node)
    kept = {node: i for i, node in enumerate(max(members.values(), key=len))}
    return [(kept[a], kept[b]) for a, b in pairs if a in kept]


def mesh_scene(folder, nodes):
    """The square nearest to `nodes`."""
    side = round(math.sqrt(nodes))
    edges = folder / f"mesh-{side * side}.edges"
    if not edges.exists():
        random = Random(SEED)
        name = list(range(side * side))
        for last in range(side * side - 1, 0, -1):
            other = random.below(last + 1)
            name[last], name[other] = name[other], name[last]
        steps = [(0, 1), (1, 0), (1, 1)]
        cells = ((x, y, dx, dy) for y in range(side) for x in range(side) for dx, dy in steps)
        inside = (cell for cell in cells if cell[0] + cell[2] < side and cell[1] + cell[3] < side)
        write(edges, ((name[y * side + x], name[(y + dy) * side + x + dx]) for x, y, dx, dy in inside))
    return Scene("mesh", side * side, 2, edges, None)


def write(path, rows):
    """All or nothing, so that a run that was stopped leaves no half scene."""
    partial = path.with_suffix(".partial")
    with partial.open("w") as file:
        for row in rows:
            file.write(" ".join(map(repr, row)) + "\n")
    partial.rename(path)
