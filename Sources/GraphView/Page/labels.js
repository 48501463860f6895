// The choice and placement of labels: important ones first, next to their nodes, without overlaps.
// Labels keep their positions while others appear and disappear.

import { overlaps } from "./camera.js";
import { clock } from "./numbers.js";
import { lot } from "./picture.js";
import { learnNames, shownText } from "./text.js";

const LABEL_LIMIT = 200;
const MUSTS = 8;
const WISHES = 60;
const AREA = 7000;
const ROOM_CELL = 64;
const FADE = 0.15;
// The interval in ms at which labels are chosen anew while nodes move; in between they follow their
// nodes.
const STEADY = 250;

// A spatial hash of boxes that must not overlap.
class Room {
  constructor() { this.cells = new Map(); }
  *cellsOf([x0, y0, x1, y1]) {
    for (let row = Math.floor(y0 / ROOM_CELL); row <= Math.floor(y1 / ROOM_CELL); row++) {
      for (let column = Math.floor(x0 / ROOM_CELL); column <= Math.floor(x1 / ROOM_CELL); column++) {
        yield row * 4096 + column;
      }
    }
  }
  isFree(box) {
    for (const cell of this.cellsOf(box)) {
      for (const other of this.cells.get(cell) ?? []) {
        if (overlaps(box, other)) return false;
      }
    }
    return true;
  }
  take(box) {
    for (const cell of this.cellsOf(box)) {
      if (!this.cells.has(cell)) this.cells.set(cell, []);
      this.cells.get(cell).push(box);
    }
  }
}

// Returns the nodes that have a label, the most important first: by size, then degree, then
// pseudorandomly.
export function byImportance(scene) {
  const labelled = [];
  scene.labels.forEach((text, node) => { if (text) labelled.push(node); });
  return labelled.sort((a, b) => scene.radius[b] - scene.radius[a] ||
    scene.degree(b) - scene.degree(a) || lot(a) - lot(b));
}

// Returns the candidate boxes of a label of a given size at a node, the preferred first: right,
// left, below, above.
function placesAt(x, y, radius, width, height) {
  const away = radius + 4, half = height / 2;
  return [
    [x + away, y - half, x + away + width, y + half],
    [x - away - width, y - half, x - away, y + half],
    [x - width / 2, y + away - 2, x + width / 2, y + away - 2 + height],
    [x - width / 2, y - away + 2 - height, x + width / 2, y - away + 2],
  ];
}

// Chooses labels. `measure(node, largest)` returns text, size and width; `musts` always get a
// label; `wishes` come before the others. `before` has the previous labels, by node.
export function placeLabels({
  scene, picture, camera, ordered, musts, wishes, before, measure, isOff,
  // With groups:
  taken = [],
  // End of groups.
  // With steps:
  pills = [],
  // End of steps.
}) {
  const placed = new Map();
  const room = new Room(), discs = new Room();
  // With groups:
  for (const box of taken) room.take(box);
  // End of groups.
  // With steps:
  for (const box of pills) room.take(box);
  // End of steps.
  // If there are very many candidates, fewer labels are shown, farther apart.
  const most = camera.width * camera.height / AREA, isCrowded = ordered.length > 4 * most;
  const limit = Math.min(LABEL_LIMIT, Math.max(8, isCrowded ? most / 2 : most));
  const distance = isCrowded ? 8 : 2;
  const largest = ordered.length ? scene.radius[ordered[0]] : 1;
  // Returns true if a box is neither cut off by the edge of the screen nor covered.
  const isWhole = (box) => camera.covers.every((cover) => !overlaps(box, cover)) &&
    box[0] > 0 && box[1] > 0 && box[2] < camera.width && box[3] < camera.height;
  const put = (node, isForced) => {
    if (!picture.isShown(node) || !scene.isPlaced(node)) return;
    const [x, y] = camera.locate(scene, node);
    if (!camera.sees(x, y, 20)) return;
    const { text, size, width } = measure(node, largest);
    if (!text) return;
    const places = placesAt(x, y, picture.pixels(node, camera.scale), width, size + 4);
    const old = before.get(node);
    const take = (side) => {
      const box = places[side];
      room.take(box);
      placed.set(node, { node, text, size, width, side, box, isForced });
    };
    // The previous position comes first, and needs a little less space than a new one.
    const first = old?.side ?? 0;
    for (const side of [first, 0, 1, 2, 3]) {
      const box = places[side], gap = side === old?.side ? -2 : distance;
      const asked = [box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap];
      if (isWhole(box) && (isForced || room.isFree(asked) && discs.isFree(box))) return take(side);
    }
    if (isForced) take(first);
  };
  for (const node of musts.slice(0, MUSTS)) if (!placed.has(node)) put(node, true);
  for (const node of wishes.slice(0, WISHES)) if (!placed.has(node)) put(node, false);
  if (isOff) return placed;
  // Large discs keep labels of other nodes away.
  for (let i = picture.order.length - 1, seen = 0; i >= 0 && seen < 500; i--, seen++) {
    const node = picture.order[i], radius = picture.pixels(node, camera.scale);
    if (radius < 5) break;
    const [x, y] = camera.locate(scene, node), half = 0.7 * radius;
    if (camera.sees(x, y)) discs.take([x - half, y - half, x + half, y + half]);
  }
  const end = placed.size + limit;
  let tried = 0;
  for (const node of steady(ordered, before)) {
    // Once the first labels have taken the space, others would only fill gaps.
    if (placed.size >= end || tried++ > 12 * limit) break;
    if (!placed.has(node)) put(node, false);
  }
  return placed;
}

// Yields the nodes by importance, with a bonus for those that already have a label, as otherwise
// labels of nearly equal nodes would alternate while nodes move.
function* steady(ordered, before) {
  const rank = new Map();
  if (before.size) ordered.forEach((node, i) => before.has(node) && rank.set(node, i / 3));
  const old = rank.entries();
  let next = old.next();
  for (let i = 0; i < ordered.length; i++) {
    while (!next.done && next.value[1] <= i) {
      yield next.value[0];
      next = old.next();
    }
    yield ordered[i];
  }
}

// Keeps and draws the labels of a view. They fade in and out over a few frames.
export class Labels {
  constructor(context) {
    this.context = context;
    this.shown = new Map();
    this.known = new Map();
    this.ordered = [];
  }
  // Sets the nodes that compete for labels, the most important first, and clears the cache of
  // texts.
  setOrder(scene) {
    this.ordered = byImportance(scene).slice(0, 5000);
    learnNames(scene.labels);
    this.known.clear();
    this.placedAt = -Infinity;
  }
  // Returns the mean width of the labels of the most important nodes.
  meanWidth(scene) {
    const [first] = this.ordered, most = this.ordered.slice(0, 30);
    return most.reduce((sum, node) => sum + this.measure(scene, node, scene.radius[first]).width / most.length, 0);
  }
  measure(scene, node, largest) {
    let known = this.known.get(node);
    if (!known) {
      const text = shownText(scene.label(node), 40);
      const size = Math.round(11 + 4 * Math.min(scene.radius[node] / largest, 1) ** 2);
      this.context.font = font(size);
      this.known.set(node, known = { text, size, width: this.context.measureText(text).width });
    }
    return known;
  }
  // Moves the previous labels along with their nodes.
  carried({ scene, picture, camera }) {
    for (const label of this.shown.values()) {
      const [x, y] = camera.locate(scene, label.node);
      label.box = placesAt(x, y, picture.pixels(label.node, camera.scale), label.width, label.size + 4)[label.side];
    }
    return this.shown;
  }
  // Draws the labels; returns true while they fade, as another frame is needed then.
  draw(view, { faded, isStill }) {
    const { scene, picture, camera } = view;
    const wanted = view.wantedLabels(), now = clock();
    // With steps:
    wanted.musts.push(...view.stepPointed ?? []);
    // End of steps.
    const key = `${scene.epoch} ${view.showsLabels} ${wanted.musts} ${wanted.wishes.length}`;
    let placed;
    if (view.isMoving && key === this.key && now - this.placedAt < STEADY) {
      placed = this.carried(view);
    } else {
      placed = placeLabels({
        scene, picture, camera, ordered: this.ordered, ...wanted, before: this.shown,
        measure: (node, largest) => this.measure(scene, node, largest), isOff: !view.showsLabels,
        // With groups:
        taken: view.outlines.boxes,
        // End of groups.
        // With steps:
        pills: view.pills,
        // End of steps.
      });
      this.key = key;
      this.placedAt = now;
    }
    let fades = false;
    const next = new Map();
    for (const label of placed.values()) {
      label.opacity = isStill || label.isForced ? 1 : Math.min(1, (this.shown.get(label.node)?.opacity ?? 0) + FADE);
      if (label.opacity < 1) fades = true;
      next.set(label.node, label);
    }
    this.shown = next;
    this.write(this.context, picture, faded);
    return fades;
  }
  write(context, { lit, theme }, faded) {
    context.textBaseline = "middle";
    context.lineJoin = "round";
    for (const label of this.shown.values()) {
      const isLit = !lit || lit[label.node] || label.isForced;
      context.globalAlpha = label.opacity * (isLit ? 1 : Math.max(faded, 0.12));
      writeLabel(context, label, theme);
    }
    context.globalAlpha = 1;
  }
}

export function font(size, weight = 500) {
  return `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
}

function writeLabel(context, { text, size, box, isForced }, theme) {
  context.font = font(size, isForced ? 600 : 500);
  const y = (box[1] + box[3]) / 2;
  context.strokeStyle = theme.background;
  context.lineWidth = 3.5;
  context.strokeText(text, box[0], y);
  context.fillStyle = theme.text;
  context.fillText(text, box[0], y);
}
