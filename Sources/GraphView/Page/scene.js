// The graph that is shown: who is joined to whom, how all look, and where they are. Plain arrays by
// index; what draws and what asks reads them.

import { COLUMNS, NONE } from "./protocol.js";

// Above this many nodes positions jump from frame to frame instead of gliding.
const GLIDING_LIMIT = 200000;
// Frames that come faster than this need no gliding between them, which would only make them late.
const QUICK = 25;

export class Scene {
  constructor() {
    this.nodes = 0;
    this.dimensions = 2;
    this.labels = [];
    // Of nodes that have another label or none, as far as they are known.
    this.ids = [];
    this.held = new Map();
    this.plane = new Float32Array(0);
    this.nearness = null;
    // Nothing yet.
    this.setGraph({ nodes: 0, links: 0, epoch: -1, ends: new Uint32Array(0) });
  }

  // Takes a graph. Nodes that stay keep place and label; the result is the new index of each old
  // node, -1 for those that are gone, or null when it is another graph.
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

  // Neighbours by node, in one array each of begins, neighbours and links.
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

  // A part of one look of nodes or links; false when it does not fit the graph.
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

  // A frame of positions; false when it is of another graph.
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

  // Writes to `shown` where the nodes are at this moment; true while they go on moving.
  mix(now) {
    const share = this.isGliding ? Math.min((now - this.frameAt) / this.frameAfter, 1) : 1;
    const { shown, before, target } = this;
    if (share >= 1) {
      shown.set(target);
      this.isGliding = false;
    } else {
      for (let i = 0; i < shown.length; i++) {
        // A node that has just come has no place before.
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

  // The node whose disc is nearest to a point of the plane, within `reach` units of its rim; among
  // several discs over the point the one whose middle is nearest. -1 for none.
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
