// Nodes in the hand: held while dragged, then free, thrown or pinned; those that were pinned stay so. What is held is drawn where
// the hand is, whatever frames say; after the release until a frame has taken note of it.

import { clock } from "./numbers.js";
import { holdMessage, releaseMessage } from "./protocol.js";

const TICK = 1000 / 60;
// Slower than this, in pixels a second, is put down and not thrown.
const THROW = 150;
const MEMORY = 90;

export class Hand {
  constructor(view, link) {
    this.view = view;
    this.link = link;
    this.command = 0;
    this.offsets = new Map();
    this.leaving = new Map();
    this.track = [];
  }
  get isBusy() { return this.offsets.size > 0; }

  // Takes a node at a pixel, and the other nodes with it.
  take(node, px, py, others = [], now = clock()) {
    this.node = node;
    this.drop();
    for (const one of [node, ...others]) {
      const [x, y] = this.view.onScreen(one);
      this.offsets.set(one, [x - px, y - py, this.view.scene.isPinned(one)]);
      this.leaving.delete(one);
    }
    this.track = [];
    this.view.follows = false;
    this.move(px, py, now);
  }
  move(px, py, now = clock()) {
    const { view } = this;
    for (const [node, [dx, dy]] of this.offsets) {
      view.scene.held.set(node, view.placeAt(px + dx, py + dy, node));
    }
    this.track.push({ px, py, now });
    while (this.track.length > 2 && now - this.track[0].now > MEMORY) this.track.shift();
    view.moved();
    // One message a node for a drawing, however many events the pointer makes.
    if (this.isTold) return;
    this.isTold = true;
    requestAnimationFrame(() => {
      this.isTold = false;
      this.tell();
    });
  }
  tell() {
    for (const node of this.offsets.keys()) {
      const place = this.view.scene.held.get(node);
      if (place) this.link.sendBytes(holdMessage(++this.command, node, place, this.view.scene.epoch));
    }
  }
  // The speed of the hand in units a tick, 0 when it has come to rest before.
  velocity(now) {
    const { track, view } = this;
    const last = track[track.length - 1], first = track[0];
    const time = last.now - first.now;
    if (view.isReduced || time < 8 || now - last.now > 60) return [0, 0];
    const dx = last.px - first.px, dy = last.py - first.py;
    if (Math.hypot(dx, dy) / time * 1000 < THROW) return [0, 0];
    const a = view.placeAt(first.px, first.py, this.node);
    const b = view.placeAt(last.px, last.py, this.node);
    return a.map((value, axis) => (b[axis] - value) * TICK / time);
  }
  // True when all that was held is pinned now.
  release(pins, now = clock()) {
    if (!this.isBusy) return true;
    this.tell();
    const velocity = this.velocity(now);
    let arePinned = true;
    for (const [node, [, , wasPinned]] of this.offsets) {
      const isPinned = pins || wasPinned;
      arePinned &&= isPinned;
      this.link.sendBytes(releaseMessage(++this.command, node, isPinned, isPinned ? [] : velocity, this.view.scene.epoch));
      this.leaving.set(node, { command: this.command, until: now + 1000 });
      if (isPinned) this.view.scene.nodeFlags[node] |= 1;
    }
    this.offsets.clear();
    this.view.picture.reform();
    this.view.request();
    if (!this.link.isOpen) this.settle(Infinity);
    return arePinned;
  }
  drop() { if (this.isBusy) this.release(false, Infinity); }

  // A frame that contains all commands up to a number.
  settle(command, now = clock()) {
    for (const [node, leaving] of this.leaving) {
      if (command < leaving.command && now < leaving.until) continue;
      this.leaving.delete(node);
      this.view.scene.held.delete(node);
    }
  }
  // Indices after a change of the graph.
  renumber(newOf) {
    const kept = (map) => new Map([...map].map(([node, value]) => [newOf ? newOf[node] : -1, value])
      .filter(([node]) => node >= 0));
    this.offsets = kept(this.offsets);
    this.leaving = kept(this.leaving);
  }
}
