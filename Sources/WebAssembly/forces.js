// Forces by d3-force's names. A force is a set of parameters; a simulation binds it to its nodes.

import {
  collideLevels, countEnds, evaluate, finite, HalfLinks, iterationCount, notNegative, orInfinite, readLinks, strengthsByDegree,
} from "./bind.js";

/**
 * A force with a method for each parameter, which gets it without and sets it with an argument.
 * `bind(simulation, parameters)` returns what a tick calls.
 */
export function makeForce(kind, parameters, bind) {
  const values = { ...parameters };
  const force = {
    kind,
    /** Counts changes, so that simulations know when to bind anew. */
    version: 0,
    bind: (simulation) => bind(simulation, values),
  };
  for (const name of Object.keys(parameters)) {
    force[name] = (...given) => {
      if (given.length === 0) return values[name];
      values[name] = given[0];
      force.version++;
      return force;
    };
  }
  return force;
}

/** By node: the address of a copy. */
const byNode = ({ instance, nodes, count }, given, check, what) =>
  instance.copyScalars(evaluate(given, nodes, count, check, what, instance.Scalars));

/** All nodes push or pull each other with strength / distance (d3-force, "forceManyBody"). */
export function forceManyBody() {
  const parameters = { strength: -30, accuracy: null, theta: null, distanceMin: 1, distanceMax: Infinity };
  return makeForce("manyBody", parameters, (simulation, values) => {
    const { instance, round } = simulation;
    const shape = values.theta === null ? null : orInfinite(values.theta, "theta");
    const accuracy = orInfinite(values.accuracy ?? (simulation.dimensions === 2 ? 1e-3 : 6e-3), "accuracy");
    const square = (value, what) => round(round(orInfinite(value, what)) * round(value));
    const least2 = square(values.distanceMin, "distanceMin"), most2 = square(values.distanceMax, "distanceMax");
    const strengths = byNode(simulation, values.strength, finite, "many-body strength");
    const isExact = (shape ?? accuracy) === 0;
    // The limits are those of CKernels/many_body.c in the plane; a module of space has all.
    if (!isExact && !instance.call.has_higher_degree() && (shape === null ? accuracy < 0.99e-4 : shape < 0.699)) {
      throw new RangeError('this module has no accuracy below 1e-4 but 0, and no theta below 0.7 but 0; load "all"');
    }
    return (history) => instance.call.many_body(
      strengths, shape === null ? round(accuracy) : 0, shape === null ? 0 : round(shape), least2, most2, isExact, history);
  });
}

/** Springs (d3-force, "forceLink"). `links`: objects with `source` and `target`, or pairs of numbers. */
export function forceLink(links = []) {
  const parameters = { links, id: null, strength: null, distance: 30, iterations: 1 };
  return makeForce("link", parameters, (simulation, values) => {
    const { instance, count, round } = simulation;
    const Type = instance.Scalars;
    const ends = readLinks(values.links, simulation.nodes, count, values.id);
    const elements = linkObjects(values.links, ends, [values.strength, values.distance]);
    const iterations = iterationCount(values.iterations, "link iterations");
    const counts = countEnds(ends, count);
    const strengths = values.strength === null
      ? strengthsByDegree(ends, counts, Type)
      : evaluate(values.strength, elements, ends.length / 2, finite, "link strength", Type);
    const lengths = typeof values.distance === "number"
      ? round(notNegative(values.distance, "link distance"))
      : evaluate(values.distance, elements, ends.length / 2, notNegative, "link distance", Type);
    const half = new HalfLinks(ends, counts, lengths, strengths, Type);
    const bound = copyHalfLinks(instance, half);
    return () => {
      if (ends.length === 0) return;
      const steps = half.steps(simulation.alphaValue, round), alpha = round(simulation.alphaValue / steps);
      instance.call.links(
        bound.begin, bound.other, bound.length, bound.coefficient, alpha > half.lowestLimit ? bound.total : 0,
        half.commonLength, iterations * steps, alpha);
    };
  });
}

/** What functions of a link get: the objects that were given, or some with the numbers of the nodes. */
export function linkObjects(links, ends, values) {
  if (!ArrayBuffer.isView(links) || !values.some((value) => typeof value === "function")) return links;
  return Array.from({ length: ends.length / 2 }, (_, index) => ({ source: ends[2 * index], target: ends[2 * index + 1], index }));
}

export function copyHalfLinks(instance, half) {
  return {
    begin: instance.copy(BigInt64Array, half.begin),
    other: instance.copy(Int32Array, half.other),
    length: half.length ? instance.copyScalars(half.length) : 0,
    coefficient: instance.copyScalars(half.coefficient),
    total: instance.copyScalars(half.total),
  };
}

/** Keeps discs apart (d3-force, "forceCollide"). */
export function forceCollide(radius = 1) {
  return makeForce("collide", { radius, strength: 1, iterations: 1 }, (simulation, values) => {
    const { instance, round } = simulation;
    const radii = evaluate(values.radius, simulation.nodes, simulation.count, notNegative, "collide radius", instance.Scalars);
    const strength = round(finite(values.strength, "collide strength"));
    const iterations = iterationCount(values.iterations, "collide iterations");
    const levels = collideLevels(radii);
    const addresses = [instance.copyScalars(radii), instance.copy(Float64Array, levels.flat())];
    return () => instance.call.collide(...addresses, levels.length, strength, iterations);
  });
}

/** The mean of the positions moves to a point (d3-force, "forceCenter"). */
export function forceCenter(x = 0, y = 0, z = 0) {
  return makeForce("center", { x, y, z, strength: 1 }, ({ instance, round }, values) => {
    const place = ["x", "y", "z"].map((axis) => round(finite(values[axis], `center ${axis}`)));
    const strength = round(finite(values.strength, "center strength"));
    return () => instance.call.center(...place, strength);
  });
}

function forceAxis(axis, target) {
  const name = "xyz"[axis];
  return makeForce(name, { [name]: target, strength: 0.1 }, (simulation, values) => {
    if (axis >= simulation.dimensions) throw new RangeError(`there is no axis ${name} in ${simulation.dimensions} dimensions`);
    const addresses = [
      byNode(simulation, values[name], finite, `${name} of the force ${name}`),
      byNode(simulation, values.strength, finite, `strength of the force ${name}`),
    ];
    return () => simulation.instance.call.position(axis, ...addresses);
  });
}

/** Each node is pulled to a coordinate (d3-force, "forceX"). */
export const forceX = (x = 0) => forceAxis(0, x);
export const forceY = (y = 0) => forceAxis(1, y);
export const forceZ = (z = 0) => forceAxis(2, z);

/** Each node is pulled to a circle or sphere (d3-force, "forceRadial"). */
export function forceRadial(radius, x = 0, y = 0, z = 0) {
  return makeForce("radial", { radius, x, y, z, strength: 0.1 }, (simulation, values) => {
    const { instance, round } = simulation;
    const place = ["x", "y", "z"].map((axis) => round(finite(values[axis], `${axis} of the force radial`)));
    const addresses = [
      byNode(simulation, values.radius, notNegative, "radius of the force radial"),
      byNode(simulation, values.strength, finite, "strength of the force radial"),
    ];
    return () => instance.call.radial(...place, ...addresses);
  });
}
