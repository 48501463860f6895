import threading
import time

import numpy as np
import pytest

import forcegraph
from forcegraph import ForceGraphError

RING = np.array([[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]])


def random_edges(nodes, edges, seed=1):
    return np.random.default_rng(seed).integers(0, nodes, (edges, 2))


def test_a_ring_is_drawn_as_a_ring():
    positions = forcegraph.layout(RING)
    assert positions.shape == (5, 2) and positions.dtype == np.float64
    radii = np.linalg.norm(positions - positions.mean(axis=0), axis=1)
    assert np.ptp(radii) < 1e-6 * radii.max()


def test_same_bits_for_a_seed_and_any_number_of_threads():
    edges = random_edges(3000, 6000)
    one = forcegraph.layout(edges, seed=7, threads=1)
    assert np.array_equal(one, forcegraph.layout(edges, seed=7, threads=2))
    assert not np.array_equal(one, forcegraph.layout(edges, seed=8))


def test_seed_of_numpy_is_drawn_from():
    edges = random_edges(50, 100)
    layouts = [forcegraph.layout(edges, "force", seed=np.random.default_rng(3)) for _ in range(2)]
    assert np.array_equal(*layouts)
    forcegraph.layout(edges, seed=2**64 - 1)
    forcegraph.layout(edges, seed=np.random.RandomState(1))


@pytest.mark.parametrize("method", forcegraph.layouts())
def test_every_method_places_every_node(method):
    if method in ("pivot-mds", "spectral"):
        pytest.skip("needs OpenBLAS on the machine")
    tree = np.array([[(node - 1) // 2, node] for node in range(1, 31)])
    positions = forcegraph.layout(tree, method)
    assert positions.shape == (31, 2) and np.isfinite(positions).all()
    assert len(np.unique(positions, axis=0)) == 31


def test_no_nodes_and_no_edges():
    assert forcegraph.layout(np.zeros((0, 2), int)).shape == (0, 2)
    assert forcegraph.layout([]) == {}
    assert forcegraph.layout(np.zeros((0, 2), int), node_count=3, dim=3).shape == (3, 3)


def test_space():
    positions = forcegraph.layout(random_edges(100, 300), dim=3, node_count=100)
    assert positions.shape == (100, 3) and (np.ptp(positions, axis=0) > 1).all()


def test_info_and_progress():
    info, told = [], []
    forcegraph.layout(random_edges(20_000, 60_000), node_count=20_000, info=info, progress=told.append)
    assert info[0].method == "multilevel" and info[0].ticks > 0 and info[0].stop == "converged"
    assert told == sorted(told) and told[-1] == 1.0 and 0 <= told[0] <= 1


def test_weights_are_strengths_or_lengths():
    def ratio(**options):
        first, middle, last = forcegraph.layout([("a", "b"), ("b", "c")], "stress", as_array=True, **options)
        return np.linalg.norm(first - middle) / np.linalg.norm(middle - last)

    assert ratio() == pytest.approx(1, rel=0.01)
    assert ratio(weight=[4, 1]) == pytest.approx(0.5, rel=0.01)
    assert ratio(weight=[4, 1], weights_are="length") == pytest.approx(4, rel=0.01)


def test_start_and_pins_hold_to_the_bit():
    edges = random_edges(60, 120)
    start = forcegraph.layout(edges, node_count=60)
    start[10] = np.nan  # a new node
    pinned = [node for node in range(60) if node != 10]
    again = forcegraph.layout(edges, node_count=60, start=start, pin=pinned)
    assert np.array_equal(again[pinned], start[pinned]) and np.isfinite(again[10]).all()
    near = forcegraph.layout(edges, node_count=60, start=start, max_move=2)
    assert (np.linalg.norm(near[pinned] - start[pinned], axis=1) <= 2 * (1 + 1e-9)).all()


def test_scale_and_center():
    positions = forcegraph.layout(RING, scale=1, center=(10, 20))
    assert np.abs(positions - (10, 20)).max() == pytest.approx(1)


def test_pairs_of_anything_and_generators():
    pairs = [("a", 1), (1, (2, 3)), ((2, 3), None), (None, frozenset())]
    positions = forcegraph.layout(pair for pair in pairs)
    assert list(positions) == ["a", 1, (2, 3), None, frozenset()]
    assert forcegraph.layout(pairs, as_array=True).shape == (5, 2)


def test_arrays_of_any_memory():
    edges = np.asfortranarray(random_edges(40, 80))
    expected = forcegraph.layout(np.ascontiguousarray(edges, dtype=np.int32))
    wide = np.zeros((160, 4), dtype=np.int64)
    wide[::2, ::2] = edges
    read_only = edges.copy()
    read_only.flags.writeable = False
    swapped = edges.astype(">i8")
    for same in (edges, wide[::2, ::2], read_only, swapped, edges.astype(np.uint8)):
        assert np.array_equal(forcegraph.layout(same), expected)


@pytest.mark.parametrize("graph, options, sentence", [
    (np.array([[0.0, 1.0]]), {}, "of float64; it must be of integers"),
    (np.array([["a", "b"]]), {}, "it must be of integers"),
    (np.array([[0, 1], [1, -2]]), {}, "edge 1 has the node -2"),
    (np.array([[0, 5]]), {"node_count": 5}, "edge 0 has the node 5; there are 5 nodes"),
    (np.array([[0, 2**31]]), {}, "at most 2147483647"),
    (np.array([[0, 2**63]], dtype=np.uint64), {}, "at most 2147483647"),
    (np.broadcast_to(np.array([[0, 1]]), (2**31, 2)), {}, "2147483648 edges; at most 2147483647"),
    (np.zeros((3, 3), int), {}, r"shape \(3, 3\)"),
    (np.array([[0, 1]], dtype=object), {}, "of object; it must be of integers"),
    (np.array([[True, False]]), {}, "of bool; it must be of integers"),
    (np.zeros((1, 2, 2), int), {}, r"shape \(1, 2, 2\)"),
    (RING, {"weight": np.array([1, 2, 3, 4, 1e13])}, "the weight of edge 4 is"),
    (RING, {"weight": np.array([1, 1, 1, 1, 1j])}, "they are complex"),
    (RING, {"start": np.zeros((5, 2), dtype=complex)}, "they are complex"),
    (np.zeros(4, int), {}, r"shape \(4,\)"),
    (RING, {"node_count": -1}, "node_count is -1"),
    (RING, {"node_count": 2.0}, "node_count is 2.0"),
    (RING, {"node_count": True}, "node_count is True"),
    (RING, {"weight": [1, 2, 3]}, "5 are needed"),
    (RING, {"weight": [1, 1, np.nan, 1, 1]}, "the weight of edge 2 is nan"),
    (RING, {"weight": [1, 1, 1, -1, 1]}, "the weight of edge 3 is -1"),
    (RING, {"weight": [0, 1, 1, 1, 1]}, "the weight of edge 0 is 0"),
    (RING, {"weight": "weight"}, "this graph has no attributes"),
    (RING, {"weight": ["x"] * 5}, "the weights are no numbers"),
    (RING, {"weight": np.ones((5, 1))}, r"shape \(5, 1\)"),
    (RING, {"method": "spring"}, "it must be one of auto"),
    (RING, {"method": "tree", "dim": 3}, "for the plane"),
    (RING, {"method": 3}, "layout of a layout is a number"),
    (RING, {"dim": 4}, "dim is 4"),
    (RING, {"seed": -1}, "seed is -1"),
    (RING, {"seed": 1.5}, "seed is 1.5"),
    (RING, {"seed": 2**64}, "seed is 18446744073709551616"),
    (RING, {"quality": "high"}, "one of quick, balanced, best"),
    (RING, {"goal": "beauty"}, "one of distances"),
    (RING, {"method": "circular", "goal": "distances"}, "circular has no option goal"),
    (RING, {"ticks": -1}, "ticks is -1"),
    (RING, {"time_budget": float("nan")}, "time-budget is nan"),
    (RING, {"time_budget": 0}, "time-budget is 0"),
    (RING, {"link_length": 0}, "linkLength is 0.0"),
    (RING, {"threads": 0}, "threads is 0"),
    (RING, {"threads": 10**9}, "threads is 1000000000"),
    (RING, {"root": 9, "method": "tree"}, "root names node 9"),
    (RING, {"pin": [0]}, "pinned nodes need start"),
    (RING, {"pin": "ab"}, "pin is a text"),
    (RING, {"max_move": 1}, "max-move needs start"),
    (RING, {"start": np.zeros((4, 2))}, r"\(5, 2\) is needed"),
    (RING, {"start": np.full((5, 2), np.inf)}, "the position of node 0 is not finite"),
    (RING, {"start": {7: (0, 0)}}, "start names node 7"),
    (RING, {"start": {1: (0, 0, 0)}}, "it must be 2 numbers"),
    (RING, {"start": {1: "ab"}}, "it must be 2 numbers"),
    (RING, {"start": np.zeros((5, 2)), "pin": [-1]}, "pin names node -1"),
    (RING, {"start": np.zeros((5, 2)), "method": "grid"}, "takes no start"),
    (RING, {"scale": -1}, "scale is -1"),
    (RING, {"center": (1, 2, 3)}, "center is"),
    ([(1, 2, 3)], {}, "edge 0 is"),
    ([1, 2], {}, "edge 0 is 1"),
    ([([], 1)], {}, "unhashable"),
    ("edges.csv", {}, "the graph is a text"),
    (3, {}, "the graph is a int"),
    ([("a", "b")], {"start": {"c": (0, 0)}}, "names 'c'"),
])
def test_what_cannot_be_gets_a_sentence(graph, options, sentence):
    with pytest.raises(ForceGraphError, match=sentence):
        forcegraph.layout(graph, **options)


def test_an_error_is_a_value_error_with_a_code():
    with pytest.raises(ValueError) as caught:
        forcegraph.layout(RING, weight=[1, 1, np.nan, 1, 1])
    assert caught.value.code == "bad-graph"
    import pickle
    assert pickle.loads(pickle.dumps(caught.value)).code == "bad-graph"


def test_other_threads_run_meanwhile():
    wakeups, done = [], threading.Event()

    def count():
        while not done.wait(0.001):
            wakeups.append(1)

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.perf_counter()
    forcegraph.layout(random_edges(30_000, 90_000), node_count=30_000)
    seconds = time.perf_counter() - begin
    done.set()
    thread.join()
    # About one per millisecond is expected; on a busy machine there are fewer.
    assert len(wakeups) > 20 * seconds


def test_layouts_at_once_are_the_same():
    edges = random_edges(2000, 4000)
    expected = forcegraph.layout(edges)
    results = []
    threads = [threading.Thread(target=lambda: results.append(forcegraph.layout(edges))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(np.array_equal(result, expected) for result in results)


def test_an_error_of_the_progress_function_ends_the_work():
    class Enough(Exception):
        pass

    def stop(fraction):
        raise Enough

    begin = time.perf_counter()
    with pytest.raises(Enough):
        forcegraph.layout(random_edges(200_000, 600_000), node_count=200_000, progress=stop)
    assert time.perf_counter() - begin < 5


def test_measures():
    graph = [("a", "b"), ("b", "c"), ("d", "e")]
    assert forcegraph.measure(graph, "degree") == {"a": 1, "b": 2, "c": 1, "d": 1, "e": 1}
    assert forcegraph.measure(graph, "component") == {"a": 1, "b": 1, "c": 1, "d": 2, "e": 2}
    ranks = forcegraph.measure(RING, "pagerank")
    assert ranks == pytest.approx(np.full(5, 0.2))
    with pytest.raises(ForceGraphError, match="one of degree"):
        forcegraph.measure(RING, "beauty")
    with pytest.raises(ForceGraphError, match="weight of edge 0"):
        forcegraph.measure(RING, "pagerank", weight=[-1, 1, 1, 1, 1])


def test_metrics():
    turns = np.arange(5) * 2 * np.pi / 5
    perfect = forcegraph.metrics(RING, np.column_stack([np.cos(turns), np.sin(turns)]))
    assert perfect["neighborhood_preservation"] == 1 and perfect["crossings_per_edge"] == 0
    assert perfect["edge_length_variation"] == pytest.approx(0, abs=1e-12)
    star = forcegraph.metrics(RING, np.column_stack([np.cos(2 * turns), np.sin(2 * turns)]))
    assert star["crossings_per_edge"] == 1 and star["stress"] > perfect["stress"]
    assert "crossings_per_edge" not in forcegraph.metrics(RING, np.random.default_rng(1).random((5, 3)))
    with pytest.raises(ForceGraphError, match="has no position"):
        forcegraph.metrics(RING, {0: (1, 2)})
    with pytest.raises(ForceGraphError, match="2 or 3 coordinates"):
        forcegraph.metrics(RING, [1, 2, 3])
