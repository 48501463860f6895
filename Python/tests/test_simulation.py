import gc
import json
import threading
from pathlib import Path

import numpy as np
import pytest

import forcegraph
from forcegraph import Center, Collide, ForceGraphError, Link, ManyBody, Position, Radial, Simulation

ROOT = Path(__file__).resolve().parents[2]
HASHES = json.loads((ROOT / "Tests/ForceSimulationTests/StateHashes.json").read_text())
CHAIN = np.array([[0, 1], [1, 2], [2, 3]])


# MARK: The scenes of Swift's tests (Sources/Scenes, StateHashCase.swift), in Python


def random_links(count):
    """d3-force's generator, which draws source and target; the next node where they are the same."""
    state, links = 42, []

    def below(count):
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return int(state * 2**-32 * count)

    for _ in range(2 * count):
        first, second = below(count), below(count)
        links.append((first, (second + 1) % count if first == second else second))
    return links


def lattice(count, dim):
    side = 1
    while side**dim < count:
        side += 1
    links = [
        (node, node + side**axis)
        for node in range(count) for axis in range(dim)
        if node // side**axis % side + 1 < side and node + side**axis < count]
    places = [[node // side**axis % side for axis in range(dim)] for node in range(count)]
    return links, (np.array(places) - (side - 1) / 2) * 20


def scene(kind, count, dim):
    if kind == "grid":
        return lattice(count, dim)
    return random_links(count), np.full((count, dim), 3.5)


def standard_forces():
    return [
        ManyBody(name="charge"), Link(name="link"), Center(name="center"), Collide(radius=3, name="collide"),
        Position(axis="y", target=5, name="y"), Radial(radius=40, name="radial")]


@pytest.mark.parametrize("kind", ["grid", "coincident"])
@pytest.mark.parametrize("count, ticks", [(300, 25), (2500, 6)])
@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("threads", [1, 2])
def test_same_bits_as_swift(kind, count, ticks, dim, threads):
    links, start = scene(kind, count, dim)
    simulation = Simulation(
        np.array(links), standard_forces(), dim=dim, start=start, node_count=count, threads=threads)
    assert simulation.tick(ticks) == ticks
    assert simulation.hash == HASHES[f"{kind}, {count} nodes, SIMD{dim}<Double>"]


def test_saved_and_restored_it_goes_on_with_the_same_bits():
    one = Simulation(np.array(random_links(500)), node_count=500)
    one.tick(10)
    other = Simulation.restore(one.save())
    assert other.forces == one.forces and other.hash == one.hash
    one.tick(10)
    other.tick(10)
    assert other.hash == one.hash and np.array_equal(one.positions, other.positions)
    named = Simulation.restore(one.save(), nodes=[f"node {number}" for number in range(500)])
    assert named.nodes[3] == "node 3"
    space = Simulation(CHAIN, dim=3)
    assert Simulation.restore(space.save()).positions.shape == (4, 3)


@pytest.mark.parametrize("damage", [lambda saved: b"", lambda saved: saved[:50], lambda saved: saved[:-1],
                                    lambda saved: saved + b"x", lambda saved: saved[:60] + b"?" + saved[61:]])
def test_damaged_saves_are_refused(damage):
    saved = Simulation(CHAIN).save()
    with pytest.raises(ForceGraphError):
        Simulation.restore(damage(saved))


def test_it_comes_to_rest():
    simulation = Simulation([("a", "b"), ("b", "c")], [ManyBody(), Link(length=40), Center()])
    told = []
    assert simulation.run(progress=told.append) == 300
    assert simulation.is_cold and simulation.tick_count == 300 and told[-1] == 1.0
    assert simulation.run() == 0
    simulation.alpha = 1
    assert simulation.run(at_most=5) == 5
    simulation.alpha_target = 0.3
    assert not simulation.is_cold and simulation.alpha_target == 0.3


def test_arrays_show_the_simulation_without_a_copy():
    simulation = Simulation(CHAIN)
    seen, before = simulation.positions, simulation.positions.copy()
    simulation.tick(3)
    assert not np.array_equal(seen, before) and np.array_equal(seen, simulation.positions)
    assert np.shares_memory(seen, simulation.positions) and not seen.flags.writeable
    simulation.positions = before
    simulation.velocities = np.zeros((4, 2))
    assert np.array_equal(seen, before) and not simulation.velocities.any()
    # The memory lives as long as the array.
    last = seen.copy()
    del simulation
    gc.collect()
    Simulation(np.array(random_links(1000))).tick(2)
    assert np.array_equal(seen, last)


def test_pins():
    simulation = Simulation([("a", "b"), ("b", "c")])
    simulation.pin("a", (5, 6))
    simulation.tick(20)
    assert simulation.positions[0].tolist() == [5, 6]
    simulation.release("a")
    simulation.tick(2)
    assert simulation.positions[0].tolist() != [5, 6]
    simulation.pin("b")
    place = simulation.positions[1].copy()
    simulation.tick(2)
    assert np.array_equal(simulation.positions[1], place)


def test_forces_take_a_number_or_one_for_each():
    edges = np.array(random_links(50))
    one = Simulation(edges, [ManyBody(-20), Link(length=25)], node_count=50)
    other = Simulation(
        edges, [ManyBody(np.full(50, -20)), Link(length=[25] * 100)], node_count=50)
    one.tick(5)
    other.tick(5)
    assert np.array_equal(one.positions, other.positions)
    forces = [
        ManyBody(-10, theta=0.8, distance_min=2, distance_max=100), Link(1, 10, 2), Collide(2, 0.5, 2),
        Center((1, 2)), Position("y", 3, 0.2), Radial(30, (1, 1)), forcegraph.Gravity(strength=2),
        forcegraph.Group(np.arange(50) % 3 - 1), forcegraph.VelocityLimit(5)]
    other.forces = forces
    other.tick(5)
    assert other.forces == [force.kind for force in forces] and np.isfinite(other.positions).all()


@pytest.mark.parametrize("make, sentence", [
    (lambda: Simulation(CHAIN, [ManyBody(strength=[1, 2])]), "strength"),
    (lambda: Simulation(CHAIN, [ManyBody(strength=float("nan"))]), "strength has a value that is not finite"),
    (lambda: Simulation(CHAIN, [ManyBody(strength="strong")]), "strength of force 0 is a text"),
    (lambda: Simulation(CHAIN, [ManyBody(strength=np.ones((2, 2)))]), "element 0 of strength"),
    (lambda: Simulation(CHAIN, [Link(iterations=1.5)]), "iterations of force 0"),
    (lambda: Simulation(CHAIN, [Link(iterations=-1)]), "iterations"),
    (lambda: Simulation(CHAIN, [Position(axis="z")]), "one of x, y"),
    (lambda: Simulation(CHAIN, [Center(center=(1, 2, 3))]), "3 coordinates, not 2"),
    (lambda: Simulation(CHAIN, [forcegraph.Group([1])]), "groups has 1 elements; there are 4"),
    (lambda: Simulation(CHAIN, ["link"]), "force 0 is a str"),
    (lambda: Simulation(CHAIN, [Link(name="a"), ManyBody(name="a")]), "two forces have the name a"),
    (lambda: Simulation(CHAIN, dim=4), "dim is 4"),
    (lambda: Simulation(CHAIN, alpha=-1), "alpha is -1"),
    (lambda: Simulation(CHAIN, velocity_decay=2), "velocity-decay is 2"),
    (lambda: Simulation(CHAIN, start={0: (1, 2)}), "node 1 has no start"),
    (lambda: Simulation(CHAIN, node_count=3), "edge 2 has the node 3"),
    (lambda: Simulation(CHAIN).tick(-1), "number of ticks is -1"),
    (lambda: Simulation(CHAIN).tick(1.0), "number of ticks is 1.0"),
    (lambda: Simulation(CHAIN).pin(9), "pin names node 9"),
    (lambda: Simulation(CHAIN).pin(0, (1, float("inf"))), "pin"),
    (lambda: Simulation(CHAIN).pin(0, "ab"), "it must be 2 numbers"),
    (lambda: setattr(Simulation(CHAIN), "positions", np.zeros((3, 2))), r"\(4, 2\) is needed"),
    (lambda: setattr(Simulation(CHAIN), "positions", np.full((4, 2), np.nan)), "position of node 0"),
    (lambda: setattr(Simulation(CHAIN), "alpha", "hot"), "alpha of a simulation is a text"),
    (lambda: Simulation.restore("text"), "it must be bytes"),
    (lambda: Simulation.restore(Simulation(CHAIN).save(), nodes=["a"]), "1 names, but 4 nodes"),
])
def test_what_cannot_be_gets_a_sentence(make, sentence):
    with pytest.raises(ForceGraphError, match=sentence):
        make()


def test_threads_take_turns_and_progress_does_not():
    simulation = Simulation(np.array(random_links(300)), node_count=300)
    threads = [threading.Thread(target=simulation.tick, args=(10,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert simulation.tick_count == 40
    large = Simulation(np.array(random_links(20_000)), node_count=20_000)
    with pytest.raises(ForceGraphError, match="is ticking"):
        large.tick(10_000, progress=lambda fraction: large.tick())
    assert large.tick(1) == 1
