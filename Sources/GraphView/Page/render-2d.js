// Draws a picture on a 2D canvas if WebGL2 is unavailable, with the same positions, colours and
// sizes. Lines have no density along them, and the number of links is limited to keep frames fast.
// Browsers that need it request a page with this module.

import { LIT, linkScale, PINNED, POINTED, SELECTED, sizeScale } from "./picture.js";
import { opacityOf } from "./density.js";
import { shapePath } from "./shapes.js";
import { hexOf } from "./theme.js";

// With canvas:
const LINK_LIMIT = 20000;

export class Canvas2DRenderer {
  constructor(canvas) {
    this.canvas = canvas;
    this.name = "Canvas 2D";
    this.context = canvas.getContext("2d", { alpha: false });
  }
  isDone() { return true; }

  draw(picture, camera, { ratio, faded, linkShare = 1 }) {
    const { canvas, context } = this;
    const width = Math.round(camera.width * ratio), height = Math.round(camera.height * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = picture.theme.background;
    context.fillRect(0, 0, camera.width, camera.height);
    this.drawLinks(picture, camera, faded, linkShare);
    this.drawNodes(picture, camera, faded);
    picture.changed.clear();
  }

  drawLinks(picture, camera, faded, share) {
    const { context } = this;
    const total = picture.linkOrder.length;
    const most = Math.min(total, LINK_LIMIT) * share;
    for (let i = 0; i < most; i++) {
      // If the limit drops links, it drops the curved ones, which few graphs of that size have.
      drawLink(context, picture, camera, picture.linkOrder[i], faded);
    }
    context.globalAlpha = 1;
  }

  drawNodes(picture, camera, faded) {
    const { context } = this;
    const { scene, theme } = picture;
    for (const node of picture.order) {
      if (!scene.isPlaced(node)) continue;
      const [x, y] = camera.locate(scene, node);
      const radius = picture.pixels(node, camera.scale), state = picture.state(node);
      if (!camera.sees(x, y, radius)) continue;
      const alpha = picture.colors[4 * node + 3] / 255 * (state & LIT ? 1 : faded);
      context.globalAlpha = alpha;
      context.fillStyle = hexOf(picture.colors, node);
      shapePath(context, scene.shape[node], x, y, radius);
      context.fill();
      const line = strokeWidth(picture, camera, node, radius);
      if (line) {
        context.strokeStyle = hexOf(scene.strokes, node);
        context.lineWidth = line;
        shapePath(context, scene.shape[node], x, y, radius - line / 2);
        context.stroke();
      }
      if (radius > 4) {
        context.strokeStyle = theme.background;
        context.lineWidth = 1;
        if (!line) context.stroke();
        if (state & PINNED) {
          context.fillStyle = theme.background;
          shapePath(context, 0, x, y, 0.3 * radius);
          context.fill();
        }
      }
      if (state & (SELECTED | PINNED | POINTED)) {
        const isSelected = state & SELECTED;
        if (isSelected || state & POINTED) context.globalAlpha = 1;
        context.strokeStyle = isSelected ? theme.accent : theme.text;
        context.lineWidth = isSelected ? 2.8 : 1.5;
        shapePath(context, scene.shape[node], x, y, radius + (isSelected ? 2.9 : 2));
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }
}

// Returns the width in pixels of a node's outline, which lies inside its edge.
export function strokeWidth({ scene }, camera, node, radius) {
  return Math.min(scene.strokes[4 * node + 3] / 8 * sizeScale(camera.scale), 0.7 * radius);
}

// Returns the path of a link between the edges of its nodes: start, control point or null, end, and
// the direction at the tip.
/** @returns {any} */
export function course(picture, camera, link) {
  const { scene } = picture;
  const a = scene.ends[2 * link], b = scene.ends[2 * link + 1];
  if (!scene.isPlaced(a) || !scene.isPlaced(b)) return null;
  const from = camera.locate(scene, a);
  const to = camera.locate(scene, b);
  const rimA = picture.pixels(a, camera.scale), rimB = picture.pixels(b, camera.scale);
  const flags = scene.linkFlags[link];
  const bend = picture.isDetailed ? ((flags >> 2) & 7) - 3 : 0;
  if (a === b) return { loop: from, rim: rimA, bend, flags };
  const dx = to[0] - from[0], dy = to[1] - from[1], length = Math.hypot(dx, dy);
  if (!length) return null;
  const aside = bend * Math.min(0.2, 60 / length);
  const control = [(from[0] + to[0]) / 2 - dy * aside, (from[1] + to[1]) / 2 + dx * aside];
  const toward = (point, away) => {
    const x = control[0] - point[0], y = control[1] - point[1], size = Math.hypot(x, y) || 1;
    return [point[0] + x / size * away, point[1] + y / size * away];
  };
  const isFree = length > rimA + rimB;
  return {
    begin: isFree ? toward(from, rimA) : from, end: isFree ? toward(to, rimB) : to,
    control: bend ? control : null, flags,
    tip: flags & 1 && isFree && picture.isDetailed
      ? { at: toward(to, rimB), from: toward(to, rimB + 1) } : null,
  };
}

// Returns the width, colour and opacity of a link, as the shader computes them.
export function linkLook(picture, camera, link, faded) {
  const width = picture.scene.linkWidth[link] / 8 * linkScale(camera.scale);
  const stack = 2 ** (picture.density[link] / 16) * picture.densityScale / camera.scale;
  let alpha = picture.linkColors[4 * link + 3] / 255 * opacityOf(stack);
  if (picture.litMode) alpha = picture.isLinkLit(link) ? Math.max(alpha, 0.45) * picture.litShare : alpha * faded;
  return { width, alpha, color: hexOf(picture.linkColors, link) };
}

export function head(tip, width) {
  const size = 3.5 + 2.5 * Math.max(width, 1);
  const [x, y] = tip.at, dx = tip.from[0] - x, dy = tip.from[1] - y;
  const point = (along, aside) => [x + dx * size * along - dy * size * aside,
    y + dy * size * along + dx * size * aside];
  return [[x, y], point(1, 0.45), point(1, -0.45)];
}

function drawLink(context, picture, camera, link, faded) {
  const way = course(picture, camera, link);
  if (!way) return;
  const { width, alpha, color } = linkLook(picture, camera, link, faded);
  context.globalAlpha = alpha;
  context.strokeStyle = context.fillStyle = color;
  context.lineWidth = width;
  context.setLineDash(way.flags & 2 && picture.isDetailed ? [5.5, 3.5] : []);
  context.beginPath();
  if (way.loop) {
    const [hx, hy, large] = loopOf(way);
    context.arc(hx, hy, large, 0, 2 * Math.PI);
  } else {
    context.moveTo(...way.begin);
    if (way.control) context.quadraticCurveTo(...way.control, ...way.end);
    else context.lineTo(...way.end);
  }
  context.stroke();
  context.setLineDash([]);
  if (way.tip) {
    context.beginPath();
    for (const point of head(way.tip, width)) context.lineTo(...point);
    context.fill();
  }
}

// Returns the circle of a self-loop: centre and radius.
export function loopOf({ loop, rim, bend }) {
  const turn = -Math.PI / 2 + bend * 0.9, large = 0.8 * rim + 5;
  return [loop[0] + Math.cos(turn) * (rim + large * 0.8), loop[1] + Math.sin(turn) * (rim + large * 0.8), large];
}
// End of canvas.
