# debian: python3-graph-tool (measured with 2.45)
# interpreter: system
"""graph-tool: sfdp_layout, a Barnes-Hut tree at theta 0.6, in the plane only.

Iterations are timed without the hierarchy of coarser graphs; the whole layout has it, as is its default without a start.
"""
import warnings

warnings.simplefilter("ignore")
import graph_tool
import graph_tool.draw
import numpy

from harness import adapter


def answer(request):
    graph_tool.seed_rng(request["seed"])
    numpy.random.seed(request["seed"])
    graph_tool.openmp_set_num_threads(request["threads"])
    graph = graph_tool.Graph(directed=False)
    graph.add_vertex(request["nodes"])
    graph.add_edge_list(adapter.edges(request))
    start = adapter.start(request) if request.get("start") else None

    def run(count):
        if count is None:
            found = graph_tool.draw.sfdp_layout(graph)
        else:
            # Epsilon 0: movements that become small must not end a run whose iterations are counted.
            pos = graph.new_vertex_property("vector<double>")
            pos.set_2d_array(start.T)
            found = graph_tool.draw.sfdp_layout(graph, pos=pos, multilevel=False, max_iter=count, epsilon=0.0)
        return found.get_2d_array([0, 1]).T

    return adapter.layout(request, run)


adapter.serve(graph_tool.__version__.split()[0], answer)
