"""Graphs of other libraries, where these are installed."""
import numpy as np
import pytest

import forcegraph
from forcegraph import ForceGraphError
from forcegraph._graphs import graph_arrays


def edge_set(arrays, weights=False):
    pairs = [tuple(sorted(edge)) for edge in arrays.edges.tolist()]
    return sorted(zip(pairs, arrays.weights)) if weights else sorted(pairs)


def test_networkx_graphs_become_the_same_edges():
    nx = pytest.importorskip("networkx")
    graph = nx.gnm_random_graph(1000, 3000, seed=1)
    graph.add_edge(4, 4)
    arrays = graph_arrays(graph)
    assert arrays.node_count == 1000 and not arrays.directed and arrays.nodes == list(graph)
    assert edge_set(arrays) == sorted(tuple(sorted(edge)) for edge in graph.edges)
    directed = graph_arrays(nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")]))
    assert directed.directed and sorted(directed.edges.tolist()) == [[0, 1], [1, 0], [1, 2]]


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_networkx_weights_go_with_their_edges(kind):
    nx = pytest.importorskip("networkx")
    graph = getattr(nx, kind)()
    edges = [("c", "a", 2.0), ("a", "b", 3.0), ("b", "b", 5.0), ("d", "c", 7.0), ("a", "c", 11.0)]
    for first, second, weight in edges:
        graph.add_edge(first, second, weight=weight)
    numbers = {name: number for number, name in enumerate(graph)}
    arrays = graph_arrays(graph, weight="weight")
    expected = sorted(
        (tuple(sorted((numbers[u], numbers[v]))), w) for u, v, w in graph.edges(data="weight"))
    assert edge_set(arrays, weights=True) == expected


def test_networkx_layouts_are_dictionaries_of_its_own_nodes():
    nx = pytest.importorskip("networkx")
    graph = nx.relabel_nodes(nx.karate_club_graph(), lambda node: ("member", node))
    positions = forcegraph.layout(graph, weight="weight")
    assert list(positions) == list(graph) and positions[("member", 3)].shape == (2,)
    assert nx.get_node_attributes(graph, "pos") == {}
    again = forcegraph.layout(graph, start=positions, pin=[("member", 0)], seed=9)
    assert np.array_equal(again[("member", 0)], positions[("member", 0)])
    with pytest.raises(ForceGraphError, match="no edge has the attribute 'wieght'"):
        forcegraph.layout(graph, weight="wieght")
    with pytest.raises(ForceGraphError, match="the name of an attribute"):
        forcegraph.layout(graph, weight=[1, 2])
    graph[("member", 0)][("member", 1)]["weight"] = "heavy"
    with pytest.raises(ForceGraphError, match="no numbers"):
        forcegraph.layout(graph, weight="weight")
    graph.add_node(float("nan"))
    assert len(forcegraph.layout(graph)) == 35
    assert forcegraph.layout(nx.empty_graph(0)) == {}


def test_igraph_graphs():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Erdos_Renyi(n=1000, m=3000)
    arrays = graph_arrays(graph)
    assert arrays.node_count == 1000 and arrays.edges.tolist() == [list(e) for e in graph.get_edgelist()]
    assert forcegraph.layout(graph).shape == (1000, 2)
    graph.es["weight"] = list(range(1, 3001))
    assert graph_arrays(graph, weight="weight").weights.tolist() == list(range(1, 3001))
    assert graph_arrays(igraph.Graph(directed=True, edges=[(0, 1)])).directed
    with pytest.raises(ForceGraphError, match="no edge has the attribute 'length'"):
        forcegraph.layout(graph, weight="length")
    assert forcegraph.layout(igraph.Graph()).shape == (0, 2)


def test_sparse_matrices():
    sparse = pytest.importorskip("scipy.sparse")
    rows, columns, values = [0, 1, 1, 2, 3], [1, 0, 2, 1, 3], [2.0, 2.0, 5.0, 5.0, 1.0]
    for kind in (sparse.coo_matrix, sparse.csr_matrix, sparse.csc_array):
        matrix = kind((values, (rows, columns)), shape=(5, 5))
        arrays = graph_arrays(matrix, weight=True)
        assert not arrays.directed and arrays.node_count == 5
        assert edge_set(arrays, weights=True) == [((0, 1), 2.0), ((1, 2), 5.0), ((3, 3), 1.0)]
    assert graph_arrays(sparse.csr_matrix(([1], ([0], [1])), shape=(2, 2))).directed
    assert forcegraph.layout(sparse.csr_matrix(np.eye(1000, k=1))).shape == (1000, 2)
    with pytest.raises(ForceGraphError, match="is square"):
        forcegraph.layout(sparse.csr_matrix((2, 3)))
    with pytest.raises(ForceGraphError, match="the weight of edge 0 is nan"):
        forcegraph.layout(sparse.csr_matrix([[0, np.nan], [0, 0]]), weight=True)


def test_tables():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"source": ["a", "b"], "target": ["b", "c"], "weight": [1.0, 4.0]})
    assert list(forcegraph.layout(table, weight="weight")) == ["a", "b", "c"]
    assert graph_arrays(table, weight="weight").weights.tolist() == [1.0, 4.0]
    renamed = table.rename(columns={"source": "from", "target": "to"})
    assert list(forcegraph.layout(renamed, source="from", target="to")) == ["a", "b", "c"]
    with pytest.raises(ForceGraphError, match="no column 'source'"):
        forcegraph.layout(renamed)
    with pytest.raises(ForceGraphError, match="no column 'value'"):
        forcegraph.layout(table, weight="value")
    table.loc[1, "target"] = None
    with pytest.raises(ForceGraphError, match="row 1 of the table lacks an end"):
        forcegraph.layout(table)


@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_networkx_graphs_make_the_round_trip(kind, tmp_path):
    nx = pytest.importorskip("networkx")
    graph = getattr(nx, kind)(nx.gnm_random_graph(1000, 3000, seed=1, directed="Di" in kind), year=1862)
    graph.add_edge(3, 3)
    if "Multi" in kind:
        graph.add_edges_from([(1, 2), (1, 2), (2, 1)])
    for node in graph:
        graph.nodes[node].update(age=node % 7, town=f"t{node % 3}", pos=(node * 0.5, -node))
    for number, (*_, data) in enumerate(graph.edges(data=True)):
        data.update(weight=1.5 + number, open=number % 2 == 0)
    ours = forcegraph.Graph.of(graph)
    assert ours.positions.tolist() == [[node * 0.5, -node] for node in graph]
    again = ours.to_networkx()
    assert type(again) is type(graph) and list(again) == list(graph) and again.graph == graph.graph

    def edges(graph):
        ends = (lambda u, v: (u, v)) if graph.is_directed() else (lambda u, v: tuple(sorted((u, v))))
        return sorted((ends(u, v), data["weight"], data["open"]) for u, v, data in graph.edges(data=True))

    assert edges(again) == edges(graph)
    assert nx.get_node_attributes(again, "town") == nx.get_node_attributes(graph, "town")
    forcegraph.write(graph, tmp_path / "a.graphml")
    read = forcegraph.read(tmp_path / "a.graphml")
    assert read.weights.tolist() == ours.weights.tolist() and read.ids == [str(node) for node in graph]
    layout = forcegraph.layout(ours)
    assert list(layout) == list(graph)
    assert layout[5].shape == (2,)


def test_igraph_graphs_make_the_round_trip():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Erdos_Renyi(n=1000, m=3000, directed=True)
    graph.vs["name"] = [f"v{number}" for number in range(1000)]
    graph.vs["age"] = [number % 7 for number in range(1000)]
    graph.es["weight"] = [0.5 * number for number in range(3000)]
    graph.es["kind"] = ["a", None, "b"] * 1000
    ours = forcegraph.Graph.of(graph)
    ours.positions = forcegraph.layout(ours)
    again = ours.to_igraph()
    assert again.get_edgelist() == graph.get_edgelist() and again.is_directed()
    assert again.vs["name"] == graph.vs["name"] and again.vs["age"] == graph.vs["age"]
    assert again.es["weight"] == graph.es["weight"] and again.es["kind"] == graph.es["kind"]
    last = forcegraph.Graph.of(again)
    assert np.array_equal(last.positions, ours.positions) and last.ids == ours.ids


def test_tables_make_the_round_trip():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({
        "source": ["a", "b", "c"], "target": ["b", "c", "a"], "weight": [1.0, 2.0, 0.5],
        "kind": ["x", None, "y"]})
    ours = forcegraph.Graph.of(table)
    ours.node_attributes["age"] = pandas.Series([1, 2, 3])
    nodes, edges = ours.to_pandas()
    assert edges["source"].tolist() == ["a", "b", "c"] and edges["weight"].tolist() == [1.0, 2.0, 0.5]
    assert edges["kind"].isna().tolist() == [False, True, False] and edges["kind"][2] == "y"
    assert nodes.loc["b", "age"] == 2
    series = pandas.Series(["p", "q", "p"])
    # Codes have the name of their top member beside them.
    assert ">p: c (2)<" in forcegraph.draw(table, color=series).svg()
