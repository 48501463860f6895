// A simulation: its state in the memory of a module, and its ticks.

import { finite, integer } from "./bind.js";
import { Instance } from "./instance.js";

const AXES = ["x", "y", "z"];
const share = (value, what) => {
  if (!(finite(value, what) >= 0 && value <= 1)) throw new RangeError(`${what} is from 0 to 1, not ${value}`);
  return value;
};

export class Simulation {
  #instance;
  #positions;
  #velocities;
  #pins = null;
  #forces = new Map();
  #tickCount = 0;
  #parameters = { alpha: 1, alphaMin: 0.001, alphaDecay: 0.02276277904418933, alphaTarget: 0, velocityDecay: 0.4 };

  /** `module`: from loadKernels(). */
  constructor(module, nodes, { dimensions = 2, scalar = "float", positions, seed = 1 } = {}) {
    const isList = Array.isArray(nodes);
    this.count = integer(isList ? nodes.length : nodes, "the number of nodes", 0, 2 ** 31 - 1);
    this.nodes = isList ? nodes : null;
    this.dimensions = integer(dimensions, "dimensions", 2, 3);
    if (scalar !== "float" && scalar !== "double") throw new TypeError(`scalar is "float" or "double", not ${JSON.stringify(scalar)}`);
    /** Numbers of a vector in `positions`: x, y in the plane, x, y, z and one that is not used in space. */
    this.stride = dimensions === 2 ? 2 : 4;
    /** Rounds to the simulation's type. */
    this.round = scalar === "float" ? Math.fround : (x) => x;
    /** The number of nodes that were kept from becoming NaN or infinite. */
    this.nonFiniteNodeCount = 0;
    this.#instance = new Instance(module, scalar === "double");
    this.#create(scalar, seed);
    if (positions) this.#place(positions);
    if (isList) this.#read(nodes);
  }

  #create(scalar, seed) {
    const { call } = this.#instance;
    const type = scalar === "double" ? 1 : 0;
    if (type > call.most_scalar() || this.dimensions > call.most_dimensions()) {
      throw new RangeError(`this module has no simulations in ${this.dimensions} dimensions and ${scalar}; load "all"`);
    }
    if (typeof seed !== "bigint") integer(seed, "seed", 0, Number.MAX_SAFE_INTEGER);
    if (!call.create(type, this.dimensions, this.count, BigInt.asIntN(64, BigInt(seed)))) {
      throw new RangeError(`there is no memory for ${this.count} nodes`);
    }
  }

  #place(given) {
    if (given.length !== this.count * this.dimensions) {
      throw new RangeError(`positions has ${given.length} numbers; ${this.count * this.dimensions} are needed, without padding`);
    }
    const { positions, dimensions, stride } = this;
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < dimensions; k++) {
        const value = this.round(finite(given[i * dimensions + k], `positions[${i * dimensions + k}]`));
        positions[i * stride + k] = finite(value, `positions[${i * dimensions + k}]`);
      }
    }
  }

  #read(nodes) {
    nodes.forEach((node, i) => AXES.slice(0, this.dimensions).forEach((axis, k) => {
      const read = (name) => this.round(finite(node[name], `${name} of node ${i}`));
      const has = (name) => node?.[name] !== undefined && node[name] !== null;
      if (has(axis)) this.positions[i * this.stride + k] = read(axis);
      if (has(`v${axis}`)) this.velocities[i * this.stride + k] = read(`v${axis}`);
      if (!has(`f${axis}`)) return;
      this.#pin(i, k, read(`f${axis}`));
      if (!has(axis)) this.positions[i * this.stride + k] = read(`f${axis}`);
    }));
  }

  get instance() {
    if (!this.#instance) throw new Error("the simulation has been disposed of");
    return this.#instance;
  }

  /** The positions in the module's memory, `stride` numbers each. Read it anew after each tick. */
  get positions() {
    const { buffer, Scalars, call } = this.instance;
    if (this.#positions?.buffer !== buffer) this.#positions = new Scalars(buffer, call.positions(), this.count * this.stride);
    return this.#positions;
  }

  /** The velocities, as the positions. */
  get velocities() {
    const { buffer, Scalars, call } = this.instance;
    if (this.#velocities?.buffer !== buffer) this.#velocities = new Scalars(buffer, call.velocities(), this.count * this.stride);
    return this.#velocities;
  }

  /** Says that positions have been written: the trees then forget what they know. */
  moved() {
    for (const entry of this.#forces.values()) if (entry.history) this.instance.call.forget_history(entry.history);
    return this;
  }

  // MARK: Forces

  /** Gets, adds, replaces (in place) or with null removes the force of a name. */
  force(name, force) {
    const entry = this.#forces.get(name);
    if (force === undefined) return entry?.force;
    const { instance } = this;
    if (force === null) {
      if (entry) this.#release(entry);
      this.#forces.delete(name);
      return this;
    }
    if (typeof force !== "object" || typeof force.version !== "number") throw new TypeError(`the force "${name}" is none of this module's`);
    const { result: apply, owned } = instance.owning(() => force.bind(this));
    if (entry) instance.release(entry.owned);
    this.#forces.set(name, { force, apply, owned, version: force.version, history: entry?.history ?? 0 });
    return this;
  }

  #release({ owned, history }) {
    this.instance.release(owned);
    if (history) this.instance.call.release_history(history);
  }

  /** Binds forces whose parameters have changed. */
  #bind() {
    for (const [name, { force, version }] of this.#forces) if (force.version !== version) this.force(name, force);
  }

  /** The error of a many-body force as measured in the last tick; 0 when it is exact. */
  measuredError(name) {
    const history = this.#forces.get(name)?.history;
    return history ? this.instance.call.measured_error(history) : 0;
  }

  #apply(name, entry) {
    if (entry.force.kind === "manyBody" && !entry.history) {
      entry.history = this.instance.call.create_history();
      if (!entry.history) throw new RangeError(`there is no memory for the force "${name}"`);
    }
    entry.apply(entry.history);
  }

  // MARK: Ticks

  /** Ticks, also when the simulation is cold (d3-force, "simulation.tick"). */
  tick(iterations = 1) {
    integer(iterations, "iterations", 0, Number.MAX_SAFE_INTEGER);
    for (let i = 0; i < iterations; i++) this.#tick();
    return this;
  }

  #tick() {
    this.#bind();
    const { instance: { call }, round } = this;
    const { alpha, alphaTarget, alphaDecay, velocityDecay } = this.#parameters;
    this.#tickCount++;
    const cooled = round(round(alpha) + round(round(round(alphaTarget) - round(alpha)) * round(alphaDecay)));
    if (Number.isFinite(cooled)) this.#parameters.alpha = cooled;
    const repaired = call.begin(BigInt(this.#tickCount), this.alphaValue);
    if (repaired < 0) throw new RangeError("there is no memory for a tick");
    for (const [name, entry] of this.#forces) this.#apply(name, entry);
    this.nonFiniteNodeCount += repaired + call.end(round(1 - velocityDecay));
  }

  get tickCount() { return this.#tickCount; }
  /** Alpha in the simulation's type. */
  get alphaValue() { return this.round(this.#parameters.alpha); }
  /** True when alpha and alphaTarget are both below alphaMin. */
  get isCold() { return this.#parameters.alpha < this.#parameters.alphaMin && this.#parameters.alphaTarget < this.#parameters.alphaMin; }

  #parameter(name, given, check) {
    if (given.length === 0) return this.#parameters[name];
    this.#parameters[name] = check(given[0], name);
    return this;
  }

  alpha(...given) { return this.#parameter("alpha", given, finite); }
  alphaMin(...given) { return this.#parameter("alphaMin", given, finite); }
  alphaDecay(...given) { return this.#parameter("alphaDecay", given, share); }
  alphaTarget(...given) { return this.#parameter("alphaTarget", given, finite); }
  velocityDecay(...given) { return this.#parameter("velocityDecay", given, share); }

  // MARK: Pins

  #pin(node, axis, value) {
    const { instance, count, stride } = this;
    if (!this.#pins) {
      this.#pins = { axes: instance.allocate(Uint8Array, count), places: instance.allocate(instance.Scalars, count * stride) };
      instance.call.set_pins(this.#pins.axes, this.#pins.places);
    }
    const axes = instance.view(Uint8Array, this.#pins.axes, count);
    axes[node] = value === null ? axes[node] & ~(1 << axis) : axes[node] | (1 << axis);
    if (value !== null) instance.view(instance.Scalars, this.#pins.places, count * stride)[node * stride + axis] = value;
  }

  #node(node) { return integer(node, "the node", 0, this.count - 1); }

  /** Holds a node at a point. A coordinate that is null is free, one that is undefined stays as it is. */
  pin(node, ...point) {
    this.#node(node);
    if (point.length > this.dimensions) throw new RangeError(`a pin has ${this.dimensions} coordinates, not ${point.length}`);
    const places = point.map((value, axis) =>
      (value === null || value === undefined ? value : this.round(finite(value, `pin ${AXES[axis]}`))));
    places.forEach((value) => { if (value !== null && value !== undefined) finite(value, "a pin in Float"); });
    places.forEach((value, axis) => { if (value !== undefined) this.#pin(node, axis, value); });
    return this;
  }

  /** Lets a node go, on all axes. */
  release(node) {
    this.#node(node);
    if (this.#pins) this.instance.view(Uint8Array, this.#pins.axes, this.count)[node] = 0;
    return this;
  }

  /** A node follows the hand: it is pinned, is there at once, and the simulation is kept warm. */
  drag(node, ...point) {
    if (point.length !== this.dimensions) throw new RangeError(`a drag has ${this.dimensions} coordinates, not ${point.length}`);
    this.pin(node, ...point);
    point.forEach((value, axis) => {
      this.positions[node * this.stride + axis] = value;
      this.velocities[node * this.stride + axis] = 0;
    });
    if (this.#parameters.alphaTarget < 0.3) this.alphaTarget(0.3);
    return this;
  }

  /** Ends a drag. `isPinned`: the node stays where it is put. */
  drop(node, isPinned = false) {
    this.#node(node);
    if (!isPinned) this.release(node);
    return this.alphaTarget(0);
  }

  /**
   * The number of the node nearest to a point; undefined when there is none. The coordinates may be
   * followed by a radius (d3-force, "simulation.find"). O(n).
   */
  find(...point) {
    const { positions, stride, dimensions } = this;
    const radius = point[dimensions] ?? Infinity;
    let nearest, least = radius * radius;
    for (let i = 0; i < this.count; i++) {
      let square = 0;
      for (let k = 0; k < dimensions; k++) square += (positions[i * stride + k] - point[k]) ** 2;
      if (square < least) [nearest, least] = [i, square];
    }
    return nearest;
  }

  /** Writes positions and velocities to the objects that the nodes were given as: x, y, vx, vy. */
  writeBack() {
    const { positions, velocities, stride } = this;
    this.nodes?.forEach((node, i) => AXES.slice(0, this.dimensions).forEach((axis, k) => {
      node[axis] = positions[i * stride + k];
      node[`v${axis}`] = velocities[i * stride + k];
    }));
    return this;
  }

  /** Gives all memory back. The simulation, and its arrays, cannot be used any more. */
  dispose() {
    this.#instance = this.#positions = this.#velocities = this.#pins = null;
    this.#forces.clear();
  }
}
