// Mouse, pen and touch input: hover, click, drag, pan, zoom, pinch, rectangle and lasso.

import { clamp } from "./numbers.js";

const REACH = { mouse: 12, pen: 14, touch: 24 };
const SLACK = { mouse: 3, pen: 4, touch: 8 };
const DOUBLE = 350, LONG = 500;

// Returns true if a point lies in a polygon, by the parity of the edges to its left.
export function isInside(x, y, polygon) {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i], [bx, by] = polygon[j];
    if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

// Converts wheel events to a zoom factor, equal for lines, pages and pixels, and finer for pinches.
export function wheelFactor({ deltaY, deltaMode, ctrlKey }) {
  const pixels = deltaY * [1, 33, 400][deltaMode];
  return 2 ** (-clamp(pixels, -240, 240) * (ctrlKey ? 0.01 : 0.0025));
}

export class Pointer {
  // `does` has the callbacks click, doubleClick, menu, hover, dragged, freed and outlined, and the
  // properties tool (a name) and keepsPinned.
  constructor(stage, view, hand, does) {
    Object.assign(this, { stage, view, hand, does });
    this.fingers = new Map();
    this.mode = null;
    this.outline = null;
    this.last = { at: -Infinity };
    const listen = (name, method) => stage.addEventListener(name, (event) => this[method](event));
    listen("pointerdown", "down");
    listen("pointermove", "move");
    listen("pointerup", "up");
    listen("pointercancel", "cancel");
    listen("pointerleave", "leave");
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      if (this.mode === null || this.mode === "press") this.openMenu(event);
    });
    view.painters.push((context) => this.paint(context));
  }

  place(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
  hit({ x, y }, type) { return this.view.nodeAt(x, y, REACH[type] ?? 12); }

  down(event) {
    if (event.button === 2) return;
    this.stage.focus({ preventScroll: true });
    const at = this.place(event);
    this.fingers.set(event.pointerId, at);
    try {
      this.stage.setPointerCapture(event.pointerId);
    } catch {
      // The pointer no longer exists.
    }
    if (this.fingers.size === 2) return this.beginPinch();
    if (this.fingers.size > 2) return;
    this.view.flight = null;
    this.type = event.pointerType;
    this.start = at;
    this.node = event.button === 1 ? -1 : this.hit(at, event.pointerType);
    this.isMiddle = event.button === 1;
    this.mode = "press";
    if (event.pointerType !== "mouse") {
      this.long = setTimeout(() => this.openMenu(event), LONG);
    }
  }

  move(event) {
    const at = this.place(event);
    if (!this.fingers.has(event.pointerId)) {
      if (event.pointerType === "mouse" && !event.buttons) this.does.hover(this.hit(at, "mouse"), at);
      return;
    }
    const before = this.fingers.get(event.pointerId);
    this.fingers.set(event.pointerId, at);
    if (this.mode === "pinch") return this.pinch();
    if (this.mode === "press") {
      const away = Math.hypot(at.x - this.start.x, at.y - this.start.y);
      if (away <= (SLACK[event.pointerType] ?? 3)) return;
      clearTimeout(this.long);
      this.begin(event);
    }
    const dx = at.x - before.x, dy = at.y - before.y;
    if (this.mode === "drag") {
      this.hand.move(at.x, at.y, event.timeStamp);
    } else if (this.mode === "pan") {
      this.view.camera.pan(dx, dy);
      this.view.userMoved();
    } else if (this.mode === "outline") {
      if (this.isLasso) this.outline.push([at.x, at.y]);
      else this.outline = box(this.start, at);
      this.view.request();
    }
    // With space:
    if (this.mode === "orbit") {
      this.view.orbit.turn(-dx * 0.008, dy * 0.008);
      this.view.moved();
    }
    // End of space.
  }
  // Begins a drag; decides what it moves.
  begin(event) {
    const { view, does } = this;
    const tool = event.shiftKey && this.node < 0 ? "rectangle" : does.tool;
    const { x, y } = this.start;
    does.hover(-1);
    if (this.isMiddle || (event.ctrlKey && this.node < 0)) {
      this.mode = "pan";
    } else if (this.node >= 0 && (tool === "move" || event.pointerType === "touch")) {
      this.mode = "drag";
      const { selected } = view.picture;
      const others = selected.has(this.node) ? [...selected].filter((i) => i !== this.node) : [];
      this.hand.take(this.node, x, y, others, event.timeStamp);
      does.dragged(this.node);
    } else if (tool === "move") {
      this.mode = view.orbit ? "orbit" : "pan";
    } else {
      this.mode = "outline";
      this.isLasso = tool === "lasso";
      this.outline = [[x, y]];
    }
    this.stage.dataset.mode = this.mode;
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    clearTimeout(this.long);
    if (this.fingers.size) return;
    const { mode } = this;
    if (mode === "drag" && !this.hand.release(event.shiftKey || this.does.keepsPinned, event.timeStamp)) this.does.freed();
    if (mode === "outline") this.close(event);
    if (mode === "press") this.click(event);
    this.end();
  }
  end() {
    this.mode = null;
    this.outline = null;
    delete this.stage.dataset.mode;
    this.view.request();
  }
  cancel(event) {
    this.fingers.delete(event.pointerId);
    clearTimeout(this.long);
    this.hand.drop();
    if (!this.fingers.size) this.end();
  }
  leave() { if (!this.mode) this.does.hover(-1); }

  click(event) {
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;
    const { last, node } = this;
    const near = Math.hypot(this.start.x - (last.x ?? 0), this.start.y - (last.y ?? 0)) < 20;
    if (near && event.timeStamp - last.at < DOUBLE && node === last.node) {
      this.last = { at: -Infinity };
      this.does.doubleClick(node, this.start);
      return;
    }
    this.last = { at: event.timeStamp, node, ...this.start };
    this.does.click(node, adds, this.start);
  }
  openMenu(event) {
    const node = this.hit(this.place(event), event.pointerType);
    if (this.mode === "press") {
      this.fingers.clear();
      this.end();
    }
    clearTimeout(this.long);
    this.does.menu(node, { x: event.clientX, y: event.clientY });
  }

  // Selects the nodes in the rectangle or lasso.
  close(event) {
    const { scene, picture } = this.view;
    if (this.outline.length < 3) return;
    const found = [];
    for (let node = 0; node < scene.nodes; node++) {
      if (!picture.isShown(node)) continue;
      const [x, y] = this.view.onScreen(node);
      if (isInside(x, y, this.outline)) found.push(node);
    }
    const adds = (event.ctrlKey || event.metaKey) ? [...picture.selected] : [];
    this.does.outlined([...new Set([...adds, ...found])]);
  }
  paint(context) {
    if (!this.outline || this.outline.length < 2) return;
    const { accent } = this.view.theme;
    context.beginPath();
    for (const point of this.outline) context.lineTo(...point);
    context.closePath();
    context.fillStyle = `${accent}22`;
    context.fill();
    context.strokeStyle = accent;
    context.lineWidth = 1.5;
    context.stroke();
  }

  // In a frame without the focus, the wheel scrolls the page around it.
  wheel(event) {
    if (parent !== window && !event.ctrlKey && !document.hasFocus()) return this.does.scrolled();
    event.preventDefault();
    const { x, y } = this.place(event);
    this.view.camera.zoomAt(x, y, wheelFactor(event));
    this.view.userMoved();
  }
  // Begins a pinch: the points under both fingers stay there. A held node is released.
  beginPinch() {
    clearTimeout(this.long);
    this.hand.drop();
    this.outline = null;
    this.mode = "pinch";
    this.span = this.measure();
  }
  measure() {
    const [a, b] = [...this.fingers.values()];
    return {
      x: (a.x + b.x) / 2, y: (a.y + b.y) / 2,
      length: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 10),
    };
  }
  pinch() {
    if (this.fingers.size < 2) return;
    const span = this.measure(), { camera } = this.view;
    camera.pan(span.x - this.span.x, span.y - this.span.y);
    camera.zoomAt(span.x, span.y, span.length / this.span.length);
    this.span = span;
    this.view.userMoved();
  }
}

function box(a, b) {
  return [[a.x, a.y], [b.x, a.y], [b.x, b.y], [a.x, b.y]];
}
