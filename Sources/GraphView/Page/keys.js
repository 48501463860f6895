// Keyboard shortcuts: of the view everywhere except in input fields, of the graph while the picture
// has the focus.

import { button, make } from "./dom.js";
import { countOf } from "./text.js";
import { said } from "./texts.js";

const HELP = [
  ["Find", [["/", "Find a node by name"], ["Esc", "Leave, select nothing"]]],
  ["Picture", [["F", "Show everything"], ["+  \u2212", "Zoom"], ["C", "Zoom to the selected"], ["L", "Names on or off"],
    ["S", "Save a picture"], ["\u2190 \u2191 \u2192 \u2193", "Move the picture"]]],
  ["Nodes", [["Enter", "Go into the graph; select"], ["\u2190 \u2191 \u2192 \u2193", "In the graph: to the neighbour there"],
    ["Shift + \u2190 \u2191 \u2192 \u2193", "Move the node"], ["P", "Keep in place, or let go"],
    // With supernodes:
    ["O", "Open or close a group"],
    // End of supernodes.
    ["H", "Hide"], ["M", "Menu"]]],
  ["Layout", [["Space", "Pause, continue"], [".", "One step"], ["R", "Reheat"]]],
  ["Mouse", [["Click", "Select; Ctrl or Shift adds; a link selects its ends"], ["Double click", "Keep a node in place"],
    ["Drag", "Move a node; with Shift it stays there"], ["Drag the ground", "Move the picture"],
    // With space:
    ["Drag the ground in space", "Turn the picture; with Ctrl move it"],
    // End of space.
    ["Shift + drag", "Select in a rectangle"],
    ["Right click", "Menu"], ["Wheel", "Zoom"]]],
];

export function helpDialog({ editor }) {
  const element = make("dialog.help", { label: "Keys and gestures" });
  element.addEventListener("click", (event) => event.target === element && element.close());
  const open = () => {
    // Keys of actions that this view does not allow are not listed.
    const rows = (title, of) => [...of, ...title === "Nodes" && editor?.keys || []];
    element.replaceChildren(
      make("header", make("h2", said("Keys and gestures")),
        button({ icon: "close", name: "Close", kind: "button.plain", press: () => element.close() })),
      make(".columns", ...HELP.map(([title, of]) => make("section", make("h3", said(title)),
        make("dl", ...rows(title, of).flatMap(([key, text]) => [make("dt", make("kbd", said(key))), make("dd", said(text))]))))));
    element.showModal();
  };
  return { element, open };
}

// Returns the neighbour that best matches a direction (dx, dy): by angle first, then by distance.
export function neighbourToward(scene, node, dx, dy, isShown) {
  let found = -1, best = Infinity;
  const x = scene.plane[2 * node], y = scene.plane[2 * node + 1];
  for (const other of scene.neighbours(node)) {
    if (!isShown(other)) continue;
    const ox = scene.plane[2 * other] - x, oy = scene.plane[2 * other + 1] - y;
    const length = Math.hypot(ox, oy) || 1e-9, along = (ox * dx + oy * dy) / length;
    if (along <= 0.2) continue;
    const cost = length * (1 + 3 * (1 - along));
    if (cost < best) {
      best = cost;
      found = other;
    }
  }
  return found;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  // `parts` has the search, the help, the save dialog and the node menu.
  constructor(app, parts) {
    Object.assign(this, { app, parts });
    this.node = -1;
    addEventListener("keydown", (event) => this.press(event));
    app.view.on("graph", (newOf) => { this.node = newOf && this.node >= 0 ? newOf[this.node] : -1; });
    // Keyboard navigation starts at the last selected node.
    app.view.on("selection", ([node]) => { if (node !== undefined) this.node = node; });
  }
  press(event) {
    const { app, parts } = this;
    const { target, key } = event, isUndo = (event.ctrlKey || event.metaKey) && key === "z" && app.editor?.isAllowed;
    if ((event.ctrlKey || event.metaKey || event.altKey) && !isUndo || event.defaultPrevented) return;
    if (target.closest?.("dialog") || target.matches?.("input:not([type=range]):not([type=checkbox]), textarea, select")) return;
    const isControl = target.closest?.("button, summary, input, [role=menu]");
    const action = isUndo ? () => app.actions.ask("undo") : this.actionFor(event, Boolean(isControl));
    if (!action) return;
    event.preventDefault();
    action(app);
  }
  actionFor(event, isControl) {
    const { app, parts } = this;
    const { view, actions } = app;
    const { key } = event;
    if (key in ARROWS) return isControl ? null : () => this.arrow(ARROWS[key], event.shiftKey);
    // Sliders have no use for the space bar.
    if ((key === " " && !event.target.max || key === "Enter") && isControl) return null;
    return app.timeline?.actionFor(key) || {
      " ": () => actions.toggleRun(), ".": () => actions.step(), r: () => actions.reheat(), f: () => view.fitAgain(),
      "+": () => view.zoomBy(1.6), "=": () => view.zoomBy(1.6), "-": () => view.zoomBy(1 / 1.6), "/": () => parts.search.focus(),
      c: () => view.goTo(actions.selected), s: () => parts.saver.png(), p: () => actions.togglePin(), h: () => actions.hide(actions.selected),
      n: () => app.editor?.add(actions.selected), Delete: () => app.editor?.remove(actions.selected),
      l: () => {
        view.showsLabels = !view.showsLabels;
        view.emit("labels");
        view.request();
      },
      // With supernodes:
      o: () => app.opener.toggle(actions.selected.length ? actions.selected : [...view.picture.pointed]),
      // End of supernodes.
      m: () => this.openMenu(), Enter: () => this.enter(), Escape: () => this.leave(), "?": () => parts.help.open(),
    }[key.length === 1 ? key.toLowerCase() : key];
  }

  openMenu() {
    const node = this.app.actions.selected[0] ?? this.node;
    const [x, y] = node >= 0 ? this.app.view.onScreen(node) : [innerWidth / 2, innerHeight / 2];
    this.parts.menu(node, { x, y });
  }
  enter() {
    const { view, actions } = this.app;
    const isNew = this.node < 0;
    if (isNew) {
      // Starts at the most important visible node.
      this.node = view.labels.ordered.find((node) => view.picture.isShown(node)) ?? view.picture.order.at(-1) ?? -1;
      if (this.node < 0) return;
    }
    if (isNew || !view.picture.pointed.has(this.node)) return this.show();
    actions.select([this.node]);
    this.app.status.tell(said("{} selected", this.app.status.nameOf(this.node)));
  }
  show() {
    const { app } = this;
    const { view } = app, { scene } = view;
    view.point(this.node);
    view.claimNear("keys", this.node);
    app.inGraph = true;
    app.status.tell(`${app.status.nameOf(this.node)}, ${countOf(scene.neighbours(this.node).length, "neighbour")}` +
      `${app.meaning(this.node) ? `, ${app.meaning(this.node)}` : ""}${scene.isPinned(this.node) ? `, ${said("pinned")}` : ""}`);
    this.keepInSight();
  }
  keepInSight() {
    const { view } = this.app;
    const [x, y] = view.onScreen(this.node), { camera } = view;
    const isSeen = x > 40 && y > 90 && x < camera.width - camera.insets.right - 40 && y < camera.height - 90;
    if (!isSeen) view.flyTo({ x: view.scene.plane[2 * this.node], y: view.scene.plane[2 * this.node + 1], scale: camera.scale });
  }
  leave() {
    const { app } = this;
    if (app.inGraph) {
      app.leaveGraph();
      app.view.point(-1);
    } else {
      app.actions.select([]);
    }
  }
  arrow([dx, dy], moves) {
    const { app } = this;
    const { view, hand } = app;
    if (!app.inGraph) {
      if (moves && app.actions.selected.length === 1) [this.node] = app.actions.selected;
      else {
        view.camera.pan(-60 * dx, -60 * dy);
        return view.userMoved();
      }
    }
    if (moves) {
      if (!hand.isBusy) {
        this.spot = view.onScreen(this.node);
        hand.take(this.node, ...this.spot);
      }
      this.spot = [this.spot[0] + 12 * dx, this.spot[1] + 12 * dy];
      hand.move(...this.spot);
      clearTimeout(this.letGo);
      // Releases the node when no key has been pressed for a while. It stays pinned there, as keys
      // cannot hold it.
      this.letGo = setTimeout(() => hand.release(true), 400);
      return;
    }
    const next = neighbourToward(view.scene, this.node, dx, dy, (node) => view.picture.isShown(node));
    if (next < 0) return app.status.tell("no neighbour in this direction");
    this.node = next;
    this.show();
  }
}
