"""The graphs of scripts/draw-beside: 26 without direction, as lists of edges between numbers, and 4 files of Graphviz's."""
import gzip
import heapq
import random
import re


def largest(edges):
    """Returns the largest component, with its nodes renumbered."""
    neighbors = {}
    for a, b in edges:
        neighbors.setdefault(a, []).append(b)
        neighbors.setdefault(b, []).append(a)
    seen, best = set(), []
    for start in neighbors:
        if start in seen:
            continue
        found = [start]
        seen.add(start)
        for node in found:
            new = [other for other in neighbors[node] if other not in seen]
            seen.update(new)
            found += dict.fromkeys(new)
        best = max(best, found, key=len)
    numbers = {node: number for number, node in enumerate(sorted(best))}
    return [(numbers[a], numbers[b]) for a, b in edges if a in numbers]


def listed(path):
    """A list of edges, between names or numbers."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else open(path) as file:
        pairs = [re.split(r"[\s,]+", line)[:2] for line in file if line.strip() and line[0] != "#"]
    if not pairs[0][0].isdigit() and path.suffix == ".csv":
        pairs = pairs[1:]
    numbers = {}
    return largest([tuple(numbers.setdefault(end, len(numbers)) for end in pair) for pair in pairs])


def gml(path):
    """The edges of a GML file that has one on a line."""
    text = gzip.open(path, "rt").read() if path.suffix == ".gz" else path.read_text()
    return largest([(int(a), int(b)) for a, b in re.findall(r"source (\d+) target (\d+)", text)])


def grid(columns, rows, around=(False, False), diagonals=False):
    edges = []
    for x in range(columns):
        for y in range(rows):
            if x + 1 < columns or around[0]:
                edges.append((x * rows + y, (x + 1) % columns * rows + y))
            if y + 1 < rows or around[1]:
                edges.append((x * rows + y, x * rows + (y + 1) % rows))
            if diagonals and x + 1 < columns and y + 1 < rows:
                edges.append((x * rows + y, (x + 1) * rows + y + 1))
    return edges


def sierpinski(depth):
    numbers, edges = {}, set()

    def divide(a, b, c, depth):
        if depth == 0:
            ends = [numbers.setdefault(corner, len(numbers)) for corner in (a, b, c)]
            edges.update([(ends[0], ends[1]), (ends[1], ends[2]), (ends[0], ends[2])])
            return
        ab, bc, ac = (tuple((u + v) // 2 for u, v in zip(*ends)) for ends in ((a, b), (b, c), (a, c)))
        for corners in ((a, ab, ac), (ab, b, bc), (ac, bc, c)):
            divide(*corners, depth - 1)

    side = 2 ** (depth + 1)
    divide((0, 0), (side, 0), (0, side), depth)
    return sorted(edges)


def roads(columns, rows):
    """A spanning tree of a grid and a fifth of the other edges, each of one to four pieces."""
    lot, edges = random.Random(1), grid(columns, rows)
    lot.shuffle(edges)
    root = list(range(columns * rows))

    def find(node):
        while root[node] != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    tree, rest = [], []
    for a, b in edges:
        (rest if find(a) == find(b) else tree).append((a, b))
        root[find(a)] = find(b)
    pieces, count = [], columns * rows
    for a, b in tree + rest[:len(rest) // 5]:
        last = a
        for _ in range(lot.randrange(4)):
            pieces.append((last, count))
            last, count = count, count + 1
        pieces.append((last, b))
    return pieces


def small_world(count, chance):
    """A ring whose nodes know three on either side, some edges led elsewhere (Watts and Strogatz)."""
    lot, edges = random.Random(1), set()
    for node in range(count):
        for step in (1, 2, 3):
            other = lot.randrange(count) if lot.random() < chance else (node + step) % count
            if other != node:
                edges.add((min(node, other), max(node, other)))
    return largest(sorted(edges))


def communities(count, size):
    lot, nodes = random.Random(1), range(count * size)
    return largest([(a, b) for a in nodes for b in range(a)
                    if lot.random() < (0.25 if a // size == b // size else 0.004)])


def random_tree(count):
    """Returns the tree of docs/gallery.md. Early nodes have more branches."""
    state, edges = 1, []
    for node in range(1, count):
        state = state * 16807 % 2147483647
        edges.append((int(node * (state / 2147483647) ** 1.5), node))
    return edges


def caterpillar(length, legs):
    return [(i, i + 1) for i in range(length - 1)] + [
        (i % length, length + i) for i in range(length * legs)]


def ring_of_cliques(count, size):
    inside = [(c * size + a, c * size + b) for c in range(count) for a in range(size) for b in range(a)]
    return inside + [(c * size, (c + 1) % count * size + 1) for c in range(count)]


def bipartite(first, second, edges):
    lot = random.Random(1)
    return largest(sorted({(lot.randrange(first), first + lot.randrange(second)) for _ in range(edges)}))


def undirected(root):
    """Returns names and functions that create the edges."""
    examples, peers = root / "Examples", root / "Benchmarks" / "Peers" / "graphs"
    return {
        "Les Misérables": lambda: listed(examples / "miserables.csv"),
        "American football": lambda: gml(examples / "football.gml"),
        "coauthors": lambda: gml(examples / "netscience.gml.gz"),
        "political weblogs": lambda: gml(examples / "polblogs.gml.gz"),
        "the power grid": lambda: listed(examples / "power.txt.gz"),
        "the internet": lambda: listed(examples / "internet.txt.gz"),
        "Debian": lambda: listed(examples / "debian.edges.gz"),
        "geometric, 1,000 nodes": lambda: listed(peers / "geo1000.txt.gz"),
        "scale-free, 1,000 nodes": lambda: listed(peers / "ba1000.txt.gz"),
        "roads": lambda: roads(40, 30),
        "three holes": lambda: listed(examples / "holes.txt.gz"),
        "triangles, 100 by 100": lambda: grid(100, 100, diagonals=True),
        "a grid, 30 by 30": lambda: grid(30, 30),
        "a ribbon, 12 by 150": lambda: grid(150, 12),
        "a cylinder, 60 by 20": lambda: grid(60, 20, (True, False)),
        "a torus, 40 by 16": lambda: grid(40, 16, (True, True)),
        "Sierpinski's triangle": lambda: sierpinski(6),
        "a path of 61": lambda: grid(61, 1),
        "a binary tree": lambda: [((node - 1) // 2, node) for node in range(1, 1023)],
        "a random tree": lambda: random_tree(2000),
        "a caterpillar": lambda: caterpillar(60, 4),
        "small world, 1 % led elsewhere": lambda: small_world(1000, 0.01),
        "small world, 10 %": lambda: small_world(500, 0.1),
        "eight communities": lambda: communities(8, 40),
        "a ring of cliques": lambda: ring_of_cliques(20, 8),
        "bipartite, 150 and 250": lambda: bipartite(150, 250, 600),
    }


def moebius(length, width):
    """A strip whose ends are joined upside down."""
    strip = grid(length, width)
    return strip + [((length - 1) * width + row, width - 1 - row) for row in range(width)]


def cactus(count):
    """Rings of 3 to 8 that share nodes, each with one before it."""
    lot, edges, nodes = random.Random(1), [], 1
    while nodes < count:
        ring = [lot.randrange(nodes), *range(nodes, nodes + lot.randint(2, 7))]
        nodes = ring[-1] + 1
        edges += zip(ring, [*ring[1:], ring[0]])
    return edges


def outerplanar(count):
    """A ring and seven tenths of the chords of a triangulation of its inside by lot."""
    lot, edges, open_parts = random.Random(1), [(node, (node + 1) % count) for node in range(count)], [(0, count - 1)]
    while open_parts:
        first, last = open_parts.pop()
        if last - first < 2:
            continue
        middle = lot.randrange(first + 1, last)
        for a, b in ((first, middle), (middle, last)):
            if b - a > 1 and lot.random() < 0.7:
                edges.append((a, b))
            open_parts.append((a, b))
    return edges


def spider(legs, length):
    return [(0 if step == 0 else leg * length + step, leg * length + step + 1) for leg in range(legs) for step in range(length)]


def hexagonal_torus(columns, rows):
    """Hexagons on a torus: every second upright edge of a grid that is closed both ways."""
    return [(a, b) for a, b in grid(columns, rows, (True, True))
            if a // rows != b // rows or (a // rows + a % rows) % 2 == 0]


def pruefer_tree(count):
    """Any labelled tree, as likely as any other, from its Pruefer code."""
    lot = random.Random(1)
    code = [lot.randrange(count) for _ in range(count - 2)]
    degrees = [1] * count
    for node in code:
        degrees[node] += 1
    leaves, edges = [node for node in range(count) if degrees[node] == 1], []
    heapq.heapify(leaves)
    for node in code:
        edges.append((heapq.heappop(leaves), node))
        degrees[node] -= 1
        if degrees[node] == 1:
            heapq.heappush(leaves, node)
    return edges + [(heapq.heappop(leaves), heapq.heappop(leaves))]


def families():
    """Seven kinds of which another program's drawing was preferred to that of version 0.2: names and functions that create the edges."""
    return {
        "Moebius strip": lambda: moebius(100, 6),
        "cactus": lambda: cactus(1000),
        "outerplanar": lambda: outerplanar(600),
        "spider": lambda: spider(12, 40),
        "ternary tree": lambda: [((node - 1) // 3, node) for node in range(1, 3280)],
        "hexagonal torus": lambda: hexagonal_torus(40, 24),
        "Pruefer tree": lambda: pruefer_tree(3000),
    }


# Graphs of Examples; dot draws them in place of sfdp.
DIRECTED = ["graphviz/unix.gv", "graphviz/world.gv", "graphviz/pgram.gv", "architecture.gv"]
