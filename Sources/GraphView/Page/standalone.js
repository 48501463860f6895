// Replaces the program in a standalone file: supplies the embedded data, answers requests as far as
// possible, and has a worker that simulates (worker.js).

import { Link } from "./events.js";
import { FileLooks, textOf } from "./file-looks.js";
import { decode } from "./protocol.js";
import { Scene } from "./scene.js";
import { said } from "./texts.js";

// Later than any command.
const LATEST = 0xffffffff;

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

  // `base64`: the data. `kernels`: the script of the worker and the module of WebAssembly, or
  // nothing in a file without a simulation.
  async open(base64, kernels) {
    const found = records(await inflated(base64));
    const hello = found.find((one) => one.is === "hello");
    if (!hello) throw new Error("the data has no beginning");
    this.hello = hello;
    this.kernels = kernels;
    this.pins = new Set(hello.pins);
    this.simulates = Boolean(kernels && hello.physics);
    /** @type {any[]} */
    const messages = found.filter((one) => one instanceof ArrayBuffer).map((one) => decode(one));
    for (const message of messages) {
      const attribute = message.kind === "column" && hello.attributes[message.to];
      if (attribute) this.columns.set(`${attribute.of} ${attribute.name}`, message);
    }
    this.looks = new FileLooks(hello, this.columns, (kind, message) => this.emit(kind, message));
    this.emit("hello", { ...hello, standalone: true, simulates: this.simulates, running: true, speed: 1,
      looks: { ...this.looks.looks }, allows: { edit: false, export: Object.keys(this.makes) } });
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
    if (hello.missing?.length) this.emit("state", { message: said("Without effect in this file: {}.", hello.missing.join(", ")) });
  }

  // Tells the worker what to do; it is started at the first time.
  tell(message) {
    this.worker ??= this.start().catch((problem) => this.fail(problem.message));
    this.worker.then((worker) => worker?.postMessage(message));
  }
  async start() {
    if (!globalThis.Worker || !globalThis.WebAssembly) throw new Error("the browser has no WebAssembly");
    const [script, module] = records(await inflated(this.kernels));
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => (data.error ? this.fail(data.error) : this.publish(data));
    worker.onerror = ({ message }) => this.fail(message ?? "the browser has not started the worker");
    const { nodes, dimensions, ends } = this.scene;
    worker.postMessage({
      module, nodes, dimensions, ends, positions: this.last.positions, forces: this.hello.physics, motion: this.hello.motion,
    });
    for (const node of this.pins) worker.postMessage({ do: "pin", nodes: [node], at: [this.scene.place(node)] });
    return worker;
  }
  // From now on only nodes in the hand move.
  fail(reason) {
    if (!this.simulates) return;
    this.simulates = false;
    this.worker?.then((worker) => worker?.terminate());
    this.emit("state", { simulates: false, message: said("Only the node in the hand moves, as {}.", reason) });
    this.publish({ command: LATEST });
  }
  // Sends a frame to the page.
  publish({ positions = this.last.positions, command, hot = false, paused = false, alpha = 0, tick = 0, errors = [] }) {
    this.errors = errors;
    this.counts.received++;
    this.last = {
      ...this.last, sequence: ++this.sequence, positions, isFinal: !hot, isHot: hot, isPaused: paused, alpha, tick, command,
      dimensions: this.scene.dimensions,
    };
    this.emit("positions", this.last);
  }
  setPins(nodes, isOn) {
    for (const node of nodes) this.pins[isOn ? "add" : "delete"](node);
    this.emit("state", { pins: [...this.pins] });
  }

  sendBytes(buffer) {
    const view = new DataView(buffer), kind = view.getUint8(0), command = view.getUint32(4, true);
    const node = view.getUint32(8, true);
    if (kind === 3) return this.simulates && this.worker && this.tell({ do: "drawn" });
    const point = [12, 16, 20].slice(0, this.scene.dimensions).map((at) => view.getFloat32(at, true));
    const pinned = (view.getUint8(1) & 1) !== 0;
    if (kind === 2) this.setPins([node], pinned);
    if (this.simulates) return this.tell(kind === 1 ? { do: "hold", node, at: point, command } : { do: "free", node, pinned, thrown: point, command });
    if (kind === 1) {
      const positions = this.last.positions.slice();
      positions.set(point, node * this.scene.dimensions);
      this.publish({ positions, command });
    } else this.publish({ command });
  }

  async ask(name, fields = {}) {
    const does = ANSWERS[name] ?? MOVES[name];
    if (!does) throw new Error("This file stands alone: that needs the program that made it.");
    if (MOVES[name] && !this.simulates) throw new Error("The layout of this file does not move here.");
    return does(this, fields) ?? {};
  }
  // Changes a force, for the panel and for the worker.
  change(name, message, change) {
    const forces = this.hello.forces.map((force) => (force.name === name ? change(force) : force));
    this.hello.forces = forces;
    this.tell(message);
    this.emit("state", { forces });
  }
}

const MOVES = {
  pause(file) { file.tell({ do: "pause" }); },
  resume(file) { file.tell({ do: "resume" }); },
  step(file, { ticks }) { file.tell({ do: "step", ticks }); },
  reheat(file, { alpha }) { file.tell({ do: "reheat", alpha }); },
  speed(file, { factor }) {
    file.tell({ do: "speed", factor });
    file.emit("state", { speed: factor });
  },
  set(file, { force, parameter, value }) {
    file.change(force, { do: "set", force, parameter, value }, (one) => ({
      ...one, parameters: one.parameters.map((other) => (other.name === parameter ? { ...other, value } : other)),
    }));
  },
  force(file, { name, on }) { file.change(name, { do: "force", name, on }, (one) => ({ ...one, on })); },
};
// In quotes: names that the page has for other things too.
const ANSWERS = {
  pin(file, { nodes, at }) {
    file.setPins(nodes, true);
    if (file.simulates) file.tell({ do: "pin", nodes, at });
  },
  "unpin"(file, { nodes }) {
    const all = nodes === "all" ? [...file.pins] : nodes;
    file.setPins(all, false);
    if (file.simulates) file.tell({ do: "unpin", nodes: all });
  },
  "status": (file) => ({ text: (file.errors ?? []).map(([name, error]) => `${name}: error ${error.toExponential(1)}`).join("\n") }),
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
