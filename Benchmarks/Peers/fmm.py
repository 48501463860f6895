# pip: fmm2dpy==0.0.5 fmm3dpy==2.1.0 numpy==1.26.4
"""The Flatiron Institute's fast multipole methods: rfmm2d, vectors over r^2 in the plane, and lfmm3d, over r^3 in space.

Time is that of one call: sorting points into the tree, all expansions, potential and gradient. `eps` is the precision
asked for; the one whose measured error is nearest to ours is timed.
"""
from importlib.metadata import version

import numpy

from harness import adapter


def answer(request):
    points = adapter.start(request)
    sources = numpy.asfortranarray(points.T)
    charges = numpy.ones(len(points))
    if request["dim"] == 2:
        import fmm2dpy

        # The potential is the sum of log r, so its gradient points away from the sources.
        evaluate = lambda eps: -fmm2dpy.rfmm2d(eps=eps, sources=sources, charges=charges, pg=2).grad.T
        exponent, name = 2, "fmm2dpy"
    else:
        import fmm3dpy

        # Its potential is the sum of 1 / (4 pi r).
        evaluate = lambda eps: 4 * numpy.pi * fmm3dpy.lfmm3d(eps=eps, sources=sources, charges=charges, pg=2).grad.T
        exponent, name = 3, "fmm3dpy"
    return adapter.nearest_accuracy(request, [0.3, 0.1, 0.03, 0.01, 1e-3], evaluate, points, exponent) | {"name": name}


adapter.serve({name: version(name) for name in ("fmm2dpy", "fmm3dpy")}, answer)
