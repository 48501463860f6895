// The timeline of steps: the bar to play and scrub, and the colours, labels and pointers of steps
// in the picture.

import { button, choice, icon, make, speeds } from "./dom.js";
import { font } from "./labels.js";
import { clamp } from "./numbers.js";
import { Steps } from "./steps.js";
import { said } from "./texts.js";
import { bytesOf } from "./theme.js";
import { shownText } from "./text.js";

// With steps:
const SECOND = 1000;
// The area in pixels that a label of a step needs.
const LABEL_AREA = 2500;

export class Timeline {
  constructor(app) {
    this.app = app;
    this.steps = null;
    this.speed = 1;
    this.title = make(".title", { "aria-live": "polite" });
    this.slider = make("input", { type: "range", min: 0, step: 1, value: 0, label: "Step", input: () => {
        this.stop();
        this.go(Number(this.slider.value));
      } });
    this.count = make("span.state");
    this.play = button({ icon: "play", name: "Play the steps", hint: "Play (Space)", press: () => this.toggle() });
    const jump = (image, name, hint, to) => button({ icon: image, name, hint, press: () => {
      this.stop();
      this.go(to());
    } });
    this.element = make(".timeline.card", { role: "group", label: "Steps", hidden: true }, this.title,
      make(".controls",
        jump("first", "First step", "First step (Home)", () => 0),
        jump("previous", "Step back", "Step back ( , )", () => this.steps.at - 1), this.play,
        jump("next", "Next step", "Next step ( . )", () => this.steps.at + 1),
        jump("last", "Last step", "Last step (End)", () => this.steps.count - 1),
        this.slider, this.count,
        choice(speeds("0.5", "1", "2", "4", "16"), "1", (value) => { this.speed = Number(value); }, "Speed of the steps")));
    app.view.painters.push((context) => this.paint(context));
    app.view.on("graph", () => this.load());
    app.view.on("theme", () => this.steps && this.show());
    app.model.on("hello", () => this.load());
    // Another viewer or the program has moved to another step.
    app.model.on("state", ({ step }) => {
      if (step === undefined || !this.steps || step === this.steps.at) return;
      this.steps.go(step);
      this.show();
    });
  }
  load() {
    const { model, view } = this.app;
    const known = model.steps;
    const fits = known && view.scene.nodes > 0;
    this.element.hidden = !fits;
    document.body.classList.toggle("stepped", Boolean(fits));
    if (!fits) return this.leave();
    const at = this.steps?.title === known.title ? this.steps.at : 0;
    this.steps = new Steps(known, view.scene.nodes, view.scene.links);
    this.slider.max = this.steps.count - 1;
    // The slider must not move while it is dragged.
    this.count.style.minWidth = `${said("{} of {}", this.steps.count, this.steps.count).length}ch`;
    const used = new Set(known.steps.flatMap(({ nodes = [], links = [] }) => [...nodes, ...links].map(([, state]) => state)));
    model.legend = [{ of: "steps", title: known.title, entries: known.states.filter((_, i) => used.has(i)) }];
    model.emit("state", { legend: model.legend });
    this.go(at);
  }
  // Leaves the steps; nodes and links hidden by them reappear.
  leave() {
    if (!this.steps) return;
    this.stop();
    this.steps = this.app.stepHides = this.app.view.stepPointed = null;
    this.app.reshow();
  }
  // Returns the action of a key while there are steps.
  actionFor(key) {
    const { steps } = this;
    return steps && {
      " ": () => this.toggle(), ".": () => this.go(steps.at + 1), ",": () => this.go(steps.at - 1),
      Home: () => this.go(0), End: () => this.go(steps.count - 1),
    }[key];
  }
  go(to) {
    if (!this.steps) return;
    this.steps.go(to);
    this.show();
    this.app.link.tryTo("step_to", { step: this.steps.at });
  }
  show() {
    const { app, steps } = this;
    const { picture } = app.view;
    const isDark = app.view.theme.name === "dark";
    const words = new Uint32Array(Uint8Array.from(steps.states.flatMap((one) =>
      bytesOf(isDark && one.dark || one.color))).buffer);
    const colors = (states) => Uint32Array.from(states, (number) => (number ? words[number - 1] : 0));
    picture.stepColors = colors(steps.state.nodes);
    picture.stepLinkColors = colors(steps.state.links);
    picture.recolor();
    app.view.stepPointed = steps.state.pointers.map(({ to }) => to).filter((to) => to !== null && to !== undefined);
    app.stepHides = { nodes: steps.state.hiddenNodes, links: steps.state.hiddenLinks };
    app.reshow();
    this.slider.value = steps.at;
    this.slider.setAttribute("aria-valuetext", steps.titleOf(steps.at));
    this.title.textContent = shownText(steps.titleOf(steps.at), 120);
    this.count.textContent = said("{} of {}", steps.at + 1, steps.count);
    app.view.request();
  }

  toggle() { return this.timer ? this.stop() : this.start(); }
  start() {
    if (this.steps.at === this.steps.count - 1) this.go(0);
    const turn = () => {
      this.go(this.steps.at + 1);
      if (this.steps.at === this.steps.count - 1) return this.stop();
      this.timer = setTimeout(turn, SECOND / this.speed);
    };
    this.timer = setTimeout(turn, SECOND / this.speed / 2);
    this.face("pause", "Pause the steps");
  }
  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.face("play", "Play the steps");
  }
  face(image, name) {
    this.play.replaceChildren(icon(image));
    this.play.setAttribute("aria-label", said(name));
  }

  // Draws the labels of steps onto the lower edges of nodes if there is space for all, else only those that the
  // step sets. Pointers are names with an arrow.
  paint(context) {
    if (!this.steps) return;
    const { view } = this.app;
    const { scene, picture, camera, theme } = view;
    const seen = (node) => scene.isPlaced(node) && picture.isShown(node);
    const labelled = [...this.steps.state.labels].filter(([node, text]) => {
      return text && seen(node) && camera.sees(...view.onScreen(node));
    });
    view.pills = [];
    const isRoomy = labelled.length < camera.width * camera.height / LABEL_AREA;
    const shown = new Set(isRoomy ? this.steps.state.labels.keys()
      : (this.steps.steps[this.steps.at].labels ?? []).slice(0, 20).map(([node]) => node));
    for (const [node, text] of labelled) {
      if (!shown.has(node)) continue;
      const [x, y] = view.onScreen(node), radius = picture.pixels(node, camera.scale), half = clamp(radius, 5, 7);
      this.pill(context, x, y + radius + half - 2, shownText(text, 30), theme.text, theme.background, half);
    }
    const pills = [];
    for (const { name, from, to } of this.steps.state.pointers) {
      if (to === null || to === undefined || !seen(to)) continue;
      const [x, y] = view.onScreen(to), radius = picture.pixels(to, camera.scale);
      // Overlapping names of pointers are stacked.
      let top = y - radius - 26;
      while (pills.some((one) => Math.abs(one[0] - x) < 70 && Math.abs(one[1] - top) < 20)) top -= 4;
      pills.push([x, top]);
      const start = from !== null && from !== undefined && seen(from) ? view.onScreen(from) : [x, top + 9];
      context.strokeStyle = context.fillStyle = theme.accent;
      arrow(context, start, [x, y], radius + 5);
      context.beginPath();
      context.arc(x, y, Math.max(radius + 3, 7), 0, 2 * Math.PI);
      context.stroke();
      this.pill(context, x, top, shownText(name, 30), theme.accent, theme.background);
    }
  }
  // `half`: half of its height.
  pill(context, x, y, text, back, ink, half = 9) {
    context.font = font(half + 3, 600);
    const width = context.measureText(text).width + half;
    context.fillStyle = back;
    context.beginPath();
    context.roundRect(x - width / 2, y - half, width, 2 * half, half);
    const [across, along] = [width / 2 + 2, half + 2];
    this.app.view.pills.push([x - across, y - along, x + across, y + along]);
    context.fill();
    context.fillStyle = ink;
    context.textBaseline = "middle";
    context.fillText(text, x - (width - half) / 2, y + 0.5);
  }
}

function arrow(context, [x0, y0], [x1, y1], gap) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1, dx = (x1 - x0) / length, dy = (y1 - y0) / length;
  const x = x1 - dx * gap, y = y1 - dy * gap;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x - dx * 5, y - dy * 5);
  context.stroke();
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - dx * 8 - dy * 4.5, y - dy * 8 + dx * 4.5);
  context.lineTo(x - dx * 8 + dy * 4.5, y - dy * 8 - dx * 4.5);
  context.fill();
}
// End of steps.
