"""Graphs that are made from random points in the plane, by their seeds: road-like networks, and irregular meshes around holes."""
import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.spatial import Delaunay

SEED = 42
# Centres and radii in the unit square.
HOLES = [(0.3, 0.3, 0.1), (0.7, 0.45, 0.13), (0.4, 0.75, 0.08)]


def geometric(nodes):
    """Of the Delaunay triangulation of uniform points the minimum spanning tree, and its shortest edges until there are two a
    node: a plane can have these distances, but no regular mesh helps."""
    random = numpy.random.default_rng(SEED)
    points = random.random((nodes, 2))
    pairs = edges_of(Delaunay(points).simplices)
    lengths = numpy.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1)
    tree = minimum_spanning_tree(coo_matrix((lengths, pairs.T), shape=(nodes, nodes))).tocoo()
    first = numpy.sort(numpy.stack([tree.row, tree.col], axis=1), axis=1)
    by_length = numpy.concatenate([first, pairs[numpy.argsort(lengths, kind="stable")]])
    _, places = numpy.unique(by_length @ [nodes, 1], return_index=True)
    return shuffled(by_length[numpy.sort(places)[: 2 * nodes]], nodes, random)


def holes(nodes):
    """The Delaunay triangulation of points that crowd around three holes, without the triangles across them: an irregular mesh,
    as those of airfoils are."""
    random = numpy.random.default_rng(SEED)
    kept = []
    while len(kept) < nodes:
        x, y, radius = HOLES[random.integers(len(HOLES))]
        angle = 2 * numpy.pi * random.random()
        # One point of four anywhere, the others near a rim.
        reach = radius + random.exponential(0.05)
        point = random.random(2) if random.random() < 0.25 else (x + reach * numpy.cos(angle), y + reach * numpy.sin(angle))
        if 0 <= point[0] <= 1 and 0 <= point[1] <= 1 and not in_hole(numpy.array([point]))[0]:
            kept.append(point)
    points = numpy.array(kept)
    triangles = Delaunay(points).simplices
    open_triangles = triangles[~in_hole(points[triangles].mean(axis=1))]
    return shuffled(edges_of(open_triangles), nodes, random)


def in_hole(points):
    distances = [numpy.linalg.norm(points - [x, y], axis=1) < radius for x, y, radius in HOLES]
    return numpy.any(distances, axis=0)


def edges_of(triangles):
    """Each edge once, the smaller node first."""
    sides = numpy.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [0, 2]]])
    return numpy.unique(numpy.sort(sides, axis=1), axis=0)


def shuffled(pairs, nodes, random):
    """Under new numbers, as an order of nodes that follows the plane would help some programs."""
    return random.permutation(nodes)[pairs].tolist()
