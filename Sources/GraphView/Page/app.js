// The application: routes messages to the view and the model, and creates the elements of the page.

import { Actions } from "./actions.js";
import { make, seldom } from "./dom.js";
import { Editor } from "./edit.js";
import { Filters } from "./filters.js";
import { Hand } from "./hand.js";
import { Model } from "./model.js";
import { clamp } from "./numbers.js";
import { Outlines } from "./outlines.js";
import { ackMessage } from "./protocol.js";
import { Canvas2DRenderer } from "./render-2d.js";
import { GLRenderer } from "./render-gl.js";
import { Status } from "./status.js";
import { Opener } from "./supernodes.js";
import { said } from "./texts.js";
import { View } from "./view.js";

// The number of nodes above which communities are only computed on request.
const COLORED_LIMIT = 20000;
// The components of this page that draw more than discs and lines.
const DRAWING = [
  // With shapes:
  "shapes",
  // End of shapes.
  // With curves:
  "curves",
  // End of curves.
];

export class App {
  constructor(link) {
    this.link = link;
    this.stage = make(".stage", {
      tabindex: 0, role: "application", label: "Graph", "aria-roledescription": "graph", id: "stage",
    });
    this.overlay = make("canvas.overlay", { "aria-hidden": "true" });
    this.model = new Model();
    this.view = new View(this.overlay);
    this.hand = new Hand(this.view, link);
    this.filters = new Filters(this.view);
    this.status = new Status(this);
    this.actions = new Actions(this);
    // With edits:
    this.editor = new Editor(this);
    // End of edits.
    // With supernodes:
    this.opener = new Opener(this);
    // End of supernodes.
    // With groups:
    this.view.outlines = new Outlines(this.view, this.model);
    // End of groups.
    this.themeChoice = "auto";
    this.makeRenderer();
    this.stage.append(this.overlay);
    this.view.on("filter graph", () => this.reshow());
    this.listen();
    this.watchSystem();
  }

  // Creates a WebGL2 renderer, or a Canvas 2D renderer if WebGL2 is unavailable.
  makeRenderer() {
    this.renewCanvas();
    try {
      this.view.renderer = new GLRenderer(this.canvas);
      this.canvas.addEventListener("webglcontextlost", (event) => {
        event.preventDefault();
        this.view.renderer = null;
        this.view.drawnAt = undefined;
        this.view.finish(0);
      });
      this.canvas.addEventListener("webglcontextrestored", () => this.restore());
    } catch (error) {
      // With canvas:
      // A canvas supports only the first kind of context that was requested, so it is replaced.
      this.renewCanvas();
      this.view.renderer = new Canvas2DRenderer(this.canvas);
      this.status.say(said("Drawn without a graphics processor, as {}.", error.message));
      // End of canvas.
      if (!this.view.renderer) this.askCanvas(error);
    }
  }
  // Reloads the page with the Canvas 2D renderer, which is not sent by default as few browsers need
  // it.
  askCanvas({ message }) {
    if (!this.asks("canvas")) this.status.stay(said("The graph cannot be drawn, as {}.", message));
  }
  // Loads the page anew with a component that it was sent without; returns false if it has asked for that already.
  asks(part) {
    const address = new URL(location.href);
    if (address.search.includes(part)) return false;
    address.searchParams.append("needs", part);
    location.replace(address);
    return true;
  }
  asksAny({ parts }) { return parts?.some((one) => !DRAWING.includes(one) && this.asks(one)); }
  renewCanvas() {
    this.canvas?.remove();
    this.canvas = make("canvas", { "aria-hidden": "true" });
    this.stage.prepend(this.canvas);
  }
  restore() {
    this.view.renderer = new GLRenderer(this.canvas);
    this.view.picture.changed.add("graph");
    this.view.request();
  }

  listen() {
    const { link, view, model } = this;
    link.on("hello", (hello) => {
      if (this.lacks(hello)) return location.reload();
      if (this.asksAny(hello)) return;
      if (model.session && !this.status.banner.hidden) this.status.say("Connected again");
      this.status.clear();
      document.title = hello.title;
      // The program was restarted, perhaps with the same graph.
      if (model.session && hello.session !== model.session) view.scene.isOld = true;
      link.known = { session: hello.session, epoch: view.scene.epoch };
      model.greet(hello);
      this.applyTheme();
    });
    link.on("graph", (message) => {
      if (link.known) link.known.epoch = message.epoch;
      if (view.scene.isOld) this.compare(message);
      view.setGraph(message, model.dimensions);
      this.askColors();
    });
    link.on("labels", (message) => {
      if (view.scene.setLabels(message)) view.setLabelOrder();
    });
    link.on("looks", (message) => view.setLooks(message));
    link.on("positions", (message) => {
      this.hand.settle(message.command);
      view.setFrame(message, (took) => link.sendBytes(ackMessage(message.sequence, took)));
      model.setFrame(message);
    });
    link.on("state", (state) => {
      // A program may show other shapes than before.
      if (this.asksAny(state)) return;
      model.change(state);
      if (state.pins) {
        view.scene.setPins(state.pins);
        view.picture.reform();
        view.request();
        view.emit("pins");
      }
      if (state.selection) view.select(state.selection);
      if (state["camera"] === "fit") view.fit();
      else if (state["camera"]) view.goTo(state["camera"]);
      if (state.message) this.status.say(state.message);
    });
    link.on("silent", (isSilent) => {
      if (!isSilent) return this.status.clear();
      this.status.stay("The program does not answer; it may be stopped, or busy.");
    });
    link.on("closed", ({ wasOpen, reason }) => this.lost(wasOpen, reason));
    view.on("graph", (newOf) => this.hand.renumber(newOf));
    view.on("camera", seldom(300, () => this.askFiner()));
  }
  // True if the view needs components that this page was sent without, as after a restart of the
  // program.
  lacks({ steps, allows, dimensions, groups }) {
    return steps && !this.timeline || allows.edit && !this.editor || groups && !this.view.outlines ||
      dimensions === 3 && this.view.orbit === undefined;
  }
  // If a file has no colours, the first viewer requests colours by community. Views without layouts
  // are declared by a program, which may set colours later, so they are left alone.
  askColors() {
    const { model, view: { scene } } = this;
    if (model.viewer === 1 && model.layouts[1] && !(model.steps || model.looks.color || model.legend.length) &&
      scene.links && scene.nodes <= COLORED_LIMIT && !scene.rgba.some(Boolean)) this.link.tryTo("look", { color: "community" });
  }
  // After a restart of the program: if the graph is the same, all state is kept; otherwise
  // selection and hidden nodes are reset.
  compare(message) {
    const { scene } = this.view;
    scene.isOld = false;
    if (message.nodes === scene.nodes && message.ends.length === scene.ends.length &&
      message.ends.every((end, i) => end === scene.ends[i])) {
      message.previous = Uint32Array.from(scene.radius.keys());
      return;
    }
    scene.epoch = -1;
    this.view.select([]);
    this.filters.clear();
  }
  // Requests positions at full precision when zoomed in, and the labels of visible nodes.
  askFiner() {
    const { view, link } = this;
    const { scene, camera, picture } = view;
    const bits = camera.scale > 30 * camera.fitScale ? 32 : 16;
    if (bits !== (this.bits ?? 16)) link.tryTo("precision", { bits });
    this.bits = bits;
    if (scene.nodes <= 5000) return;
    const unknown = [];
    for (let node = 0; node < scene.nodes && unknown.length <= 300; node++) {
      if (scene.labels[node] !== undefined || picture.hidden[node]) continue;
      if (camera.sees(...view.onScreen(node))) unknown.push(node);
    }
    if (unknown.length && unknown.length <= 300) link.tryTo("labels", { nodes: unknown });
  }
  lost(wasOpen, reason) {
    const { model, status, link } = this;
    model.isHot &&= false;
    model.emit("tick");
    this.view.scene.held.clear();
    const text = model.session ? "The program that made this view has ended."
      : reason || "There is no program at this address.";
    status.stay(text, "Try again", () => link.retry());
    if (wasOpen) status.tell(text);
  }

  // Applies the filters and steps, which together determine the hidden nodes.
  reshow() {
    const { view, filters } = this;
    const { picture } = view;
    picture.hiddenNodes = filters.nodes;
    // With steps:
    const { nodes, links } = this.stepHides ?? {};
    picture.hiddenNodes = joined(filters.nodes, nodes);
    picture.hiddenLinks = links ?? null;
    // End of steps.
    picture.reshow();
    view.wantsDensity = true;
    view.request();
    this.status.showFilter();
  }

  watchSystem() {
    const take = () => {
      this.view.isReduced = reduced.matches;
      this.applyTheme();
    };
    const [reduced, dark, contrast] = ["reduced-motion: reduce", "color-scheme: dark", "contrast: more"].map((one) => {
      const query = matchMedia(`(prefers-${one})`);
      query.addEventListener("change", take);
      return query;
    });
    Object.assign(this, { isDark: () => dark.matches, isStrong: () => contrast.matches });
    take();
    for (const event of ["beforeprint", "afterprint"]) addEventListener(event, () => this.print(event[0] === "b"));
    document.addEventListener("visibilitychange", () => this.link.tryTo("hidden", { on: document.hidden }));
    new ResizeObserver(() => this.resize()).observe(this.stage);
  }
  // Prints always use the light theme. What is printed has the resolution of paper, and the whole
  // graph fills it if the screen shows that.
  print(isPrinted) {
    const { view } = this, { camera } = view;
    const bounds = view.bounds(), place = this.printed ?? camera.place;
    view.isPrinted = isPrinted;
    this.printed = isPrinted ? place : null;
    this.applyTheme();
    if (!isPrinted) {
      this.resize();
      view.flight = null;
      camera.place = place;
    } else if (bounds && (view.follows || view.seesAll())) {
      const shape = Math.sqrt(clamp((bounds.high[0] - bounds.low[0]) / (bounds.high[1] - bounds.low[1]) || 1, 0.7, 1.6));
      Object.assign(camera, { width: 900 * shape, height: 900 / shape, covers: [] });
      camera.makeRoom();
      camera.place = view.fitting(bounds);
    }
    view.sizeOverlay();
    if (view.renderer) view.draw();
  }
  resize() {
    const box = this.stage.getBoundingClientRect();
    // The size of the paper is not that of the window.
    if (this.view.isPrinted) return;
    this.view.setSize(box.width, box.height);
  }
  applyTheme() {
    const wanted = this.themeChoice !== "auto" ? this.themeChoice : this.model.theme;
    const name = this.view.isPrinted ? "light" : wanted === "light" || wanted === "dark" ? wanted : this.isDark() ? "dark" : "light";
    document.documentElement.dataset.theme = name;
    this.view.setTheme(name, this.isStrong());
    this.view.emit("theme");
  }
}

// With steps:
function joined(a, b) {
  if (!a || !b) return a ?? b ?? null;
  return a.map((value, i) => value | b[i]);
}
// End of steps.
