// Forces that d3-force has not: boxes that keep apart, and pushes and pulls by Student's t-distribution.

import {
  collideLevels, countEnds, evaluate, finite, HalfLinks, iterationCount, notNegative, orInfinite, readLinks,
} from "./bind.js";
import { copyHalfLinks, linkObjects, makeForce } from "./forces.js";

/** Keeps boxes apart. `halfSides`, `offsets`: one array of `dimensions` numbers, or one for each node. */
export function forceBoxes(halfSides = [1, 1]) {
  return makeForce("boxes", { halfSides, offsets: null, strength: 1, iterations: 1 }, (simulation, values) => {
    const { instance, count, dimensions, stride, round } = simulation;
    const vectors = (given, check, what) => {
      const at = typeof given === "function" ? (i) => given(simulation.nodes?.[i], i, simulation.nodes)
        : (i) => (typeof given[0] === "number" ? given : given[i]);
      const flat = new instance.Scalars(count * dimensions);
      for (let i = 0; i < count; i++) {
        if (at(i)?.length !== dimensions) throw new RangeError(`${what}[${i}] has ${dimensions} numbers, not ${at(i)}`);
        flat.set(evaluate(at(i), null, dimensions, check, `${what}[${i}]`, instance.Scalars), i * dimensions);
      }
      return flat;
    };
    const padded = (flat) => {
      const rows = new instance.Scalars(count * stride);
      flat.forEach((value, at) => { rows[Math.floor(at / dimensions) * stride + at % dimensions] = value; });
      return instance.copyScalars(rows);
    };
    const sides = vectors(values.halfSides, notNegative, "box half sides");
    const offsets = values.offsets === null ? null : vectors(values.offsets, finite, "box offsets");
    const strength = round(finite(values.strength, "box strength"));
    const iterations = iterationCount(values.iterations, "box iterations");
    const { reach, weights, levels } = bindBoxes(sides, dimensions);
    const ranges = [instance.copyScalars(reach), instance.copy(Float64Array, levels.flatMap((level) => level.range))];
    const shapes = [
      instance.copy(Float64Array, levels.flatMap((level) => level.sides)), padded(sides), instance.copyScalars(weights),
      offsets?.some((value) => value !== 0) ? padded(offsets) : 0,
    ];
    return () => instance.call.collide_boxes(...ranges, levels.length, ...shapes, strength, iterations);
  });
}

/** Boxes of `axes` half sides each, without padding: reach, weights, and levels with their sides. */
function bindBoxes(sides, axes) {
  const Type = sides.constructor, count = sides.length / axes;
  const box = (node) => sides.subarray(node * axes, (node + 1) * axes);
  const reach = new Type(count).map((_, node) => Math.max(...box(node)));
  const largest = (limit) => {
    const most = new Array(axes).fill(0);
    for (let node = 0; node < count; node++) {
      if (reach[node] <= limit) box(node).forEach((side, k) => { most[k] = Math.max(most[k], side); });
    }
    return most;
  };
  const all = largest(Infinity);
  const weights = new Type(count);
  const one = new Type(1), quotient = new Type(1);
  for (let node = 0; node < count; node++) {
    one[0] = 1;
    for (let k = 0; k < axes; k++) {
      if (!(all[k] > 0)) continue;
      quotient[0] = sides[node * axes + k] / all[k];
      one[0] *= quotient[0];
    }
    weights[node] = one[0];
  }
  const levels = collideLevels(reach)
    .map((range) => ({ range, sides: largest(range[1]) }))
    .filter((level) => level.sides.every((side) => side > 0));
  return { reach, weights, levels };
}

/** Pushes of nodes and pulls of links by Student's t-distribution (docs/determinism.md, "t-force"). */
export function forceT(links = []) {
  const parameters = {
    links, id: null, strength: 10, attraction: 8, stiffness: 1, distance: 1, cutoff: Infinity, theta: 0.9,
  };
  return makeForce("t", parameters, (simulation, values) => {
    const { instance, count, round } = simulation;
    const Type = instance.Scalars;
    const ends = readLinks(values.links, simulation.nodes, count, values.id);
    const elements = linkObjects(values.links, ends, [values.stiffness]);
    const strength = round(finite(values.strength, "strength of the t-force"));
    const distance = round(finite(values.distance, "distance of the t-force"));
    const inverse2 = round(1 / round(distance * distance));
    if (!(distance > 0 && inverse2 > 0 && inverse2 < Infinity)) {
      throw new RangeError(`distance of the t-force is above zero, with a square that does not overflow, not ${distance}`);
    }
    const cutoff = round(orInfinite(values.cutoff, "cutoff of the t-force"));
    const theta = round(orInfinite(values.theta, "theta of the t-force"));
    const attraction = round(notNegative(values.attraction, "attraction of the t-force"));
    const stiffness = evaluate(values.stiffness, elements, ends.length / 2, notNegative, "stiffness of the t-force", Type);
    const near = typeof values.stiffness === "number"
      ? round(round(values.stiffness) * attraction)
      : stiffness.map((value) => notNegative(round(value * attraction), "stiffness times attraction of the t-force"));
    const half = new HalfLinks(ends, countEnds(ends, count), near, stiffness, Type);
    const bound = copyHalfLinks(instance, half);
    return () => instance.call.t_force(
      strength, distance, cutoff, theta, half.isEmpty ? 0 : bound.begin, bound.other, bound.length, bound.coefficient,
      half.commonLength);
  });
}
