import gzip
import threading

import numpy as np
import pytest

import forcegraph
from forcegraph import ForceGraphError, Graph

# Formats that keep ids, attributes and positions.
WHOLE = ["graphml", "gexf", "json", "gml", "dot"]


def small():
    graph = Graph.of([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
    graph.node_attributes["age"] = [31, 4, None, 7]
    graph.node_attributes["town"] = ["Århus", "", "x\ny", None]
    graph.node_attributes["share"] = np.array([0.5, 1e-300, -0.0, 2.0])
    graph.edge_attributes["open"] = [True, False, True, True]
    graph.weights = [1, 2.5, 3, 4]
    graph.positions = {"a": (0, 0), "b": (10, 0), "c": (5, 8), "d": (5, 20)}
    return graph


def test_a_graph_has_what_it_was_given():
    graph = small()
    assert (graph.node_count, graph.edge_count, graph.directed) == (4, 4, False)
    assert graph.nodes == graph.ids == ["a", "b", "c", "d"]
    assert graph.edges.tolist() == [[0, 1], [1, 2], [2, 0], [2, 3]]
    assert list(graph.node_attributes) == ["age", "town", "share"]
    assert graph.node_attributes["age"].tolist() == [31, 4, None, 7]
    assert graph.node_attributes["town"].tolist() == ["Århus", "", "x\ny", None]
    assert graph.node_attributes["share"].dtype == np.float64
    assert graph.edge_attributes["open"].dtype == bool
    assert graph.positions.tolist() == [[0, 0], [10, 0], [5, 8], [5, 20]]
    del graph.node_attributes["town"]
    assert list(graph.node_attributes) == ["age", "share"]
    with pytest.raises(KeyError):
        graph.node_attributes["town"]
    graph.attributes["year"] = 1862
    assert dict(graph.attributes) == {"year": 1862}
    copy = graph.copy()
    copy.weights = None
    copy.positions = None
    copy.node_attributes["age"] = {"d": 8}
    assert graph.weights.tolist() == [1, 2.5, 3, 4] and graph.positions is not None
    assert copy.weights is None and copy.positions is None
    assert copy.node_attributes["age"].tolist() == [None, None, None, 8]


@pytest.mark.parametrize("format", WHOLE)
def test_round_trip(tmp_path, format):
    graph, path = small(), tmp_path / f"graph.{format}"
    notes = forcegraph.write(graph, path, format=format)
    again = forcegraph.read(path)
    assert again.format == format and again.name == "graph"
    assert again.ids == graph.ids and again.edges.tolist() == graph.edges.tolist()
    assert again.weights.tolist() == [1, 2.5, 3, 4]
    assert again.positions.tolist() == graph.positions.tolist()
    if not notes:
        assert again.node_attributes["age"].tolist() == [31, 4, None, 7]
        assert again.node_attributes["town"].tolist()[0] == "Århus"
        assert again.edge_attributes["open"].tolist() == [True, False, True, True]


@pytest.mark.parametrize("format", forcegraph.formats("write"))
def test_every_format_is_written_and_read(format):
    graph = Graph.of(np.array([[0, 1], [1, 2], [2, 3], [3, 0]]))
    again = Graph.from_bytes(graph.to_bytes(format), format)
    assert (again.node_count, again.edge_count) == (4, 4)


def test_files_say_what_they_lack(tmp_path):
    notes = forcegraph.write(small(), tmp_path / "graph.csv")
    assert any("positions are left out" in note for note in notes), notes
    assert any('"town" of nodes' in note for note in notes), notes
    with gzip.open(tmp_path / "pairs.txt.gz", "wt") as file:
        file.write("1 2\n2 3\n")
    assert forcegraph.read(tmp_path / "pairs.txt.gz").ids == ["1", "2", "3"]
    assert forcegraph.read(tmp_path / "pairs.txt.gz", directed=True).directed


def test_positions_of_a_layout_are_written(tmp_path):
    edges = [("x", "y"), ("y", "z")]
    positions = forcegraph.layout(edges)
    forcegraph.write(edges, tmp_path / "a.gexf", positions=positions)
    again = forcegraph.read(tmp_path / "a.gexf")
    assert np.array_equal(again.positions, np.array([positions[node] for node in "xyz"]))
    assert np.array_equal(list(forcegraph.layout(again, start=again.positions, pin=["x"])["x"]),
                          positions["x"])
    assert set(forcegraph.measure(again, "degree")) == {"x", "y", "z"}


def test_what_cannot_be_is_said(tmp_path):
    def sentence(call, match, code="bad-file"):
        with pytest.raises(ForceGraphError, match=match) as found:
            call()
        assert found.value.code == code

    sentence(lambda: forcegraph.read(tmp_path / "none.gexf"), "none.gexf: cannot be read: No such file")
    sentence(lambda: forcegraph.read(tmp_path), "cannot be read|neither the name")
    (tmp_path / "bad.csv").write_text("source,target\na\n")
    sentence(lambda: forcegraph.read(tmp_path / "bad.csv"), r"bad.csv:2:")
    sentence(lambda: forcegraph.read(tmp_path / "bad.csv", "nosuch"), 'no format "nosuch"', "bad-option")
    sentence(lambda: forcegraph.read("a\0b"), "must be a path")
    sentence(lambda: forcegraph.read(3.5), "must be a path")
    sentence(lambda: forcegraph.write(small(), tmp_path / "no" / "a.gexf"), "cannot be written: there is no folder")
    sentence(lambda: forcegraph.write(small(), tmp_path / "a.what"), "neither the name nor the content")
    sentence(lambda: small().to_bytes("nosuch"), "no format", "bad-option")
    sentence(lambda: Graph.from_bytes("text"), "must be bytes")
    sentence(lambda: Graph.from_bytes(b"\x1f\x8b\x08garbage"), "graph")
    graph = small()
    sentence(lambda: graph.node_attributes.update(a=[1, 2]), "has 2 values; 4 are needed", "bad-graph")
    sentence(lambda: graph.node_attributes.update(a=np.zeros((4, 1))), "must be one row", "bad-graph")
    sentence(lambda: graph.node_attributes.update(a="text"), "a value for each", "bad-graph")
    sentence(lambda: graph.node_attributes.update(a={"q": 1}), "'q', which is no node", "bad-option")
    sentence(lambda: setattr(graph, "weights", [1]), "4 are needed", "bad-graph")
    sentence(lambda: setattr(graph, "positions", np.full((4, 2), np.inf)), "not finite", "bad-position")
    sentence(lambda: setattr(graph, "positions", np.zeros((3, 2))), "is needed", "bad-position")
    sentence(Graph, "forcegraph.read", "bad-option")
    with pytest.raises(ForceGraphError, match="kind is"):
        forcegraph.formats("draw")


def test_node_names_of_any_type_have_ids_of_their_own():
    nodes = [1, "1", (1, 2), None, 2.5, b"x", "\ud800", frozenset()]
    graph = Graph.of([(nodes[i - 1], nodes[i]) for i in range(len(nodes))])
    assert len(set(graph.ids)) == len(nodes) and graph.nodes == [nodes[-1], *nodes[:-1]]
    assert Graph.from_bytes(graph.to_bytes("json"), "json").node_count == len(nodes)


def test_attributes_of_any_type_become_columns():
    graph = Graph.of(np.array([[0, 1], [1, 2]]))
    values = {
        "big": [2**70, 1, 2], "mixed": [1, "a", None], "lists": [[1], {}, ()], "nan": [float("nan"), 1, 2],
        "small": np.array([1, 2, 3], dtype=np.int8), "unsigned": np.array([0, 1, 2**64 - 1], dtype=np.uint64),
        "half": np.array([1, 2, 3], dtype=np.float16), "texts": np.array(["a", "b", "c"]),
        "every other": np.arange(6)[::2], "none": [None, None, None], "bools": [np.True_, False, None],
        "big endian": np.array([1, 2, 3], dtype=">i4"),
    }
    for name, column in values.items():
        graph.node_attributes[name] = column
    found = {name: column.tolist() for name, column in graph.node_attributes.items()}
    assert found["big"] == [str(2**70), "1", "2"] and found["mixed"] == ["1", "a", None]
    assert found["small"] == [1, 2, 3] and found["unsigned"] == ["0", "1", str(2**64 - 1)]
    assert found["every other"] == [0, 2, 4] and found["none"] == [None, None, None]
    assert found["bools"] == [True, False, None] and found["big endian"] == [1, 2, 3]
    assert found["lists"] == ["[1]", "{}", "()"] and found["texts"] == ["a", "b", "c"]


def test_damaged_files_are_sentences_and_nothing_else():
    whole = small().to_bytes("graphml")
    random = np.random.default_rng(1)
    for _ in range(300):
        bytes_ = bytearray(whole)
        for _ in range(3):
            bytes_[random.integers(len(bytes_))] = random.integers(256)
        try:
            Graph.from_bytes(bytes(bytes_[:random.integers(1, len(bytes_) + 1)]))
        except ForceGraphError:
            pass


def test_threads_read_one_graph_at_once(tmp_path):
    graph, sizes = small(), []

    def work():
        for _ in range(20):
            sizes.append(len(graph.to_bytes("gexf")))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sizes) == 80 and len(set(sizes)) == 1
