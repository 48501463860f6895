// The picture on the screen: drawing, camera and emphasis. It is drawn only when something has
// changed.

import { linkDensity } from "./density.js";
import { Labels } from "./labels.js";
import { clock } from "./numbers.js";
import { Orbit } from "./orbit.js";
import { Spotlight } from "./spotlight.js";
import { THEMES } from "./theme.js";

// The duration of a drawing in ms above which fewer links are drawn while nodes move.
const SLOW = 30;
// The interval in ms at which a settling layout is drawn if the user prefers reduced motion.
const STILL_INTERVAL = 1000;

export class View extends Spotlight {
  constructor(overlay) {
    super();
    this.overlay = overlay;
    this.context = overlay.getContext("2d");
    this.labels = new Labels(this.context);
    this.painters = [];
    this.renderer = null;
    this.showsLabels = true;
    this.showsLinks = true;
    this.linkShare = 1;
    this.shareLimit = Infinity;
    this.sharedAt = 0;
    this.drawMs = 16;
    this.counts = { draws: 0, frames: 0 };
    this.drawing = true;
    // With space:
    this.orbit = null;
    // End of space.
    this.frameShownAt = -Infinity;
    this.setTheme("light");
  }

  // With high contrast, links are as dark as texts.
  setTheme(name, isStrong) {
    const theme = THEMES[name];
    this.theme = isStrong ? { ...theme, edge: theme.text, isStrong } : theme;
    this.picture.theme = this.theme;
    this.picture.recolor();
    this.request();
  }
  // If the whole graph was visible before the resize, it is afterwards.
  setSize(width, height) {
    const isWhole = !this.follows && this.seesAll();
    Object.assign(this.camera, { width, height });
    this.sizeOverlay();
    this.emit("resize");
    if (isWhole) this.flyTo(this.fitting(this.bounds()));
    this.request();
  }

  // The number of pixels of a picture per CSS pixel.
  get ratio() { return this.isPrinted ? 3 : Math.min(globalThis.devicePixelRatio || 1, 2); }
  sizeOverlay() {
    const { overlay, camera, ratio } = this;
    overlay.width = Math.round(camera.width * ratio);
    overlay.height = Math.round(camera.height * ratio);
  }

  // Sets the graph of the scene.
  setGraph(message, dimensions) {
    const isOther = this.scene.nodes === 0 || !message.previous;
    this.scene.dimensions = dimensions;
    const newOf = this.scene.setGraph(message);
    const kept = (set) => new Set([...set].map((i) => (newOf ? newOf[i] : i))
      .filter((i) => i >= 0 && i < this.scene.nodes));
    const { picture } = this;
    picture.selected = kept(picture.selected);
    picture.pointed = kept(picture.pointed);
    picture.focus = kept(picture.focus);
    picture.lit = null;
    picture.litMode = 0;
    this.fade.now = this.fade.goal = 0;
    this.claims.clear();
    // With space:
    this.orbit = dimensions === 3 ? this.orbit ?? new Orbit() : null;
    // End of space.
    this.isFirst ||= isOther;
    picture.hiddenNodes = picture.hiddenLinks = null;
    // With steps:
    picture.stepColors = picture.stepLinkColors = null;
    // End of steps.
    picture.build();
    // A conservative share, until the speed of drawing is known.
    this.linkShare = Math.min(1, 5000 / Math.max(this.scene.links, 1));
    this.setLabelOrder();
    this.emit("graph", newOf);
    this.request();
  }
  setLabelOrder() {
    this.labels.setOrder(this.scene);
    this.camera.nameRoom = this.labels.meanWidth(this.scene) + 24;
    this.emit("looks");
    this.request();
  }
  setLooks(message) {
    if (!this.scene.setLooks(message)) return;
    const { name } = message.column;
    this.picture.changed.add(name);
    if (name === "rgba" || name === "linkRgba") {
      this.picture.recolor();
      this.emit("looks");
    }
    else if (name.startsWith("link")) this.picture.reformLinks();
    else this.picture.reform();
    if (name === "radius") this.setLabelOrder();
    if (name === "radius" || name === "nodeFlags" || name === "linkFlags") this.picture.reshow();
    this.request();
  }

  // Sets a frame of positions. `shown` is called when it has been drawn or dropped.
  setFrame(message, shown) {
    const now = clock();
    this.frameDone = shown;
    this.counts.frames++;
    this.arrived = message.command;
    if (!this.drawing) {
      this.counts.latest = message.command;
      return this.finish(0);
    }
    clearTimeout(this.stillTimer);
    const wait = this.isReduced && message.isHot && !this.scene.held.size
      ? this.frameShownAt + STILL_INTERVAL - now : 0;
    this.stillWaits = wait > 0;
    const take = () => {
      this.stillWaits = false;
      if (!this.scene.setPositions(message, clock(), !this.isReduced)) {
        return this.finish(0);
      }
      this.frameShownAt = clock();
      this.isHot = message.isHot;
      this.wantsDensity = message.isFinal || !this.densityAt ||
        (this.scene.links <= 20000 && this.frameShownAt - this.densityAt > 1000);
      this.isPlaced = true;
      if (message.isFinal) this.emit("fit");
      this.moved();
    };
    if (wait > 0) this.stillTimer = setTimeout(take, wait);
    else take();
  }
  finish(milliseconds) {
    const done = this.frameDone;
    this.frameDone = null;
    done?.(milliseconds);
  }

  // Marks the picture as moving: drawings may have fewer links until nothing has moved for a while.
  // That period spans the gaps between frames of a slow layout, or links would flicker.
  moved() {
    this.isMoving = true;
    clearTimeout(this.restTimer);
    this.restTimer = setTimeout(() => {
      this.isMoving = false;
      this.shareLimit = Infinity;
      if (this.isLight) this.request();
    }, this.isHot && !this.isReduced ? 2000 : 150);
    this.request();
  }
  request() {
    this.needsDraw = true;
    this.schedule();
  }
  schedule() {
    if (this.isScheduled || typeof requestAnimationFrame === "undefined") return;
    this.isScheduled = true;
    requestAnimationFrame((now) => {
      this.isScheduled = false;
      this.turn(now);
    });
  }

  turn(now) {
    const { renderer } = this;
    if (!renderer) return;
    if (this.drawnAt !== undefined) {
      // Only one drawing is in flight: another would only queue, and delay input.
      if (!renderer.isDone()) return this.schedule();
      const took = clock() - this.drawnAt;
      this.drawnAt = undefined;
      this.drawMs += (took - this.drawMs) * 0.3;
      if (this.isMoving) this.adapt();
      this.drewFrame?.(took);
      this.drewFrame = null;
    }
    if (!this.needsDraw || !this.camera.width) return;
    this.needsDraw = false;
    const goesOn = this.advance(now);
    this.draw(now);
    if (goesOn) this.needsDraw = true;
    this.schedule();
  }
  // Adapts the share of links: fewer at once if drawings are slow; more only after a second of fast
  // ones, and never as many as were too slow during this movement, as links would flicker.
  adapt() {
    const now = clock(), { links } = this.scene;
    if (this.drawMs > SLOW && links > 2000) {
      this.shareLimit = this.linkShare;
      this.linkShare = Math.max(this.linkShare / (this.drawMs > 3 * SLOW ? 3 : 1.5), Math.min(2000 / links, 1));
    } else if (this.drawMs < SLOW / 2 && now - this.sharedAt > 1000) {
      const more = Math.min(this.linkShare * 2, 1);
      if (more >= this.shareLimit || more === this.linkShare) return;
      this.linkShare = more;
    } else return;
    this.sharedAt = now;
  }

  // Advances animations; returns true while one continues.
  advance(now) {
    let goesOn = this.scene.mix(clock());
    // With space:
    if (this.orbit) {
      if (this.isFirst) {
        this.orbit.frame(this.scene.shown);
        // The address may have told another turn.
        if (this.orbit.azimuth === 0.5) this.orbit.choose(this.scene.shown, this.camera.width / this.camera.height);
      }
      this.orbit.project(this.scene.shown, this.scene.plane, this.scene.nearness);
    }
    // End of space.
    goesOn = this.advanceCamera(now) || goesOn;
    const { fade } = this;
    if (fade.now !== fade.goal) {
      const step = this.isReduced ? 1 : 0.18;
      fade.now += Math.sign(fade.goal - fade.now) * Math.min(step, Math.abs(fade.goal - fade.now));
      if (fade.now === 0) {
        this.picture.lit = null;
        this.picture.litMode = 0;
        this.picture.reform();
      }
      goesOn = true;
    }
    return goesOn;
  }
  draw(now) {
    const { picture, camera, scene } = this;
    if (this.wantsDensity && this.isPlaced) this.measureDensity();
    const base = this.ratio;
    const isSlow = this.isMoving && this.drawMs > SLOW && !this.isPrinted;
    const ratio = isSlow ? 1 : base;
    const linkShare = !this.showsLinks ? 0 : this.isMoving ? this.linkShare : 1;
    this.isLight = linkShare < 1 || ratio < base;
    const faded = 1 - 0.9 * this.fade.now;
    this.drawnAt = clock();
    if (!this.stillWaits) {
      this.drewFrame ??= this.frameDone;
      this.frameDone = null;
    }
    this.renderer.draw(picture, camera, { ratio, faded, linkShare });
    this.counts.draws++;
    this.counts.latest = this.arrived;
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.overlay.width, this.overlay.height);
    context.scale(base, base);
    // Browsers print WebGL canvases blank, so the image is copied to the 2D canvas.
    if (this.isPrinted) context.drawImage(this.renderer.canvas, 0, 0, camera.width, camera.height);
    // With groups:
    this.outlines.paint(context, camera, faded);
    // End of groups.
    // Labels are drawn last, as they keep off what painters have drawn.
    for (const paint of this.painters) paint(context, now);
    if (this.labels.draw(this, { faded, isStill: this.isReduced || this.drawMs > 60 })) this.needsDraw = true;
    this.emit("drawn", scene);
  }
  measureDensity() {
    const bounds = this.bounds();
    this.wantsDensity = false;
    if (!bounds || !this.scene.links) return;
    this.densityAt = clock();
    const { scale } = this.fitting(bounds);
    this.picture.setDensity(
      linkDensity(this.scene.plane, this.scene.ends, bounds, scale), scale);
  }
}
