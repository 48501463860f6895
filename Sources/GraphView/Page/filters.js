// The visibility of nodes: filters by attribute, component, core and distance, and nodes hidden by
// hand.

import { NONE } from "./protocol.js";

// Returns the nodes within `distance` hops of the given nodes.
export function within(scene, nodes, distance) {
  const { begins, at } = scene.adjacency;
  const found = new Set(nodes);
  let rim = [...nodes];
  for (let step = 0; step < distance && rim.length; step++) {
    const next = [];
    for (const node of rim) {
      for (let i = begins[node]; i < begins[node + 1]; i++) {
        if (!found.has(at[i])) {
          found.add(at[i]);
          next.push(at[i]);
        }
      }
    }
    rim = next;
  }
  return found;
}

// Returns the component of each node; the largest is 0.
export function components(scene) {
  const { begins, at } = scene.adjacency;
  const of = new Int32Array(scene.nodes).fill(-1);
  const sizes = [];
  for (let start = 0; start < scene.nodes; start++) {
    if (of[start] >= 0) continue;
    const number = sizes.length, stack = [start];
    of[start] = number;
    sizes.push(0);
    while (stack.length) {
      const node = stack.pop();
      sizes[number]++;
      for (let i = begins[node]; i < begins[node + 1]; i++) {
        if (of[at[i]] < 0) {
          of[at[i]] = number;
          stack.push(at[i]);
        }
      }
    }
  }
  const bySize = sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const rank = new Int32Array(sizes.length);
  bySize.forEach((number, i) => { rank[number] = i; });
  return { of: of.map((number) => rank[number]), sizes: bySize.map((number) => sizes[number]) };
}

// Returns the core number of each node: the largest k for which it belongs to a subgraph of minimum
// degree k (Batagelj and Zaversnik 2003: buckets by remaining degree). Loops are ignored, and
// parallel links count once.
export function coreNumbers(scene) {
  const { nodes } = scene;
  const joined = Array.from({ length: nodes }, (_, node) => scene.neighbours(node));
  const core = Int32Array.from(joined, (list) => list.length);
  const buckets = [];
  core.forEach((degree, node) => (buckets[degree] ??= []).push(node));
  const done = new Uint8Array(nodes);
  for (let k = 0; k < buckets.length; k++) {
    const bucket = buckets[k] ??= [];
    for (let i = 0; i < bucket.length; i++) {
      const node = bucket[i];
      if (done[node] || core[node] !== k) continue;
      done[node] = 1;
      for (const other of joined[node]) {
        if (done[other] || core[other] <= k) continue;
        core[other]--;
        (buckets[core[other]] ??= []).push(other);
      }
    }
  }
  return core;
}

export class Filters {
  constructor(view) {
    this.view = view;
    this.hidden = new Set();
    this.clear(false);
    view.on("graph", (newOf) => this.renumber(newOf));
  }
  clear(applies = true) {
    this.hidden.clear();
    Object.assign(this, { only: null, near: null, core: 0, component: null, attribute: null });
    if (!applies) return;
    this.apply();
    this.view.emit("cleared");
  }
  get isOn() {
    return this.hidden.size > 0 || this.only !== null || this.near !== null || this.core > 0 ||
      this.component !== null || this.attribute !== null;
  }
  hideByHand(nodes) {
    for (const node of nodes) this.hidden.add(node);
    this.apply();
  }
  showOnly(nodes) {
    this.only = new Set(nodes);
    this.near = null;
    this.apply();
  }
  // Shows only nodes within a distance of a node; null shows all.
  setNear(node, distance) {
    this.near = node === null ? null : { node, distance };
    this.only = null;
    this.apply();
  }
  setCore(k) {
    this.core = k;
    this.apply();
  }
  // Shows only the component of a node, or the largest one for "largest"; null shows all.
  setComponent(of) {
    this.component = of;
    this.apply();
  }
  // With attributes:
  // `attribute` is {name, index, shown: Set of categories}, {name, numbers, low, high}, or null.
  setAttribute(attribute) {
    this.attribute = attribute;
    this.apply();
  }
  // End of attributes.
  get cores() {
    if (this.coresEpoch !== this.view.scene.epoch) {
      this.coresEpoch = this.view.scene.epoch;
      this.knownCores = coreNumbers(this.view.scene);
    }
    return this.knownCores;
  }

  // Returns a byte per node, 1 if it is hidden; null if all are visible.
  hiddenNodes() {
    if (!this.isOn) return null;
    const { scene } = this.view;
    const hidden = new Uint8Array(scene.nodes);
    const keep = (isKept) => {
      for (let node = 0; node < scene.nodes; node++) if (!isKept(node)) hidden[node] = 1;
    };
    if (this.only) keep((node) => this.only.has(node));
    if (this.near) {
      const found = within(scene, [this.near.node], this.near.distance);
      keep((node) => found.has(node));
    }
    if (this.core > 0) keep((node) => this.cores[node] >= this.core);
    if (this.component !== null) {
      const { of } = components(scene);
      const kept = this.component === "largest" ? 0 : of[this.component];
      keep((node) => of[node] === kept);
    }
    // With attributes:
    const { attribute } = this;
    if (attribute?.shown) {
      const { index, shown } = attribute;
      keep((node) => shown.has(index[node] === NONE ? -1 : index[node]));
    } else if (attribute) {
      keep((node) => attribute.numbers[node] >= attribute.low && attribute.numbers[node] <= attribute.high);
    }
    // End of attributes.
    for (const node of this.hidden) hidden[node] = 1;
    return hidden;
  }
  apply() {
    this.nodes = this.hiddenNodes();
    this.view.emit("filter");
  }
  // Maps node numbers after a change of the graph.
  renumber(newOf) {
    const to = (node) => (newOf ? newOf[node] ?? -1 : -1);
    const kept = (set) => new Set([...set].map(to).filter((node) => node >= 0));
    this.hidden = kept(this.hidden);
    if (this.only) this.only = kept(this.only);
    if (this.near) this.near = to(this.near.node) < 0 ? null : { ...this.near, node: to(this.near.node) };
    if (typeof this.component === "number") {
      this.component = to(this.component) < 0 ? null : to(this.component);
    }
    // Attribute values are only valid for the nodes for which they were requested.
    if (!newOf || newOf.length !== this.view.scene.nodes || newOf.some((node, i) => node !== i)) this.attribute = null;
    this.coresEpoch = -1;
    this.apply();
  }
}
