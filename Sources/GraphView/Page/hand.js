// Dragging of nodes. On release a node becomes free, is thrown, or stays pinned if it was. A held
// node is drawn at the pointer, whatever frames say; after the release until a frame reflects it.

import { clock } from "./numbers.js";
import { holdMessage, releaseMessage } from "./protocol.js";

const TICK = 1000 / 60;
// The speed in pixels per second below which a release is not a throw.
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

  // Begins to drag the node at a pixel, together with the other nodes.
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
    // Sends one message per node and drawn frame, however many pointer events there are.
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
  // Returns the speed of the pointer in units per tick, 0 if it has come to rest before.
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
  // Releases the held nodes; returns true if all of them are now pinned.
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

  // Handles a frame that reflects all commands up to a number.
  settle(command, now = clock()) {
    for (const [node, leaving] of this.leaving) {
      if (command < leaving.command && now < leaving.until) continue;
      this.leaving.delete(node);
      this.view.scene.held.delete(node);
    }
  }
  // Maps node numbers after a change of the graph.
  renumber(newOf) {
    const kept = (map) => new Map([...map].map(/** @returns {[number, any]} */ ([node, value]) => [newOf ? newOf[node] : -1, value])
      .filter(([node]) => node >= 0));
    this.offsets = kept(this.offsets);
    this.leaving = kept(this.leaving);
  }
}
