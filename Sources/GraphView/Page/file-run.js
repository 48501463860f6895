// The simulation of a standalone file: the forces of its view, the hand, and the pace, with the
// module of WebAssembly. It runs in a worker (worker.js).

import { countEnds, strengthsByDegree } from "../../WebAssembly/bind.js";
import {
  forceCenter, forceCollide, forceLink, forceManyBody, forceRadial, forceX, forceY, forceZ,
} from "../../WebAssembly/forces.js";
import { Simulation } from "../../WebAssembly/simulation.js";

// The time between frames in ms, and the longest time that messages may wait for ticks.
const FRAME = 1000 / 60;
const PATIENCE = 50;
// Alpha after a force was changed.
const WARM = 0.3;
// Cooling, friction and the hand as they are where nobody has chosen: FilePhysics.Motion. The throw limit is in
// layout units per tick.
const MOTION = { alphaMin: 0.001, alphaDecay: 0.02276277904418933, velocityDecay: 0.6, heldAlphaTarget: 0.3, throwLimit: 100 };
// The value of a parameter that follows from the positions at the start.
export const LAID_OUT = "laid out";

const BY_AXIS = [forceX, forceY, forceZ];

// The forces of the module that stand for one of the view, by the name of its kind; with the
// parameters that it declares (ForceKind).
const KINDS = {
  ManyBodyForce: ({ strength, accuracy, theta = null, distanceMin, distanceMax = Infinity }) => [
    forceManyBody().strength(strength).accuracy(accuracy).theta(theta).distanceMin(distanceMin).distanceMax(distanceMax)],
  LinkForce: ({ strength, isDividedByDegree, length, iterations }, start) => {
    const links = forceLink(start.ends).iterations(iterations);
    links.distance(length === LAID_OUT ? lengths(start) : length);
    if (!isDividedByDegree) return [links.strength(strength)];
    const shares = strengthsByDegree(start.ends, countEnds(start.ends, start.nodes), Float32Array);
    return [links.strength(shares.map((share, link) => share * (strength[link] ?? strength)))];
  },
  PositionForce: ({ axis, target, strength }) => [BY_AXIS[axis](target).strength(strength)],
  AnchorForce: ({ places, strength }, { dimensions, nodes, positions }) => {
    const at = places === LAID_OUT ? positions : places;
    const column = (axis) => Float32Array.from({ length: nodes }, (_, node) => at[node * dimensions + axis] ?? 0);
    const strengths = Float32Array.from({ length: nodes }, (_, node) => (at[node * dimensions] === null ? 0 : strength));
    return BY_AXIS.slice(0, dimensions).map((force, axis) => force(column(axis)).strength(strengths));
  },
  CollideForce: ({ radius, strength, iterations }) => [forceCollide(radius).strength(strength).iterations(iterations)],
  CenterForce: ({ center: [x, y, z = 0], strength }) => [forceCenter(x, y, z).strength(strength)],
  RadialForce: ({ radius, center: [x, y, z = 0], strength }) => [forceRadial(radius, x, y, z).strength(strength)],
};

// The lengths of links at the start.
function lengths({ ends, positions, dimensions }) {
  return Float32Array.from({ length: ends.length / 2 }, (_, link) => {
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      sum += (positions[ends[2 * link] * dimensions + axis] - positions[ends[2 * link + 1] * dimensions + axis]) ** 2;
    }
    return Math.sqrt(sum);
  });
}

export class FileRun {
  // `module`: compiled. `start`: { dimensions, nodes, ends, positions, forces, motion }, each force with
  // `name`, `kind`, `on` and its parameters; `motion` (FilePhysics.Motion) may be left out. `tell`: is called
  // with frames, and what to transfer.
  constructor(module, start, tell) {
    this.start = start;
    this.tell = tell;
    const { dimensions, nodes, positions } = start;
    const { alphaMin, alphaDecay, velocityDecay, heldAlphaTarget, throwLimit } = start.motion ?? MOTION;
    // Swift's velocityDecay is the share of a velocity that stays, d3-force's the one that goes.
    this.simulation = new Simulation(module, nodes, { dimensions, positions })
      .alpha(0).alphaMin(alphaMin).alphaDecay(alphaDecay).velocityDecay(1 - velocityDecay);
    this.heldAlphaTarget = heldAlphaTarget;
    this.throwLimit = throwLimit;
    this.forces = new Map(start.forces.map((force) => [force.name, force]));
    this.isStale = true;
    this.isRunning = true;
    this.held = new Set();
    this.speed = 1;
    this.command = 0;
    this.due = 0;
    // Whether the page waits for a frame, and whether there is a newer one than it has.
    this.isDrawn = true;
    this.isBehind = false;
  }

  // Does what a message asks, then goes on.
  take(message) {
    DOES[message.do](this, message);
    this.run();
  }

  get isHot() { return this.isRunning && !this.simulation.isCold; }

  run() {
    if (this.timer === undefined && this.isHot) {
      this.due = Math.max(this.due, performance.now());
      this.timer = setTimeout(() => this.turn(), this.due - performance.now());
    }
    this.show();
  }
  turn() {
    this.timer = undefined;
    const begin = performance.now(), isFree = this.speed === "free";
    const most = isFree ? Infinity : this.speed, limit = begin + (isFree ? FRAME : PATIENCE);
    for (let i = 0; i < most && this.isHot && performance.now() < limit; i++) this.tick();
    this.due = Math.max(this.due + (isFree ? 0 : FRAME), begin);
    this.run();
  }
  tick() {
    if (this.isStale) this.bind();
    this.simulation.tick();
    this.isBehind = true;
  }

  // Binds the forces anew, in their order.
  bind() {
    this.isStale = false;
    for (const key of this.keys ?? []) this.simulation.force(key, null);
    this.keys = [];
    for (const force of this.forces.values()) {
      if (!force.on) continue;
      KINDS[force.kind](force, this.start).forEach((made, i) => {
        const key = `${force.name} ${i}`;
        this.simulation.force(key, made);
        this.keys.push(key);
      });
    }
  }
  get isAnchored() { return [...this.forces.values()].some((force) => force.on && force.kind === "AnchorForce"); }
  heat(alpha) { this.simulation.alpha(Math.max(this.simulation.alpha(), alpha)); }

  // Puts a node at a point, and keeps it there.
  put(node, point) {
    const { simulation } = this, { stride } = simulation;
    simulation.pin(node, ...point);
    point.forEach((value, axis) => {
      simulation.positions[node * stride + axis] = value;
      simulation.velocities[node * stride + axis] = 0;
    });
    this.isBehind = true;
  }
  throw(node, speed) {
    const length = Math.hypot(...speed), { stride } = this.simulation;
    speed.forEach((value, axis) => {
      this.simulation.velocities[node * stride + axis] = length > this.throwLimit ? value * this.throwLimit / length : value;
    });
  }

  // Sends a frame if the page has drawn the last one.
  show() {
    if (!this.isDrawn || !this.isBehind) return;
    this.isDrawn = this.isBehind = false;
    const { simulation, isHot } = this;
    const positions = this.places();
    this.tell({
      positions, hot: isHot, paused: !this.isRunning, alpha: simulation.alpha(), tick: simulation.tickCount,
      command: this.command, errors: this.errors(),
    }, [positions.buffer]);
  }
  // A copy of the positions, without padding.
  places() {
    const { positions, stride, dimensions, count } = this.simulation;
    if (stride === dimensions) return positions.slice();
    const copy = new Float32Array(count * dimensions);
    for (let node = 0; node < count; node++) {
      for (let axis = 0; axis < dimensions; axis++) copy[node * dimensions + axis] = positions[node * stride + axis];
    }
    return copy;
  }
  // The measured errors of the forces between all nodes: [name, error].
  errors() {
    return [...this.forces.values()].filter((force) => force.on && force.kind === "ManyBodyForce")
      .map(({ name }) => [name, this.simulation.measuredError(`${name} 0`)]).filter(([, error]) => error > 0);
  }
}

// What messages ask for.
const DOES = {
  hold(run, { node, at, command }) {
    run.command = command;
    run.held.add(node);
    run.put(node, at);
    run.simulation.alphaTarget(run.heldAlphaTarget);
    // A short drag would end before it is warm enough for the nodes to come back.
    if (run.isAnchored) run.heat(WARM);
  },
  free(run, { node, pinned, thrown, command }) {
    run.command = command;
    if (!run.held.delete(node)) return;
    if (!pinned) {
      run.simulation.release(node);
      run.throw(node, thrown);
    }
    if (run.held.size === 0) run.simulation.alphaTarget(0);
    run.isBehind = true;
  },
  pin(run, { nodes, at }) { nodes.forEach((node, i) => run.put(node, at[i])); },
  unpin(run, { nodes }) { for (const node of nodes) if (!run.held.has(node)) run.simulation.release(node); },
  pause(run) {
    run.isRunning = false;
    run.isBehind = true;
  },
  resume(run) { run.isRunning = run.isBehind = true; },
  step(run, { ticks = 1 }) {
    DOES.pause(run);
    for (let i = 0; i < ticks; i++) run.tick();
  },
  reheat(run, { alpha = 1 }) {
    run.isRunning = true;
    run.heat(alpha);
  },
  speed(run, { factor }) { run.speed = factor; },
  set(run, { force, parameter, value }) {
    run.forces.get(force)[parameter] = value;
    run.isStale = true;
    run.heat(WARM);
  },
  force(run, { name, on }) {
    run.forces.get(name).on = on;
    run.isStale = true;
    run.heat(WARM);
  },
  drawn(run) { run.isDrawn = true; },
};
