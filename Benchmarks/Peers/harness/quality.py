"""How good a whole layout is, by two measures that do not depend on its size or place."""
import numpy
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import breadth_first_order
from scipy.spatial import cKDTree

SOURCES = 100
SAMPLED_NODES = 5000


def evenly(count, wanted):
    """`wanted` of `count` indices, evenly spread; all when there are no more."""
    return numpy.unique(numpy.linspace(0, count - 1, min(count, wanted)).astype(int))


class Judge:
    """Knows a graph: its adjacency, and the lengths of the shortest paths from some evenly spread nodes."""

    def __init__(self, edges, nodes):
        pairs = numpy.loadtxt(edges, dtype=numpy.int64, ndmin=2)
        both = numpy.concatenate([pairs, pairs[:, ::-1]])
        self.links = coo_matrix((numpy.ones(len(both)), (both[:, 0], both[:, 1])), shape=(nodes, nodes)).tocsr()
        self.sources = evenly(nodes, SOURCES)
        self.paths = [path_lengths(self.links, source) for source in self.sources]
        self.nodes = evenly(nodes, SAMPLED_NODES)

    def stress(self, positions):
        """Normalised stress: the mean over pairs of nodes of ((s |x_i - x_j| - d_ij) / d_ij)^2 with d_ij the length of the
        shortest path and s the scale that makes it least. Pairs are those of the sources with all others.

        0 is perfect, about 0.7 random, 1 all nodes at one point.
        """
        pairs = linear = square = 0.0
        for source, path in zip(self.sources, self.paths):
            reached = path > 0
            ratio = numpy.linalg.norm(positions[reached] - positions[source], axis=1) / path[reached]
            pairs, linear, square = pairs + len(ratio), linear + ratio.sum(), square + (ratio * ratio).sum()
        # The mean of (s r - 1)^2 at s = sum(r) / sum(r^2).
        return float(1 - linear * linear / (square * pairs)) if square > 0 else 1.0

    def neighbours_kept(self, positions):
        """For each node with k links, the share common to its k nearest nodes and its k neighbours in the graph (Jaccard);
        the mean, over some evenly spread nodes of large graphs. 1 is perfect."""
        tree = cKDTree(positions)
        begin, neighbours = self.links.indptr, self.links.indices
        degrees = numpy.diff(begin)[self.nodes]
        total = 0.0
        # Nodes of about as many links are asked for at once, so that a hub does not make all lists long.
        sizes = numpy.ceil(numpy.log2(degrees.clip(1))).astype(int)
        for size in numpy.unique(sizes[degrees > 0]):
            members = self.nodes[(sizes == size) & (degrees > 0)]
            nearest = tree.query(positions[members], min(2**size + 1, len(positions)))[1]
            for node, row in zip(members, nearest):
                own = neighbours[begin[node] : begin[node + 1]]
                near = row[row != node][: len(own)]
                common = len(numpy.intersect1d(near, own, assume_unique=True))
                total += common / (2 * len(own) - common)
        return total / max(1, int((degrees > 0).sum()))


def path_lengths(links, source):
    """How many links from `source` to each node; 0 where there is no way, and for itself."""
    order, before = breadth_first_order(links, source)
    place = numpy.zeros(links.shape[0], dtype=numpy.int64)
    place[order] = numpy.arange(len(order))
    # Where in the order each node's predecessor is: it only grows, so nodes at one distance are a range of the order.
    parents = place[before[order[1:]]]
    lengths = numpy.zeros(links.shape[0], dtype=numpy.int32)
    low, high, length = 0, 1, 0
    while high < len(order):
        length += 1
        low, high = high, 1 + int(numpy.searchsorted(parents, high))
        lengths[order[low:high]] = length
    return lengths
