"""How good a whole layout is, by two measures that do not depend on its size or place."""
import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import shortest_path
from scipy.spatial import cKDTree

SOURCES = 50


def graph(edges, nodes):
    pairs = numpy.loadtxt(edges, dtype=numpy.int64, ndmin=2)
    both = numpy.concatenate([pairs, pairs[:, ::-1]])
    return coo_matrix((numpy.ones(len(both)), (both[:, 0], both[:, 1])), shape=(nodes, nodes)).tocsr()


def stress(links, positions, sources=SOURCES):
    """Normalised stress: the mean over pairs of nodes of ((s |x_i - x_j| - d_ij) / d_ij)^2 with d_ij the length of the
    shortest path and s the scale that makes it least. Pairs are those of some evenly spread nodes with all others.

    0 is perfect, about 0.7 random, 1 all nodes at one point.
    """
    chosen = numpy.unique(numpy.linspace(0, len(positions) - 1, sources).astype(int))
    path = shortest_path(links, unweighted=True, indices=chosen)
    drawn = numpy.linalg.norm(positions[chosen][:, None, :] - positions[None, :, :], axis=2)
    reached = numpy.isfinite(path) & (path > 0)
    path, drawn = path[reached], drawn[reached]
    ratio = drawn / path
    scale = ratio.sum() / (ratio * ratio).sum()
    return float(((scale * ratio - 1) ** 2).mean())


def neighbours_kept(links, positions):
    """For each node with k links, the share common to its k nearest nodes and its k neighbours in the graph (Jaccard);
    the mean. 1 is perfect."""
    degrees = numpy.diff(links.indptr)
    nearest = cKDTree(positions).query(positions, int(degrees.max()) + 1)[1]
    total = 0.0
    for node, degree in enumerate(degrees):
        near = [other for other in nearest[node] if other != node][:degree]
        common = len(numpy.intersect1d(near, links.indices[links.indptr[node] : links.indptr[node + 1]]))
        total += common / (2 * degree - common) if degree else 0.0
    return total / max(1, int((degrees > 0).sum()))
