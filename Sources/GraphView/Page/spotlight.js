// Emphasis, selection and the node at the pointer.

import { Eye } from "./eye.js";

export class Spotlight extends Eye {
  constructor() {
    super();
    this.fade = { now: 0, goal: 0 };
    // The nodes that each component of the page wants to emphasise.
    this.claims = new Map();
  }

  // Sets the emphasis of a component: `nodes` stay opaque, the others fade; links stay that have an
  // end in `focus`, or both ends in `nodes` if there is no focus. The most recent claim is shown;
  // when it ends, with null, the previous one is.
  claim(who, nodes, focus = null) {
    this.claims.delete(who);
    if (nodes) this.claims.set(who, { nodes, focus });
    this.emphasise([...this.claims.values()].at(-1));
  }
  // Emphasises a node and its neighbours.
  claimNear(who, node) { this.claim(who, [node, ...this.scene.neighbours(node)], [node]); }
  emphasise(claim) {
    const { picture, fade } = this;
    if (!claim) {
      if (!fade.goal) return;
      fade.goal = 0;
    } else {
      const { nodes, focus } = claim;
      picture.lit = new Uint8Array(this.scene.nodes);
      for (const node of nodes) picture.lit[node] = 1;
      picture.focus = new Set(focus);
      picture.litMode = focus ? 1 : 2;
      const links = [...picture.focus].reduce((sum, node) => sum + this.scene.degree(node), 0);
      picture.litShare = Math.min(1, Math.sqrt(300 / Math.max(links, 1)));
      picture.reform();
      fade.goal = 1;
    }
    this.request();
  }
  // Returns the nodes that must have a label, and those that should.
  wantedLabels() {
    const { picture } = this;
    const focus = this.fade.goal && picture.litMode === 1 ? [...picture.focus] : [];
    return {
      musts: [...picture.pointed, ...focus, ...picture.selected],
      wishes: [...picture.selected, ...focus.flatMap((node) => this.scene.neighbours(node))],
    };
  }
  select(nodes) {
    this.picture.selected = new Set(nodes);
    this.picture.reform();
    this.emit("selection", [...nodes]);
    this.request();
  }
  point(node) {
    this.picture.pointed = new Set(node >= 0 ? [node] : []);
    this.picture.reform();
    this.emit("pointed", node);
    this.request();
  }
}
