// The arrays to draw: the scene's style combined with theme, filters, emphasis and steps. All
// renderers and hit tests use them.

import { rangeOf } from "./numbers.js";
import { themed } from "./theme.js";

// States of nodes, as bit flags.
export const LIT = 1;
export const SELECTED = 2;
export const PINNED = 4;
export const POINTED = 8;
export const FOCUS = 16;
// The number of links above which bends, arrow heads and dashes are not drawn, as they would be too
// small to see.
export const DETAIL_LIMIT = 20000;

// Returns the pixels per unit of a node's size: proportional to the scale up to 1, and to its
// square root above.
export function sizeScale(scale) {
  return scale <= 1 ? scale : Math.sqrt(scale);
}
export function linkScale(scale) {
  return scale <= 1 ? Math.max(scale, 0.5) : Math.min(Math.sqrt(scale), 2.5);
}

// Returns a pseudorandom number from 0 to 1, always the same for an index.
export function lot(index) {
  let bits = Math.imul(index ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

// Returns the visible nodes sorted by size, smallest first, in a thousand classes.
function bySize(radius, hidden) {
  const [low, high] = rangeOf(radius) ?? [0, 0];
  const step = high > low ? 999 / (high - low) : 0;
  const starts = new Uint32Array(1001);
  const sizeOf = (node) => Math.floor((radius[node] - low) * step);
  for (let node = 0; node < radius.length; node++) if (!hidden[node]) starts[sizeOf(node) + 1]++;
  for (let i = 0; i < 1000; i++) starts[i + 1] += starts[i];
  const order = new Uint32Array(starts[1000]);
  for (let node = 0; node < radius.length; node++) if (!hidden[node]) order[starts[sizeOf(node)]++] = node;
  return order;
}

export class Picture {
  constructor(scene) {
    this.scene = scene;
    this.theme = null;
    // With steps:
    // Colours of nodes and links set by a step, or null.
    this.stepColors = null;
    this.stepLinkColors = null;
    // End of steps.
    // Flags of hidden nodes and links, or null.
    this.hiddenNodes = null;
    this.hiddenLinks = null;
    this.lit = null;
    this.litMode = 0;
    // A factor of the opacity of emphasised links, of which there may be thousands.
    this.litShare = 1;
    this.selected = new Set();
    this.pointed = new Set();
    this.focus = new Set();
    // A factor of all node sizes, for layouts that are dense.
    this.sizeFactor = 1;
    this.changed = new Set();
    this.build();
  }
  build() {
    const { nodes, links } = this.scene;
    this.forms = new Uint32Array(2 * nodes);
    this.radii = new Float32Array(this.forms.buffer);
    this.density = new Uint8Array(links);
    this.densityScale = 1;
    this.linkForms = new Uint8Array(4 * links);
    // In large graphs, nodes of at least a pixel would merge to a blot.
    this.least = nodes > 10000 ? 0.6 : 1;
    this.changed.add("graph");
    this.recolor();
    this.reshow();
    this.reform();
    this.reformLinks();
  }

  recolor() {
    if (!this.theme) return;
    const { scene } = this;
    this.colors = themed(scene.rgba, "node", this.theme);
    this.linkColors = themed(scene.linkRgba, "edge", this.theme);
    // With steps:
    for (const [into, from] of [[this.colors, this.stepColors],
      [this.linkColors, this.stepLinkColors]]) {
      if (from) new Uint32Array(into.buffer).forEach((_, i, all) => { if (from[i]) all[i] = from[i]; });
    }
    // End of steps.
    this.changed.add("colors").add("linkColors");
  }

  isShown(node) { return !this.hidden[node]; }

  // Computes what is drawn and in which order: small discs below large ones; if there are many
  // links, in pseudorandom order, so that any prefix is a fair sample; curved links last.
  reshow() {
    const { scene } = this;
    const { nodes, links, ends } = scene;
    this.hidden = new Uint8Array(nodes);
    for (let i = 0; i < nodes; i++) {
      this.hidden[i] = (scene.nodeFlags[i] & 2) || this.hiddenNodes?.[i] ? 1 : 0;
    }
    this.order = bySize(scene.radius, this.hidden);
    this.isDetailed = links <= DETAIL_LIMIT;
    const straight = [], bent = [];
    this.hasArrows = false;
    for (let i = 0; i < links; i++) {
      const flags = scene.linkFlags[i], a = ends[2 * i], b = ends[2 * i + 1];
      if (flags & 32 || this.hiddenLinks?.[i] || this.hidden[a] || this.hidden[b]) continue;
      // With curves:
      if (flags & 1) this.hasArrows = true;
      if (this.isDetailed && (a === b || ((flags >> 2) & 7) !== 3)) {
        bent.push(i);
        continue;
      }
      // End of curves.
      straight.push(i);
    }
    if (links > 5000) {
      for (let i = straight.length - 1; i > 0; i--) {
        const other = Math.floor(lot(i) * (i + 1)), link = straight[i];
        straight[i] = straight[other];
        straight[other] = link;
      }
    }
    this.straight = straight.length;
    this.linkOrder = new Uint32Array(straight.length + bent.length);
    this.linkOrder.set(straight);
    this.linkOrder.set(bent, straight.length);
    this.changed.add("order").add("linkOrder");
  }

  // Updates sizes, shapes and states.
  reform() {
    const { scene, forms, radii, lit } = this;
    for (let i = 0; i < scene.nodes; i++) {
      const state = (!lit || lit[i] ? LIT : 0) | (scene.nodeFlags[i] & 1 ? PINNED : 0);
      radii[2 * i] = scene.radius[i] * this.sizeFactor;
      forms[2 * i + 1] = scene.shape[i] | (state << 8);
    }
    const mark = (set, bits) => {
      for (const node of set) if (node < scene.nodes) forms[2 * node + 1] |= bits << 8;
    };
    mark(this.selected, SELECTED);
    mark(this.pointed, POINTED);
    mark(this.focus, FOCUS);
    this.changed.add("forms");
  }
  reformLinks() {
    const { scene, linkForms, density } = this;
    for (let i = 0; i < scene.links; i++) {
      linkForms[4 * i] = scene.linkWidth[i];
      linkForms[4 * i + 1] = scene.linkFlags[i];
      linkForms[4 * i + 2] = density[i];
    }
    this.changed.add("linkForms");
  }
  setDensity(density, scale) {
    this.density = density;
    this.densityScale = scale;
    this.reformLinks();
  }
  state(node) { return this.forms[2 * node + 1] >> 8; }

  // Returns the radius of a node in pixels.
  pixels(node, scale) {
    const near = this.scene.nearness ? this.scene.nearness[node] : 1;
    return Math.max(this.radii[2 * node] * sizeScale(scale) * near, this.least);
  }
  // Chooses the size factor such that discs cover at most an eighth of the bounds.
  chooseSize(bounds) {
    const area = (bounds.high[0] - bounds.low[0]) * (bounds.high[1] - bounds.low[1]);
    let discs = 0;
    for (let i = 0; i < this.scene.nodes; i++) discs += Math.PI * this.scene.radius[i] ** 2;
    const factor = area > 0 && discs > 0 ? Math.min(1, Math.sqrt(area / 8 / discs)) : 1;
    // Changes by a few percent would be invisible.
    if (Math.abs(factor / this.sizeFactor - 1) < 0.1) return;
    this.sizeFactor = factor;
    this.reform();
  }
  // With canvas:
  // Returns true if nothing is emphasised or the link belongs to the emphasis.
  isLinkLit(link) {
    const a = this.state(this.scene.ends[2 * link]), b = this.state(this.scene.ends[2 * link + 1]);
    if (this.litMode === 0) return true;
    return this.litMode === 1 ? ((a | b) & FOCUS) !== 0 : (a & b & LIT) !== 0;
  }
  // End of canvas.
}
