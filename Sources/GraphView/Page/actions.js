// What people can do with the view, however they ask for it: buttons, keys, menus.

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

  // Asks the program; what goes wrong is said in a line.
  async ask(name, fields) {
    try {
      return await this.app.link.ask(name, fields);
    } catch (error) {
      this.app.status.say(error.message, true);
      return null;
    }
  }
  toggleRun() {
    const { model } = this.app;
    // At rest there is nothing to pause: the same key wakes it.
    if (model.running && !model.isHot && !model.steps) return this.reheat();
    this.ask(model.running ? "pause" : "resume");
    model.change({ running: !model.running });
  }
  step() { this.ask("step", { ticks: 1 }); }
  reheat() { this.ask("reheat", {}); }
  setSpeed(factor) { this.ask("speed", { factor: factor === "free" ? factor : Number(factor) }); }
  setForce(force, parameter, value) {
    const key = `${force} ${parameter}`;
    if (!this.sendForce.has(key)) {
      this.sendForce.set(key, seldom(50, (number) =>
        this.ask("set", { force, parameter, value: number })));
    }
    this.sendForce.get(key)(value);
  }

  // Pins keep nodes where they are seen.
  pin(nodes) {
    const { view } = this.app;
    this.ask("pin", { nodes, at: nodes.map((node) => view.scene.place(node)) });
    this.markPins(nodes, true);
  }
  unpin(nodes) {
    this.ask("unpin", { nodes });
    this.markPins(nodes === "all" ? [...this.app.view.scene.nodeFlags.keys()] : nodes, false);
  }
  // The selected nodes, or else the one that is pointed at.
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
      // Where one flies to a node, its neighbours are seen at once.
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
  // Null ends it.
  showNear(node, distance = 1) {
    this.app.filters.setNear(node, distance);
    this.app.view.fit();
  }
  selectNeighbours(node) { this.select([...within(this.app.view.scene, [node], 1)]); }
}
