# pip: rustworkx==0.18.1
"""rustworkx: spring_layout, Fruchterman-Reingold over all pairs, in the plane only. 50 iterations unless told."""
import rustworkx

from harness import adapter


def answer(request):
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(request["nodes"]))
    graph.add_edges_from_no_data([(int(a), int(b)) for a, b in adapter.edges(request)])
    pos = dict(enumerate(adapter.start(request).tolist())) if request.get("start") else None

    def run(count):
        # A tolerance of 0: an iteration that moves little must not end a run whose iterations are counted.
        options = {} if count is None else {"num_iter": count, "tol": 0.0}
        found = rustworkx.spring_layout(graph, pos=pos, seed=request["seed"], **options)
        return [found[node] for node in range(request["nodes"])]

    return adapter.layout(request, run)


adapter.serve(rustworkx.__version__, answer, threads=1)
