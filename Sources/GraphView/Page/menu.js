// Menus: of a node, of the background, and of the save button.

import { make } from "./dom.js";
import { clamp } from "./numbers.js";
import { countOf } from "./text.js";
import { said } from "./texts.js";

export class Menu {
  constructor(stage, onEnd) {
    Object.assign(this, { stage, onEnd });
    this.element = make(".menu.card", { role: "menu", hidden: true, id: "menu" });
    this.element.addEventListener("keydown", (event) => this.key(event));
    // A menu opened by a long press lies under the finger, so the click that its release causes is
    // ignored. Clicks by keyboard have no count.
    this.element.addEventListener("click", (event) => {
      if (this.isNew && event.detail) event.stopPropagation();
    }, true);
    addEventListener("pointerdown", (event) => {
      this.isNew = false;
      if (!this.element.hidden && !this.element.contains(event.target)) this.close();
    }, true);
  }
  // `entries` are [text, action, hint], or a text alone for a heading.
  open(x, y, entries) {
    /** @type {any} */
    this.from = document.activeElement;
    this.element.replaceChildren(...entries.map((entry) => typeof entry === "string"
      ? make(".head", entry)
      : make("button", { role: "menuitem", click: () => {
        this.close();
        entry[1]();
      } }, make("span", said(entry[0])), entry[2] ? make("small", said(entry[2])) : null)));
    this.element.hidden = false;
    this.isNew = true;
    const box = this.element.getBoundingClientRect();
    this.element.style.left = `${clamp(x, 8, innerWidth - box.width - 8)}px`;
    this.element.style.top = `${clamp(y, 8, innerHeight - box.height - 8)}px`;
    this.element.querySelector("button")?.focus();
  }
  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.onEnd();
    (this.from?.isConnected ? this.from : this.stage).focus();
  }
  key(event) {
    const items = [...this.element.querySelectorAll("button")];
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (move) items[(items.indexOf(document.activeElement) + move + items.length) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

export function nodeEntries({
  view, actions, status, editor,
  // With supernodes:
  opener,
  // End of supernodes.
}, node) {
  const { selected } = view.picture;
  const nodes = selected.has(node) ? [...selected] : [node];
  const one = nodes.length === 1;
  const isPinned = nodes.every((each) => view.scene.isPinned(each));
  const entries = [one ? status.nameOf(node) : countOf(nodes.length, "node"),
    [isPinned ? "Let go" : "Keep in place", () => actions.togglePin(nodes), "P"],
    // With supernodes:
    ...opener.entries(nodes),
    // End of supernodes.
    ["Zoom to", () => view.goTo(nodes), "C"],
    [one ? "Show only its neighbourhood" : "Show only these", () => (one ? actions.showNear(node) : actions.showOnly(nodes))]];
  if (one) entries.push(["Select its neighbours", () => actions.selectNeighbours(node)]);
  entries.push(["Hide", () => actions.hide(nodes), "H"]);
  if (one) {
    entries.push(["Copy name", () => navigator.clipboard?.writeText(view.scene.label(node))
      .then(() => status.say("Copied"), () => status.say("The browser allows no copying here.", true))]);
  }
  return [...entries, ...editor?.entries(nodes) ?? []];
}

export function groundEntries({ view, actions, model, filters, saver, editor }) {
  const entries = [["Show everything", () => view.fit(), "F"]];
  if (!model.standalone || model.simulates) entries.push([model.running ? "Pause" : "Continue", () => actions.toggleRun(), "Space"]);
  if (filters.isOn) entries.push(["Show hidden nodes", () => filters.clear()]);
  if (model.pins?.length) entries.push(["Let all pinned nodes go", () => actions.unpin("all")]);
  return [...entries, ...editor?.entries([]) ?? [], ["Save a picture", () => saver.png()]];
}
