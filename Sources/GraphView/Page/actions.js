// The actions of the view, which buttons, keys and menus share.

import { seldom } from "./dom.js";
import { within } from "./filters.js";
import { countOf } from "./text.js";
import { said } from "./texts.js";

export class Actions {
  constructor(app) {
    this.app = app;
    this.sendForce = new Map();
  }
  get selected() { return [...this.app.view.picture.selected]; }

  // Sends a request to the program, and shows errors in the status line.
  async ask(name, fields) {
    try {
      return await this.app.link.ask(name, fields);
    } catch (error) {
      this.app.status.say(error.message, true);
      return null;
    }
  }
  async toggleRun() {
    const { model } = this.app, running = !model.running;
    // A simulation at rest need not be paused, so the same key reheats it.
    if (!running && !model.isHot && !model.steps) return this.reheat();
    // Until the answer, frames may be from before.
    model.asks++;
    model.change({ running });
    await this.ask(running ? "resume" : "pause");
    model.asks--;
  }
  step() { this.ask("step", { ticks: 1 }); }
  reheat() { this.ask("reheat", {}); }
  setSpeed(factor) { this.ask("speed", { factor: Number(factor) || factor }); }
  setForce(force, parameter, value) {
    const key = `${force} ${parameter}`;
    if (!this.sendForce.has(key)) {
      this.sendForce.set(key, seldom(50, (number) =>
        this.ask("set", { force, parameter, value: number })));
    }
    this.sendForce.get(key)(value);
  }

  // Pins nodes at the positions where they are displayed.
  pin(nodes) {
    const { view } = this.app;
    this.ask("pin", { nodes, at: nodes.map((node) => view.scene.place(node)) });
    this.markPins(nodes, true);
  }
  unpin(nodes) {
    this.ask("unpin", { nodes });
    this.markPins(nodes === "all" ? [...this.app.view.scene.nodeFlags.keys()] : nodes, false);
  }
  // By default, toggles the pins of the selected nodes, or else of the node at the pointer.
  togglePin(nodes = this.selected.length ? this.selected : [...this.app.view.picture.pointed]) {
    if (!nodes.length) return this.app.status.say("Point at a node or select one first.");
    const { scene } = this.app.view;
    if (nodes.every((node) => scene.isPinned(node))) this.unpin(nodes);
    else this.pin(nodes);
  }
  markPins(nodes, isPinned) {
    const { view, status } = this.app;
    for (const node of nodes) {
      view.scene.nodeFlags[node] = (view.scene.nodeFlags[node] & ~1) | (isPinned ? 1 : 0);
    }
    view.picture.reform();
    view.request();
    view.emit("pins");
    const what = nodes.length === 1 ? status.nameOf(nodes[0]) : countOf(nodes.length, "node");
    status.tell(said(isPinned ? "{} pinned" : "{} free", what));
  }

  select(nodes, flies = false) {
    const { view } = this.app;
    view.select(nodes);
    if (!nodes.length) view.claim("pointer", null);
    if (flies && nodes.length) {
      view.goTo(nodes);
      // When the camera flies to a node, its neighbours are shown at once.
      if (nodes.length === 1) view.claimNear("pointer", nodes[0]);
    }
    this.app.link.tryTo("select", { nodes: nodes.slice(0, 5000) });
  }
  hide(nodes) {
    this.app.filters.hideByHand(nodes);
    this.app.view.select(this.selected.filter((node) => !nodes.includes(node)));
  }
  showOnly(nodes) {
    this.app.filters.showOnly(nodes);
    this.app.view.fit();
  }
  // With null for the node, shows the whole graph again.
  showNear(node, distance = 1) {
    this.app.filters.setNear(node, distance);
    this.app.view.fit();
  }
  selectNeighbours(node) { this.select([...within(this.app.view.scene, [node], 1)]); }
}
