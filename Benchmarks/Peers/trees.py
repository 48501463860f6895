# pip: scipy==1.17.1 pykdtree==1.4.3 pynanoflann==0.10.0
"""KD-trees: scipy's cKDTree, pykdtree and nanoflann. Every point asks for its neighbours, itself among them, and for pairs.

cKDTree is built balanced and compact, its default; it computes in Double alone. nanoflann is called through pynanoflann, with
the leaves of its own default. Neighbours within a radius are listed; pykdtree has no such query. Pairs are cKDTree's
query_pairs, each pair once, without distances, on one thread. Threads are scipy's workers, nanoflann's n_jobs and pykdtree's
OpenMP; building is serial in all of them.
"""
from importlib.metadata import version

import numpy
import pynanoflann
from pykdtree.kdtree import KDTree
from scipy.spatial import cKDTree

from harness import adapter


def make_nanoflann(points, request):
    tree = pynanoflann.KDTree(n_neighbors=request["neighbors"], radius=request["radius"])
    tree.fit(points)
    return tree


def count(rows):
    return int(sum(map(len, rows)))


def scipy_work(tree, points, request):
    if request["what"] == "radius":
        return count(tree.query_ball_point(points, request["radius"], workers=request["threads"]))
    if request["what"] == "pairs":
        return len(tree.query_pairs(request["radius"], output_type="ndarray"))
    return int(tree.query(points, request["neighbors"], workers=request["threads"])[1].size)


def nanoflann_work(tree, points, request):
    if request["what"] == "radius":
        return count(tree.radius_neighbors(points, request["radius"], n_jobs=request["threads"])[1])
    return int(tree.kneighbors(points, request["neighbors"], n_jobs=request["threads"])[1].size)


def pykdtree_work(tree, points, request):
    return int(tree.query(points, request["neighbors"])[1].size)


METHODS = {
    "scipy": (lambda points, _: cKDTree(points), scipy_work),
    "pykdtree": (lambda points, _: KDTree(points), pykdtree_work),
    "nanoflann": (make_nanoflann, nanoflann_work),
}


def answer(request):
    request["what"], _, precision = request["what"].partition("-")
    points = adapter.start(request).astype(numpy.float32 if precision == "float" else numpy.float64)
    make, ask = METHODS[request["method"]]
    tree = make(points, request)
    is_build = request["what"] == "build"

    def work():
        return make(points, request) if is_build else ask(tree, points, request)

    found = work()
    is_serial = is_build or request["what"] == "pairs"
    return {"ms": [adapter.milliseconds(work)[1] for _ in range(request["samples"])],
            "found": None if is_build else found, "threads": 1 if is_serial else request["threads"]}


names = {"scipy": "scipy", "pykdtree": "pykdtree", "nanoflann": "pynanoflann"}
adapter.serve({method: version(name) for method, name in names.items()}, answer)
