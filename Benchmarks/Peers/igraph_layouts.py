# pip: igraph==1.0.0
"""igraph: Fruchterman-Reingold, Kamada-Kawai, DrL and graphopt. One iteration is its own: every node and every link once.

Above 1,000 nodes, "auto", its default, cuts Fruchterman-Reingold's repulsion in the plane off at a grid cell: no far forces at all.
In space, and in graphopt, all pairs are summed. The start is scaled to the method's own unit, in which neighbours are about 1
apart: its grid does not reach beyond a square of sqrt(n), and what is outside is in one cell.
"""
import random

import igraph

from harness import adapter


def answer(request):
    random.seed(request["seed"])
    igraph.set_random_number_generator(random)
    graph = igraph.Graph(n=request["nodes"], edges=adapter.edges(request))
    seed = (adapter.start(request) / 20).tolist() if request.get("start") else None

    def run(count):
        options = {"seed": seed}
        if count is not None:
            options["niter"] = count
        if request["method"] == "fr":
            return graph.layout_fruchterman_reingold(dim=request["dim"], **options).coords
        if request["method"] == "graphopt":
            return graph.layout_graphopt(**options).coords
        if request["method"] == "kk":
            return graph.layout_kamada_kawai(seed=seed).coords
        return graph.layout_drl(dim=request["dim"], seed=seed).coords

    return adapter.layout(request, run)


adapter.serve(igraph.__version__, answer, threads=1)
