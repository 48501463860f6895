// The displayed graph: adjacency, style and positions, as plain arrays by index for drawing and
// queries.

import { COLUMNS, NONE } from "./protocol.js";

// The number of nodes above which positions are not interpolated between frames.
const GLIDING_LIMIT = 200000;
// The interval between frames in ms below which positions are not interpolated, as that would only
// add latency.
const QUICK = 25;

export class Scene {
  constructor() {
    this.nodes = 0;
    this.dimensions = 2;
    this.labels = [];
    // The known ids of nodes whose label is different or missing.
    this.ids = [];
    this.held = new Map();
    this.plane = new Float32Array(0);
    this.nearness = null;
    // The graph is empty at first.
    this.setGraph({ nodes: 0, links: 0, epoch: -1, ends: new Uint32Array(0) });
  }

  // Sets the graph. Nodes that remain keep their position and label. Returns the new index of each
  // old node, -1 for removed ones, or null if it is an unrelated graph.
  setGraph(message) {
    const old = { nodes: this.nodes, labels: this.labels, ids: this.ids, shown: this.shown };
    const { nodes, links, epoch, ends } = message;
    Object.assign(this, { nodes, links, epoch, ends });
    for (const { name, of, bytes } of COLUMNS) this[name] = message[name]?.slice() ?? new Uint8Array(bytes * this[of]);
    const length = this.dimensions * this.nodes;
    this.target = new Float32Array(length).fill(NaN);
    this.labels = new Array(this.nodes);
    this.ids = new Array(this.nodes);
    this.joinEnds();
    const newOf = message.previous ? new Int32Array(old.nodes).fill(-1) : null;
    if (newOf) {
      message.previous.forEach((before, node) => {
        if (before === NONE || before >= old.nodes) return;
        newOf[before] = node;
        this.labels[node] = old.labels[before];
        this.ids[node] = old.ids[before];
        for (let axis = 0; axis < this.dimensions; axis++) {
          this.target[node * this.dimensions + axis] = old.shown[before * this.dimensions + axis];
        }
      });
    }
    this.before = this.target;
    this.shown = this.target.slice();
    this.plane = this.dimensions === 2 ? this.shown : new Float32Array(2 * this.nodes);
    this.nearness = this.dimensions === 2 ? null : new Float32Array(this.nodes).fill(1);
    this.frameAt = -Infinity;
    this.frameAfter = 0;
    this.isGliding = false;
    const kept = new Map();
    if (newOf) for (const [node, at] of this.held) if (newOf[node] >= 0) kept.set(newOf[node], at);
    this.held = kept;
    return newOf;
  }

  // Builds the adjacency as three arrays: offsets, neighbours and links.
  joinEnds() {
    const begins = new Uint32Array(this.nodes + 1);
    for (let i = 0; i < this.ends.length; i++) begins[this.ends[i] + 1]++;
    for (let node = 0; node < this.nodes; node++) begins[node + 1] += begins[node];
    const next = begins.slice(), at = new Uint32Array(this.ends.length);
    const link = new Uint32Array(this.ends.length);
    for (let i = 0; i < this.ends.length; i++) {
      const slot = next[this.ends[i]]++;
      at[slot] = this.ends[i ^ 1];
      link[slot] = i >> 1;
    }
    this.adjacency = { begins, at, link };
  }
  degree(node) { return this.adjacency.begins[node + 1] - this.adjacency.begins[node]; }
  linksBetween(a, b) {
    const { begins, at, link } = this.adjacency;
    return Array.from(link.subarray(begins[a], begins[a + 1])).filter((_, i) => at[begins[a] + i] === b);
  }
  neighbours(node) {
    const { begins, at } = this.adjacency;
    return [...new Set(at.subarray(begins[node], begins[node + 1]))].filter((i) => i !== node);
  }

  // Updates a range of a style column; returns false if it does not fit the graph.
  setLooks({ column, first, values, epoch, count }) {
    if (epoch !== this.epoch || first + count > this[column.of]) return false;
    this[column.name].set(values, column.name === "radius" ? first : first * column.bytes);
    return true;
  }
  setLabels({ nodes, texts, epoch, areIds }) {
    if (epoch !== this.epoch) return false;
    const into = areIds ? this.ids : this.labels;
    nodes.forEach((node, i) => { into[node] = texts[i]; });
    return true;
  }

  // Sets a frame of positions; returns false if it belongs to another graph.
  setPositions(message, now, glides = true) {
    const { positions, epoch, dimensions } = message;
    if (epoch !== this.epoch || dimensions !== this.dimensions ||
      positions.length !== this.target.length) return false;
    const since = now - this.frameAt;
    this.frameAfter = Math.min(since, 250);
    this.isGliding = glides && this.nodes <= GLIDING_LIMIT && since > QUICK && since < 1000;
    this.before = this.isGliding ? this.shown.slice() : positions;
    this.target = positions;
    this.frameAt = now;
    this.mix(now);
    return true;
  }

  // Writes the current interpolated positions to `shown`; returns true while nodes move.
  mix(now) {
    const share = this.isGliding ? Math.min((now - this.frameAt) / this.frameAfter, 1) : 1;
    const { shown, before, target } = this;
    if (share >= 1) {
      shown.set(target);
      this.isGliding = false;
    } else {
      for (let i = 0; i < shown.length; i++) {
        // A new node has no previous position.
        const from = before[i];
        shown[i] = from === from ? from + (target[i] - from) * share : target[i];
      }
    }
    for (const [node, place] of this.held) this.putAt(node, place);
    return this.isGliding;
  }
  putAt(node, place) {
    for (let axis = 0; axis < this.dimensions; axis++) {
      this.shown[node * this.dimensions + axis] = place[axis];
    }
  }
  place(node) {
    const begin = node * this.dimensions;
    return Array.from(this.shown.subarray(begin, begin + this.dimensions));
  }
  isPlaced(node) { return Number.isFinite(this.plane[2 * node]); }
  label(node) { return this.labels[node] ?? ""; }
  isPinned(node) { return (this.nodeFlags[node] & 1) !== 0; }
  setPins(nodes) {
    for (let i = 0; i < this.nodes; i++) this.nodeFlags[i] &= ~1;
    for (const node of nodes) if (node < this.nodes) this.nodeFlags[node] |= 1;
  }

  // Returns the node whose disc is nearest to a point of the plane, within `reach` units of its
  // edge; if several discs contain the point, the one with the nearest centre. Returns -1 if there
  // is none.
  nodeAt(x, y, reach, radiusOf, isShown) {
    let found = -1, best = Infinity;
    const { plane, nodes } = this;
    for (let node = 0; node < nodes; node++) {
      const dx = plane[2 * node] - x, dy = plane[2 * node + 1] - y;
      const distance2 = dx * dx + dy * dy;
      if (!(distance2 < best) || !isShown(node)) continue;
      const limit = radiusOf(node) + reach;
      if (distance2 > limit * limit) continue;
      best = distance2;
      found = node;
    }
    return found;
  }
}
