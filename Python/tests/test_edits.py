import numpy as np
import pytest

from forcegraph import Center, Collide, ForceGraphError, Group, Link, ManyBody, Radial, Simulation

EDGES = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]


def made(**options):
    simulation = Simulation(EDGES, forces=[ManyBody(), Link(), Center()], **options)
    simulation.tick(20)
    return simulation


def state(simulation):
    return (simulation.hash, simulation.nodes, simulation.links.tolist(), simulation.positions.tolist(),
            simulation.velocities.tolist())


def test_what_stays_keeps_everything():
    simulation = made()
    simulation.pin("d", (7, 7))
    simulation.tick()
    before = dict(zip(simulation.nodes, simulation.positions.tolist()))
    velocities = dict(zip(simulation.nodes, simulation.velocities.tolist()))
    with simulation.edit() as edit:
        assert edit.add("e", links=["a", "d"]) == "e"
        edit.remove("b")
        edit.link("e", "c")
    assert simulation.nodes == ["a", "c", "d", "e"]
    assert simulation.links.tolist() == [[1, 2], [2, 0], [3, 0], [3, 2], [3, 1]]
    after = dict(zip(simulation.nodes, simulation.positions.tolist()))
    assert all(after[node] == before[node] for node in "acd")
    assert all(
        row == velocities[node] for node, row in zip(simulation.nodes, simulation.velocities.tolist()) if node != "e")
    # A new node begins at the mean of its neighbours.
    assert np.allclose(after["e"], np.mean([before[node] for node in "acd"], axis=0))
    simulation.alpha = 0.5
    simulation.tick(50)
    assert simulation.positions[simulation.nodes.index("d")].tolist() == [7, 7]
    assert simulation.tick_count == 71 and np.isfinite(simulation.positions).all()


def test_arrays_from_before_stay_as_they_were():
    simulation = made()
    old = simulation.positions
    copy = old.copy()
    with simulation.edit() as edit:
        edit.remove("a")
    simulation.tick(10)
    assert np.array_equal(old, copy) and simulation.positions.shape == (3, 2)
    del simulation
    assert np.array_equal(old, copy)


@pytest.mark.parametrize("change, match", [
    (lambda edit: edit.remove("z"), "remove names 'z', which is no node"),
    (lambda edit: edit.add("a"), "there is a node 'a' already"),
    (lambda edit: edit.add(["list"]), "a node cannot be one"),
    (lambda edit: edit.add("z", (1, 2, 3)), "it must be 2 numbers"),
    (lambda edit: edit.add("z", (1, float("nan"))), "not finite"),
    (lambda edit: edit.link("a", "z"), "link names 'z'"),
    (lambda edit: (edit.remove("a"), edit.link("a", "b")), "'a', which this edit has removed"),
    (lambda edit: (edit.add("z"), edit.remove("z")), "which this edit adds"),
    (lambda edit: edit.unlink("a", "c"), "no link between 'a' and 'c'"),
    (lambda edit: edit.set("many-body", "strength", 1), "a node or a link"),
    (lambda edit: edit.set("nosuch", "strength", 1, node="a"), 'there is no force "nosuch"'),
    (lambda edit: edit.set("many-body", "radius", 1, node="a"), "no values of nodes or links called radius"),
    (lambda edit: edit.set("link", "length", -1, link=("a", "b")), "length"),
    (lambda edit: edit.set("many-body", "strength", float("inf"), node="a"), "not finite"),
    (lambda edit: 1 / 0, "division"),
])
def test_an_error_changes_nothing(change, match):
    simulation = made()
    before = state(simulation)
    with pytest.raises((ForceGraphError, ZeroDivisionError), match=match):
        with simulation.edit() as edit:
            edit.add("new", links=["a"])
            edit.remove("d")
            change(edit)
    assert state(simulation) == before
    simulation.tick()


def test_values_of_forces_go_with_their_nodes_and_links():
    forces = [ManyBody(strength=[-1, -2, -3, -4]), Link(strength=[1, 0.5, 1, 1], length=[10, 20, 30, 40]),
              Collide(radius=[1, 2, 3, 4]), Radial(radius=[5, 6, 7, 8]), Group(groups=[0, 0, 1, -1])]
    simulation = Simulation(EDGES, forces=forces)
    with pytest.raises(ForceGraphError, match="new node 4 has no many-body strength"):
        with simulation.edit() as edit:
            edit.add("e")
    with simulation.edit() as edit:
        edit.remove("a")
        edit.add("e", (3, 3), links=["b"])
        for force, parameter, value in [
                ("many-body", "strength", -9), ("collide", "radius", 9), ("radial", "radius", 9),
                ("group", "groups", 1)]:
            edit.set(force, parameter, value, node="e")
        edit.set("link", "length", 50, link=("e", "b"))
        edit.set("link", "strength", 0.25, link=("b", "e"))
    # The same as a simulation that was made so, in its forces: one tick from the same state gives the same.
    other = Simulation(
        [("b", "c"), ("c", "d"), ("e", "b")], start=dict(zip(simulation.nodes, simulation.positions)),
        forces=[ManyBody(strength=[-2, -3, -4, -9]), Link(strength=[0.5, 1, 0.25], length=[20, 30, 50]),
                Collide(radius=[2, 3, 4, 9]), Radial(radius=[6, 7, 8, 9]), Group(groups=[0, 1, -1, 1])])
    assert other.nodes == simulation.nodes
    simulation.tick(30)
    other.tick(30)
    assert np.array_equal(simulation.positions, other.positions)


def test_numbers_of_nodes_stay_their_names():
    simulation = Simulation(np.array([[0, 1], [1, 2], [2, 3]]))
    with simulation.edit() as edit:
        edit.remove(1)
        assert edit.add() == 4
    assert simulation.nodes == [0, 2, 3, 4]
    with simulation.edit() as edit:
        assert edit.add() == 5
        edit.link(5, 2)
    assert simulation.nodes == [0, 2, 3, 4, 5] and simulation.links.tolist() == [[1, 2], [4, 1]]
    again = Simulation.restore(simulation.save(), nodes=simulation.nodes)
    assert state(again) == state(simulation)
    with again.edit() as edit:
        for node in again.nodes:
            edit.remove(node)
    assert again.nodes == [] and again.positions.shape == (0, 2)


def test_edits_in_space_and_many_of_them():
    simulation = Simulation(EDGES, dim=3)
    for round in range(200):
        with simulation.edit() as edit:
            edit.add(round, links=simulation.nodes[-1:])
            if round > 10:
                edit.remove(round - 10)
        simulation.tick()
    assert simulation.positions.shape == (15, 3) and np.isfinite(simulation.positions).all()


def test_an_edit_of_an_edited_simulation_is_refused():
    simulation = made()
    with pytest.raises(ForceGraphError, match="edited by another"):
        with simulation.edit() as first:
            first.add("x")
            with simulation.edit() as second:
                second.add("y")
    assert simulation.nodes == ["a", "b", "c", "d", "y"]
