// Replaces the program in a standalone file: supplies the embedded data, answers requests as far as
// possible, and simulates graphs that are small enough.

import { Link } from "./events.js";
import { FileLooks, textOf } from "./file-looks.js";
import { decode } from "./protocol.js";
import { Scene } from "./scene.js";
import { Simulation } from "./simulate.js";

const MOVING_LIMIT = 1000;

export async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

// Returns the records of an exported file: texts and binary messages in order.
export function records(buffer) {
  const view = new DataView(buffer);
  const found = [];
  let at = 0;
  while (at + 8 <= buffer.byteLength) {
    const length = view.getUint32(at, true), isText = view.getUint8(at + 4) === 0;
    const bytes = buffer.slice(at + 8, at + 8 + length);
    if (bytes.byteLength < length) throw new RangeError("the data of this file ends too early");
    found.push(isText ? JSON.parse(new TextDecoder().decode(bytes)) : bytes);
    at += 8 + length + ((4 - (length & 3)) & 3);
  }
  return found;
}

export class Standalone extends Link {
  constructor() {
    super();
    this.isOpen = true;
    this.columns = new Map();
    // The formats that can be saved: functions that return {name, type, bytes}.
    this.makes = {};
    this.scene = new Scene();
    this.running = true;
    this.sequence = 0;
    this.counts = { received: 0 };
  }

  async open(base64) {
    const found = records(await inflated(base64));
    const hello = found.find((one) => one.is === "hello");
    if (!hello) throw new Error("the data has no beginning");
    this.hello = hello;
    const messages = found.filter((one) => one instanceof ArrayBuffer).map((one) => decode(one));
    const isSmall = hello.nodes <= MOVING_LIMIT;
    for (const message of messages) {
      const attribute = message.kind === "column" && hello.attributes[message.to];
      if (attribute) this.columns.set(`${attribute.of} ${attribute.name}`, message);
    }
    this.looks = new FileLooks(hello, this.columns, (kind, message) => this.emit(kind, message));
    this.emit("hello", { ...hello, standalone: true, simulates: isSmall, running: true, speed: 1,
      looks: { ...this.looks.looks }, allows: { edit: false, export: Object.keys(this.makes) },
      forces: isSmall ? this.forces() : [] });
    for (const message of messages) {
      if (message.kind === "column") continue;
      this.looks.take(message);
      if (message.kind === "graph") {
        this.scene.dimensions = hello.dimensions;
        this.scene.setGraph(message);
      }
      if (message.kind === "positions") {
        this.scene.setPositions(message, 0, false);
        this.last = message;
      }
      if (message.kind === "labels") this.scene.setLabels(message);
      this.emit(message.kind, message);
    }
    this.begin(isSmall);
  }
  begin(isSmall) {
    this.simulation = new Simulation(this.scene);
    const { simulation, scene } = this;
    const lengths = simulation.measure().sort();
    simulation.forces.distance = lengths.length ? lengths[lengths.length >> 1] : 30;
    if (isSmall) simulation.rest();
    for (const node of this.hello.pins ?? []) simulation.pins.set(node, scene.place(node));
    this.moves = isSmall;
  }
  forces() {
    const parameter = (name, title, value, low, high) => ({ name, title, value, low, high, logarithmic: false });
    const is = this.simulation?.forces ?? { charge: -30, distance: 30, gravity: 0.03 };
    return [
      { name: "charge", title: "Repulsion", on: true, parameters: [parameter("charge", "Strength", is.charge, -200, 0)] },
      { name: "link", title: "Links", on: true, parameters: [parameter("distance", "Length", is.distance, 1, 200)] },
      { name: "gravity", title: "Gravity (approximate)", on: true, parameters: [parameter("gravity", "Strength", is.gravity, 0, 0.3)] },
    ];
  }

  // Runs a tick per animation frame while the simulation is hot.
  run() {
    if (this.isTicking || !this.moves) return;
    this.isTicking = true;
    const turn = () => {
      this.isTicking = false;
      if (!this.running || !this.simulation.isHot) return this.publish(true);
      for (let i = 0; i < (this.speed === "free" ? 8 : this.speed ?? 1); i++) this.simulation.tick();
      this.publish(false);
      this.isTicking = true;
      requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  }
  publish(isFinal) {
    const { simulation, scene } = this;
    this.counts.received++;
    this.emit("positions", {
      ...this.last, sequence: ++this.sequence, positions: Float32Array.from(simulation.at), isFinal,
      isHot: !isFinal, isPaused: !this.running, alpha: simulation.alpha, tick: simulation.tickCount, command: 0xffffffff,
      dimensions: scene.dimensions,
    });
  }
  heat(alpha) {
    this.simulation.alpha = Math.max(this.simulation.alpha, alpha);
    this.run();
  }

  sendBytes(buffer) {
    const view = new DataView(buffer), kind = view.getUint8(0), node = view.getUint32(8, true);
    const { simulation } = this;
    const point = [12, 16, 20].slice(0, this.scene.dimensions).map((at) => view.getFloat32(at, true));
    if (kind === 3 || !simulation) return;
    if (kind === 1) {
      simulation.held.set(node, point);
      // Above the limit, and while paused, only this node moves.
      simulation.at.set(point, node * this.scene.dimensions);
    } else {
      const place = simulation.held.get(node);
      simulation.held.delete(node);
      if (view.getUint8(1) & 1) simulation.pins.set(node, place);
      else {
        simulation.pins.delete(node);
        simulation.speed.set(point, node * this.scene.dimensions);
      }
      this.emit("state", { pins: [...simulation.pins.keys()] });
    }
    if (this.moves && this.running) this.run();
    else this.publish(true);
  }

  async ask(name, fields = {}) {
    const does = ANSWERS[name] ?? MOVES[name];
    if (!does) throw new Error("This file stands alone: that needs the program that made it.");
    if (MOVES[name] && !this.moves) throw new Error("Files of more than 1,000 nodes do not move.");
    return does(this, fields) ?? {};
  }
}

const MOVES = {
  pause(file) { file.running = false; },
  resume(file) {
    file.running = true;
    file.run();
  },
  step(file, { ticks = 1 }) {
    for (let i = 0; i < ticks; i++) file.simulation.tick();
    file.publish(!file.running || !file.simulation.isHot);
  },
  reheat(file, { alpha = 1 }) {
    file.running = true;
    file.emit("state", { running: true });
    file.heat(alpha);
  },
  speed(file, { factor }) { file.speed = factor; },
  set(file, { parameter, value }) {
    file.simulation.forces[parameter] = value;
    file.heat(0.3);
  },
  force(file, { name, on }) {
    const key = { charge: "charge", link: "spring", gravity: "gravity" }[name];
    const usual = { charge: -30, spring: 1, gravity: 0.03 };
    file.simulation.forces[key] = on ? usual[key] : 0;
    file.heat(0.3);
  },
};
const ANSWERS = {
  pin(file, { nodes, at }) {
    nodes.forEach((node, i) => file.simulation.pins.set(node, at[i]));
    file.emit("state", { pins: [...file.simulation.pins.keys()] });
  },
  unpin(file, { nodes }) {
    for (const node of nodes === "all" ? [...file.simulation.pins.keys()] : nodes) file.simulation.pins.delete(node);
    file.emit("state", { pins: [...file.simulation.pins.keys()] });
  },
  details(file, { node, link }) {
    const { hello, columns, scene } = file, owner = node === undefined ? "links" : "nodes";
    const attributes = (hello.attributes ?? []).filter((one) => one.of === owner).map(({ name, title }) =>
      [title || name, textOf(columns.get(`${owner} ${name}`), node ?? link)]).filter(([, text]) => text !== null);
    return { id: scene.ids[node], label: node === undefined ? "" : scene.label(node), attributes };
  },
  column: (file, { name }) => file.columns.get(`nodes ${name}`),
  look: (file, wanted) => file.looks.set(wanted),
  export: (file, { format }) => file.makes[format](),
  find: () => ({ nodes: [], labels: [] }),
  labels() {}, select() {}, hidden() {}, precision() {}, step_to() {},
};
