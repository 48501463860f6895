# pip: fa2==1.1.2
"""fa2: ForceAtlas2 with Barnes-Hut (theta 1.2, its default), compiled by Cython. 100 iterations unless told."""
from importlib.metadata import version

import numpy
from fa2 import ForceAtlas2
from scipy import sparse

from harness import adapter


def answer(request):
    pairs = adapter.edges(request)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    both = numpy.concatenate([pairs, pairs[:, ::-1]])
    shape = (request["nodes"], request["nodes"])
    matrix = sparse.coo_matrix((numpy.ones(len(both)), (both[:, 0], both[:, 1])), shape=shape).tocsr()
    start = adapter.start(request) if request.get("start") else None

    def run(count):
        method = ForceAtlas2(dim=request["dim"], backend="cython", seed=request["seed"], verbose=False)
        return method.forceatlas2(matrix, pos=start, **({} if count is None else {"iterations": count}))

    return adapter.layout(request, run)


adapter.serve(version("fa2"), answer, threads=1)
