# pip: pytreegrav==1.5.0
# start: slow
"""pytreegrav: gravity by an octree, vectors over r^3 in space. Time is that of one call: building the tree and all forces.

The theta whose measured error is nearest to ours is timed. Numba compiles it in every process anew, for about a minute.
"""
from importlib.metadata import version

import numpy
import pytreegrav

from harness import adapter


def answer(request):
    points = adapter.start(request)
    masses = numpy.ones(len(points))
    parallel = request["threads"] > 1

    def evaluate(theta):
        return pytreegrav.Accel(points, masses, theta=theta, parallel=parallel, method="tree")

    if parallel:
        import numba

        numba.set_num_threads(min(request["threads"], numba.config.NUMBA_NUM_THREADS))
    evaluate(1.0)
    return adapter.nearest_accuracy(request, [1.4, 1.0, 0.7, 0.5, 0.35], evaluate, points, 3)


adapter.serve(version("pytreegrav"), answer)
