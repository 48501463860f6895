# pip: networkit==11.2.2
"""NetworKit: PivotMDS with 50 pivots, alone and as the start of MaxentStress (k = 3, its fast computation).

Neither has iterations one could compare: whole layouts only, of connected graphs.
"""
import networkit

from harness import adapter


def answer(request):
    networkit.setSeed(request["seed"], False)
    networkit.setNumberOfThreads(request["threads"])
    graph = networkit.Graph(request["nodes"])
    for source, target in adapter.edges(request):
        graph.addEdge(int(source), int(target))

    def run(_):
        pivots = networkit.viz.PivotMDS(graph, request["dim"], 50)
        pivots.run()
        positions = pivots.getCoordinates()
        if request["method"] == "pivotmds":
            return positions
        stress = networkit.viz.MaxentStress(graph, request["dim"], 3, positions, fastComputation=True)
        stress.run()
        return stress.getCoordinates()

    return adapter.layout(request, run)


adapter.serve(networkit.__version__, answer)
