// The screen content as SVG, for standalone files.

import { course, head, linkLook, loopOf, strokeWidth } from "./render-2d.js";
import { LEGEND_WIDTH, legendLines, placeLegend, shot } from "./save.js";
import { hexOf } from "./theme.js";
import { SHAPES } from "./shapes.js";
import { shownText } from "./text.js";

// With canvas:
const MARKS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export function escaped(text) { return text.replace(/[&<>"]/g, (mark) => MARKS[mark]); }
const short = (value) => String(Math.round(value * 10) / 10);
/** @param {number[]} point */
const pair = ([x, y]) => `${short(x)} ${short(y)}`;

/** @param {any} view */
export function svgOf({ scene, picture, camera: seen, labels, outlines }, model) {
  const { theme } = picture, lines = legendLines(model), camera = shot(seen, lines.length ? LEGEND_WIDTH : 0);
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" width="${camera.width}" height="${camera.height}">`,
    `<title>${escaped(shownText(model.title, 200))}</title>`,
    `<rect width="100%" height="100%" fill="${theme.background}"/>`];
  for (const { path, fill, stroke, name, x, y } of outlines?.of(camera) ?? []) {
    parts.push(`<path d="M${path.map(pair).join("L")}Z" fill="${fill}" fill-opacity="${fill === theme.text ? 0.05 : 0.35}" ` +
      `stroke="${stroke}" stroke-opacity="${stroke === theme.text ? 0.35 : 0.9}"/>`,
    `<text x="${short(x)}" y="${short(y + 4)}" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" ` +
      `font-size="12" font-weight="600" fill="${theme.text}">${escaped(name)}</text>`);
  }
  parts.push('<g fill="none">');
  for (const link of picture.linkOrder) {
    const way = course(picture, camera, link);
    if (!way) continue;
    const { width, alpha, color } = linkLook(picture, camera, link, 1);
    const style = `stroke="${color}" stroke-width="${short(width)}" opacity="${alpha.toFixed(2)}"`;
    if (way.loop) {
      const [x, y, large] = loopOf(way);
      parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(large)}" ${style}/>`);
      continue;
    }
    const line = way.control ? `Q${pair(way.control)} ${pair(way.end)}` : `L${pair(way.end)}`;
    parts.push(`<path d="M${pair(way.begin)}${line}" ${style}${way.flags & 2 ? ' stroke-dasharray="5.5 3.5"' : ""}/>`);
    if (way.tip) {
      parts.push(`<path d="M${head(way.tip, width).map(pair).join("L")}Z" fill="${color}" opacity="${alpha.toFixed(2)}"/>`);
    }
  }
  parts.push("</g>", `<g stroke="${theme.background}">`);
  for (const node of picture.order) {
    if (!scene.isPlaced(node)) continue;
    const [x, y] = camera.locate(scene, node);
    const whole = picture.pixels(node, camera.scale), line = strokeWidth(picture, camera, node, whole);
    const r = whole - line / 2, corners = SHAPES[scene.shape[node]];
    const fill = `fill="${hexOf(picture.colors, node)}"` +
      (line ? ` stroke="${hexOf(scene.strokes, node)}" stroke-width="${short(line)}"` : "");
    parts.push(corners
      ? `<path d="M${corners.map(([cx, cy]) => pair([x + cx * r, y + cy * r])).join("L")}Z" ${fill}/>`
      : `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" ${fill}/>`);
  }
  const text = (x, y, size, content, more = "") => parts.push(
    `<text x="${short(x)}" y="${short(y)}" font-size="${size}"${more}>${escaped(content)}</text>`);
  parts.push("</g>", `<g font-family="Helvetica, Arial, sans-serif" fill="${theme.text}" stroke="${theme.background}" stroke-width="3" paint-order="stroke">`);
  const dx = camera.middleX - seen.middleX, dy = camera.middleY - seen.middleY;
  for (const { text: name, size, box } of labels.shown.values()) {
    text(box[0] + dx, (box[1] + box[3]) / 2 + dy + size / 3, size, name);
  }
  placeLegend(lines, camera.height, (content, color, y) => {
    if (color) parts.push(`<circle cx="24" cy="${y}" r="5" fill="${color}" stroke="none"/>`);
    text(color ? 36 : 18, y + 4, 12, content, color ? "" : ' font-weight="600"');
  });
  return `${parts.join("\n")}\n</g>\n</svg>\n`;
}
// End of canvas.
