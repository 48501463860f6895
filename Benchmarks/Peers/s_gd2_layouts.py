# pip: s-gd2==1.8.1
"""s_gd2: stress by stochastic gradient descent, over all pairs, or over 200 pivots (sparse). 30 iterations, its default."""
import numpy
import s_gd2

from harness import adapter

PIVOTS = 200


def answer(request):
    pairs = adapter.edges(request)
    sources, targets = (pairs[:, side].astype(numpy.int32) for side in (0, 1))

    def run(_):
        if request["method"] == "sparse":
            return s_gd2.layout_sparse(sources, targets, min(PIVOTS, request["nodes"]), random_seed=request["seed"])
        return s_gd2.layout(sources, targets, random_seed=request["seed"])

    return adapter.layout(request, run)


adapter.serve("1.8.1", answer, threads=1)
