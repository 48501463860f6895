// The two-dimensional camera.

import { clamp } from "./numbers.js";

// The limits of the zoom, relative to the scale at which everything is visible.
const FARTHEST = 1 / 50, NEAREST = 2000;

/**
 * @param {ArrayLike<number>} plane
 * @param {(node: number) => unknown} isShown
 */
export function boundsOf(plane, isShown = () => true) {
  const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
  for (let node = 0; 2 * node < plane.length; node++) {
    const x = plane[2 * node], y = plane[2 * node + 1];
    if (!(Number.isFinite(x) && Number.isFinite(y)) || !isShown(node)) continue;
    if (x < low[0]) low[0] = x;
    if (x > high[0]) high[0] = x;
    if (y < low[1]) low[1] = y;
    if (y > high[1]) high[1] = y;
  }
  return low[0] <= high[0] ? { low, high } : null;
}

// Returns the bounds of the linked nodes, extended towards those of all nodes by at most a tenth of
// the result, as unlinked nodes may lie far away.
export function framed(all, linked) {
  if (!linked) return all;
  const low = [], high = [];
  for (const axis of [0, 1]) {
    const room = (linked.high[axis] - linked.low[axis]) / 18;
    low.push(Math.max(all.low[axis], linked.low[axis] - room));
    high.push(Math.min(all.high[axis], linked.high[axis] + room));
  }
  return { low, high };
}

// Returns true if two boxes overlap; each is [left, top, right, bottom].
export function overlaps(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

// Returns the box of a screen in which content of an aspect ratio (width / height) is largest, of
// those that are free: not covered, unless told otherwise.
export function freePart(width, height, covers, aspect, isFree = (part) => !covers.some((box) => overlaps(box, part))) {
  let best = [0, 0, width, height], most = 0;
  const edges = (first, side) => [first, ...covers.map((box) => box[side])];
  for (const left of edges(0, 2)) for (const right of edges(width, 0)) {
    for (const top of edges(0, 3)) for (const bottom of edges(height, 1)) {
      const part = [left, top, right, bottom];
      // The second term prefers the larger of two boxes that are equally good.
      const size = Math.min((right - left) / aspect, bottom - top) + (right - left + bottom - top) / 100;
      if (right <= left || bottom <= top || size <= most || !isFree(part)) continue;
      [best, most] = [part, size];
    }
  }
  return best;
}

export class Camera {
  constructor() {
    // The point of the plane at the centre of the free area, and the scale in pixels per unit.
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.fitScale = 1;
    // The largest scale of a fit.
    this.nearest = 4;
    this.width = 1;
    this.height = 1;
    // The margins covered by panels, in pixels; the centre is that of the remaining area.
    this.insets = { left: 0, top: 0, right: 0, bottom: 0 };
    // Boxes that cover the picture, and the margin that labels need at the sides.
    this.covers = [];
    this.nameRoom = 40;
    // With groups:
    // The margin that outlines of groups and their names need on each side.
    this.rim = 0;
    // End of groups.
  }
  get middleX() { return (this.insets.left + this.width - this.insets.right) / 2; }
  get middleY() { return (this.insets.top + this.height - this.insets.bottom) / 2; }

  toScreen(x, y) {
    return [(x - this.x) * this.scale + this.middleX, (y - this.y) * this.scale + this.middleY];
  }
  // Returns the screen position of a node.
  locate(scene, node) { return this.toScreen(scene.plane[2 * node], scene.plane[2 * node + 1]); }
  // Returns true if a pixel lies on the screen, or within `margin` of it.
  sees(x, y, margin = 0) {
    return x >= -margin && y >= -margin && x <= this.width + margin && y <= this.height + margin;
  }
  toPlane(px, py) {
    return [(px - this.middleX) / this.scale + this.x, (py - this.middleY) / this.scale + this.y];
  }
  clamped(scale) {
    return clamp(scale, this.fitScale * FARTHEST, this.fitScale * NEAREST);
  }
  // Zooms about a pixel: the point of the plane under it stays fixed.
  zoomAt(px, py, factor) {
    const [x, y] = this.toPlane(px, py);
    this.scale = this.clamped(this.scale * factor);
    this.x = x - (px - this.middleX) / this.scale;
    this.y = y - (py - this.middleY) / this.scale;
  }
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }
  // Sets the insets to avoid covered areas, without moving the picture. A box is free if none of
  // the points is covered when the bounds are fitted into it; without points, if it is not covered.
  makeRoom(bounds, points) {
    const { width, height, covers, middleX, middleY, scale } = this;
    const [wide, high] = bounds ? [0, 1].map((axis) => bounds.high[axis] - bounds.low[axis] + 1e-9) : [1, 1];
    /** @param {any[]} part */
    const take = ([left, top, right, bottom]) => {
      this.insets = { left, top, right: width - right, bottom: height - bottom };
    };
    const isFree = (part) => {
      take(part);
      const goal = this.fitted(bounds);
      return points.every(([px, py]) => {
        const x = (px - goal.x) * goal.scale + this.middleX, y = (py - goal.y) * goal.scale + this.middleY;
        return covers.every((box) => !overlaps(box, [x - 9, y - 9, x + 9, y + 9]));
      });
    };
    take(freePart(width, height, covers, clamp(wide / high, 0.2, 5), bounds && points ? isFree : undefined));
    this.x += (this.middleX - middleX) / scale;
    this.y += (this.middleY - middleY) / scale;
  }
  // Returns the camera that shows all of the bounds, with a margin in pixels or as labels need it.
  fitted(bounds, margin) {
    const { left, right, top, bottom } = this.insets;
    const free = this.width - left - right;
    const width = Math.max(free - 2 * (margin ?? Math.min(this.nameRoom, 0.12 * free)), 40);
    const height = Math.max(this.height - top - bottom - 2 * (margin ?? 28), 40);
    let scale = Math.min(
      width / Math.max(bounds.high[0] - bounds.low[0], 1e-9),
      height / Math.max(bounds.high[1] - bounds.low[1], 1e-9));
    // With groups:
    if (margin === undefined) scale *= Math.max(1 - 2 * this.rim / Math.min(width, height), 0.5);
    // End of groups.
    return {
      x: (bounds.low[0] + bounds.high[0]) / 2,
      y: (bounds.low[1] + bounds.high[1]) / 2,
      // The limit keeps one node, or a few close together, from filling the window.
      scale: Math.min(scale, this.nearest),
    };
  }
  get place() { return { x: this.x, y: this.y, scale: this.scale }; }
  set place({ x, y, scale }) { Object.assign(this, { x, y, scale }); }
}

export function easeInOut(t) {
  return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t);
}

// Interpolates between two cameras, `t` from 0 to 1. The scale changes geometrically, and one point
// of the picture stays fixed, as in a zoom about that point.
export function between(from, to, t) {
  const scale = from.scale * (to.scale / from.scale) ** t;
  const change = 1 / from.scale - 1 / to.scale;
  const isZoom = Math.abs(Math.log(to.scale / from.scale)) > 1e-3;
  const share = isZoom ? (1 / from.scale - 1 / scale) / change : t;
  return {
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    scale,
  };
}
