// The steps of an algorithm: the changes of each, and the state after any of them.

import { clamp } from "./numbers.js";

// With steps:
const SPACING = 32;

// Byte arrays have the state of each node and link (0 for none, else its number plus 1) and whether
// it is hidden.
export class Steps {
  constructor({ title, states, steps }, nodes, links) {
    Object.assign(this, { title, states, steps, nodes, links });
    this.kept = [];
    this.at = -1;
    this.state = {
      nodes: new Uint8Array(nodes), links: new Uint8Array(links), hiddenNodes: new Uint8Array(nodes),
      hiddenLinks: new Uint8Array(links), labels: new Map(), pointers: [],
    };
    this.keep();
    this.go(0);
  }
  get count() { return this.steps.length; }

  keep() {
    const copy = {};
    for (const [name, value] of Object.entries(this.state)) {
      copy[name] = value instanceof Map ? new Map(value) : value.slice();
    }
    this.kept[(this.at + 1) / SPACING] = copy;
  }
  // Goes to any step: forward from the current one, or from the last snapshot before it.
  go(goal) {
    const to = clamp(goal, 0, this.count - 1);
    const begin = Math.min(Math.floor((to + 1) / SPACING), this.kept.length - 1);
    if (to < this.at || begin * SPACING - 1 > this.at) {
      this.at = begin * SPACING - 1;
      const copy = this.kept[begin];
      for (const [name, value] of Object.entries(copy)) {
        this.state[name] = value instanceof Map ? new Map(value) : value.slice();
      }
    }
    while (this.at < to) {
      this.at++;
      this.apply(this.steps[this.at]);
      if ((this.at + 1) % SPACING === 0 && !this.kept[(this.at + 1) / SPACING]) this.keep();
    }
    return this.state;
  }
  apply(step) {
    const { state } = this;
    for (const [node, number] of step.nodes ?? []) state.nodes[node] = number === null ? 0 : number + 1;
    for (const [link, number] of step.links ?? []) state.links[link] = number === null ? 0 : number + 1;
    for (const [node, text] of step.labels ?? []) state.labels.set(node, text);
    for (const [part, value] of [[step.hide, 1], [step.show, 0]]) {
      for (const node of part?.nodes ?? []) state.hiddenNodes[node] = value;
      for (const link of part?.links ?? []) state.hiddenLinks[link] = value;
    }
    if (step.pointers) state.pointers = step.pointers;
  }
  // Returns the title of a step, for screen readers.
  titleOf(number) { return this.steps[number]?.title || `Step ${number}`; }
}
// End of steps.
