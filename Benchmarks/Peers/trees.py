# pip: scipy==1.17.1 pykdtree==1.4.3
"""KD-trees: scipy's cKDTree and pykdtree. Points are in Double; every point asks for its neighbours, itself among them.

cKDTree is built balanced and compact, its default. A radius query of cKDTree counts neighbours and does not list them;
pykdtree has none. Threads are scipy's workers and pykdtree's OpenMP; building is serial in both.
"""
from importlib.metadata import version

from pykdtree.kdtree import KDTree
from scipy.spatial import cKDTree

from harness import adapter


def answer(request):
    points = adapter.start(request)
    make = cKDTree if request["method"] == "scipy" else KDTree
    tree = make(points)

    def work():
        if request["what"] == "build":
            make(points)
        elif request["what"] == "radius":
            count = tree.query_ball_point(
                points, request["radius"], workers=request["threads"], return_length=True)
            return int(count.sum())
        elif request["method"] == "scipy":
            return int(tree.query(points, request["neighbors"], workers=request["threads"])[1].size)
        else:
            return int(tree.query(points, request["neighbors"])[1].size)

    found = work()
    return {"ms": [adapter.milliseconds(work)[1] for _ in range(request["samples"])], "found": found,
            "threads": 1 if request["what"] == "build" else request["threads"]}


adapter.serve({"scipy": version("scipy"), "pykdtree": version("pykdtree")}, answer)
