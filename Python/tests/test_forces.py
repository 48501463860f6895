"""Every force that the library declares, by its Python class."""

import dataclasses
import math
import re
from pathlib import Path

import numpy as np
import pytest

import forcegraph
from forcegraph import (
    Anchor, Boundary, BoxCollide, Force, ForceGraphError, Link, Magnetic, ManyBody, Pointer, Position, Radial,
    Simulation, Spring, TForce, VelocityLimit)

ROOT = Path(__file__).resolve().parents[2]
CHAIN = np.array([[0, 1], [1, 2], [2, 3]])


def table():
    """docs/api/forces.md, which a test of Swift compares with what the forces declare: the parameters of each
    kind, with their defaults as text."""
    kinds, kind = {}, None
    for line in (ROOT / "docs/api/forces.md").read_text().splitlines():
        if found := re.match(r"## (\w+):", line):
            kind = kinds.setdefault(found.group(1), {})
        elif found := re.match(r"\| `(\w+)` \|.*\| ([^|]+) \|$", line):
            kind[found.group(1)] = found.group(2)
    return kinds


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


CLASSES = {
    cls.__name__ if cls.__name__ in ("TForce", "VelocityLimit") else f"{cls.__name__}Force": cls
    for cls in Force.__subclasses__()}
# Parameters that Python has in another way: a strength that is None is divided by degree.
ELSEWHERE = {("LinkForce", "isDividedByDegree"), ("LinkForce", "strength")}


def test_there_is_a_class_for_each_kind():
    assert len(table()) > 10 and set(CLASSES) == set(table())
    assert all(getattr(forcegraph, cls.__name__) is cls for cls in CLASSES.values())


@pytest.mark.parametrize("kind", table())
def test_parameters_and_defaults_are_the_declared_ones(kind):
    declared, fields = table()[kind], {field.name: field for field in dataclasses.fields(CLASSES[kind])}
    wanted = {snake(name) for name in declared if (kind, name) not in ELSEWHERE}
    assert wanted <= set(fields) and set(fields) <= {snake(name) for name in declared} | {"name"}
    for name, default in declared.items():
        field = fields.get(snake(name))
        if field is None or (kind, name) in ELSEWHERE or not isinstance(field.default, (int, float)):
            continue
        if re.fullmatch(r"-?[\d.]+", default):
            assert field.default == float(default), name


def test_bits_are_those_of_all_declared_defaults():
    """A parameter at its default, given or not, is the same parameter."""
    def run(forces):
        simulation = Simulation(CHAIN, forces)
        simulation.tick(20)
        return simulation.hash
    assert run([TForce(), Spring(), Pointer((1, 2))]) == run([
        TForce(10, 8, 1, math.inf, 0.9, [1, 1, 1]), Spring([0.5] * 3, 30.0, 0.2), Pointer((1, 2), 100.0, 1.0)])
    assert run([ManyBody(), Link()]) != run([ManyBody(), Link(strength=1)])


def test_boundaries_hold():
    def run(boundary):
        simulation = Simulation(CHAIN, [ManyBody(strength=-500), boundary])
        simulation.run()
        return simulation.positions
    assert (np.abs(run(Boundary.box((-5, -6), (5, 6)))) <= np.array([5, 6]) + 1e-9).all()
    assert (np.hypot(*(run(Boundary.disc((3, 4), 10)) - (3, 4)).T) <= 10 + 1e-9).all()
    triangle = run(Boundary.polygon([(0, 0), (10, 0), (0, 10)], share=1))
    assert (triangle >= -1e-9).all() and (triangle.sum(axis=1) <= 10 + 1e-9).all()


def test_anchors_hold_those_that_have_a_place():
    forces = [ManyBody(strength=-100), Anchor([(0, 0), None, (np.nan, np.nan), (50, 0)], distance=2)]
    simulation = Simulation(CHAIN, forces)
    simulation.run()
    for node, place in ((0, (0, 0)), (3, (50, 0))):
        assert np.hypot(*(simulation.positions[node] - place)) <= 2 + 1e-9
    lasting = Simulation(CHAIN, [Anchor(np.full((4, 2), 7.0), fade_ticks=math.inf)])
    lasting.alpha_target = 1
    lasting.tick(2000)
    assert np.allclose(lasting.positions, 7)


def test_boxes_do_not_overlap():
    simulation = Simulation(CHAIN, [Link(length=1), BoxCollide((10, 4), iterations=4)])
    simulation.run()
    apart = np.abs(simulation.positions[:, None] - simulation.positions[None]) + np.eye(4)[..., None] * 100
    assert ((apart[..., 0] > 19.5) | (apart[..., 1] > 7.8)).all()
    each = BoxCollide([(10, 4)] * 4, offsets=[(0, 0)] * 4, iterations=4)
    other = Simulation(CHAIN, [Link(length=1), each])
    other.run()
    assert other.hash == simulation.hash


def test_magnets_turn_edges():
    simulation = Simulation(CHAIN, [Link(), Magnetic((0, -1))])
    simulation.run()
    assert (np.diff(simulation.positions[:, 1]) < 0).all()
    # Also in space, and for links with strengths of their own.
    space = Simulation(CHAIN, [Link(), Magnetic((0, 0, 2), [1, 1, 1], is_bidirectional=True)], dim=3)
    space.run()
    assert np.isfinite(space.positions).all()


def test_pointers_pull_and_push():
    start = np.array([[0, 0], [10, 0], [20, 0], [30, 0.0]])
    for strength, is_nearer in ((1, True), (-1, False)):
        simulation = Simulation(CHAIN, [Pointer((15, 5), radius=50, strength=strength)], start=start)
        simulation.tick()
        before, after = (np.hypot(*(points - (15, 5)).T) for points in (start, simulation.positions))
        assert ((after < before) == is_nearer).all()
    assert Simulation(CHAIN, [Pointer()]).tick() == 1


def test_all_forces_are_saved():
    forces = [
        TForce(cutoff=5), Spring(), Magnetic((1, 0)), Pointer((1, 1)), Anchor([(0, 0)] * 4), BoxCollide((1, 1)),
        Boundary.disc((0, 0), 100), VelocityLimit(5)]
    one = Simulation(CHAIN, forces)
    one.tick(3)
    other = Simulation.restore(one.save())
    assert other.forces == one.forces == [
        "t-force", "spring", "magnetic", "pointer", "anchor", "box-collide", "boundary", "velocity-limit"]
    one.tick(5)
    other.tick(5)
    assert one.hash == other.hash


def test_edits_carry_and_set_values():
    simulation = Simulation(CHAIN, [Spring(length=[1, 2, 3]), Anchor([(0, 0)] * 4)])
    with simulation.edit() as edit:
        edit.add(4, (1, 1), links=[0])
        edit.set("spring", "length", 9, link=(4, 0))
    assert simulation.tick(5) == 5
    with pytest.raises(ForceGraphError, match="no values of nodes or links called places"):
        with simulation.edit() as edit:
            edit.set("anchor", "places", 1, node=0)


@pytest.mark.parametrize("make, match", [
    (lambda: Boundary(), "region of force 0 is an object; it must be an object with one of box"),
    (lambda: Boundary({"box": [(0, 0)]}), "region of force 0 .* must be an object with one of box"),
    (lambda: Boundary({"star": [(0, 0), 1]}), "region of force 0 .* must be an object with one of box"),
    (lambda: Boundary.box((1, 1), (0, 0)), "low corner of boundary region .* at most the high one"),
    (lambda: Boundary.polygon([(0, 0), (1, 1), (2, 2)]), "not convex at corner 2"),
    (lambda: Boundary.disc((0, 0, 0), 1), "3 coordinates, not 2"),
    (lambda: Boundary.disc((0, 0), math.nan), "not finite"),
    (lambda: Boundary.disc((0, 0), 1, share=2), "boundary share is 2.0; it must be between 0 and 1"),
    (lambda: Magnetic((0, 0)), "magnetic direction .* length is above zero"),
    (lambda: Magnetic((1, 2, 3)), "3 coordinates, not 2"),
    (lambda: Magnetic(5), "direction of force 0 is a number; it must be an array"),
    (lambda: Anchor([(0, 0)]), "anchor places has 1 elements; 4 are needed"),
    (lambda: Anchor([(0, math.nan)] * 4), "not finite"),
    (lambda: Anchor([(0, 0)] * 4, fade_ticks=0.5), "must be an integer"),
    (lambda: BoxCollide((1, -1)), "box collide half sides .* must be at least 0"),
    (lambda: BoxCollide([(1, 1)] * 3), "box collide half sides has 3 elements; 4 are needed"),
    (lambda: Pointer((0, 0), radius=0), "pointer radius is 0.0; it must be above zero"),
    (lambda: Spring(length=-1), r"spring length \[0\] is -1.0"),
    (lambda: Spring(damping=2), "spring damping is 2.0; it must be between 0 and 1"),
    (lambda: TForce(theta=-1), "t-force theta is -1.0"),
    (lambda: TForce(distance=0), "t-force distance is 0.0; it must be above zero"),
    (lambda: Position(axis="w"), "must be one of x, y"),
    (lambda: Radial(radius="big"), "must be an array of numbers"),
    (lambda: VelocityLimit(-1), "velocity limit is -1.0"),
])
def test_wrong_values_are_named(make, match):
    with pytest.raises(ForceGraphError, match=match):
        Simulation(CHAIN, [make()]).tick()


def test_unknown_kinds_and_options_are_named():
    class Odd(Force):
        kind = "odd"
    with pytest.raises(ForceGraphError, match='no force "odd"; there are many-body, link, .*t-force'):
        Simulation(CHAIN, [dataclasses.dataclass(Odd)()])
    strange = dataclasses.make_dataclass("Strange", [("speed", float, 1.0)], bases=(Force,))
    strange.kind = "pointer"
    with pytest.raises(ForceGraphError, match="no option speed; it has .*radius"):
        Simulation(CHAIN, [strange()])
