// Saving: the page creates pictures, the program creates files, and the browser downloads them.

import { Camera } from "./camera.js";
import { make } from "./dom.js";
import { font } from "./labels.js";
import { shownNumber, shownText } from "./text.js";
import { said } from "./texts.js";

const FILE_FORMATS = { html: ["Web page (HTML)", "opens anywhere, without this program"] };

// The width of the legend in a picture.
export const LEGEND_WIDTH = 200;

// Returns the camera for a picture of the uncovered area, with extra space on the left.
export function shot(camera, room = 0) {
  const { insets: { left, right, top, bottom }, width, height } = camera;
  return Object.assign(new Camera(), camera, {
    width: Math.max(width - left - right, 100) + room, height: Math.max(height - top - bottom, 100),
    insets: { left: room, right: 0, top: 0, bottom: 0 },
  });
}

// Returns the lines of the legend: [text, colour], without a colour for titles.
export function legendLines({ legend }) {
  return (legend ?? []).flatMap(({ title, entries = [], scale }) => {
    const range = scale && [scale.low, scale.high].map(shownNumber);
    if (scale?.radii) return [[said("Size: {}, {} to {}", said(title), ...range)]];
    if (scale) return [[title], [range[0], scale.colors[0]], [range[1], scale.colors.at(-1)]];
    return [[title], ...entries.slice(0, 12).map((one) => [one.label ?? one.name, one.color])];
  });
}
// Calls `put` with the text, colour and height of each line, the last near the bottom.
export function placeLegend(lines, height, put) {
  lines.forEach(([text, color], i) => put(shownText(text, 26), color, height - 20 - 18 * (lines.length - 1 - i)));
}
function drawLegend(context, lines, height, theme) {
  context.textBaseline = "middle";
  placeLegend(lines, height, (text, color, y) => {
    if (color) {
      context.fillStyle = color;
      context.beginPath();
      context.arc(24, y, 5, 0, 2 * Math.PI);
      context.fill();
    }
    context.font = font(12, color ? 400 : 600);
    context.fillStyle = theme.text;
    context.fillText(text, color ? 36 : 18, y);
  });
}

export class Saver {
  constructor(app) { this.app = app; }
  get name() {
    return shownText(this.app.model.title).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "graph";
  }

  entries() {
    const { model, view } = this.app;
    const allowed = model.allows?.export ?? [];
    const entries = [said("Save what you see"),
      ["Picture (PNG)", () => this.png(), "S"]];
    if (allowed.includes("svg")) entries.push(["Drawing (SVG)", () => this.ask("svg")]);
    const files = allowed.filter((one) => one !== "svg" && one !== "png");
    if (files.length) entries.push(said("Save the graph"));
    for (const format of files) {
      const [text, hint] = FILE_FORMATS[format] ?? (format === "positions" ? ["Positions"]
        : [format.replace("graph:", "").toUpperCase()]);
      entries.push([text, () => this.ask(format), hint]);
    }
    return view.scene.nodes ? entries : [];
  }
  // Requests a file of the current view from the program.
  async ask(format) {
    const { actions, view } = this.app, { x, y, scale, width, height } = shot(view.camera);
    const file = await actions.ask("export", {
      format, width: Math.round(width), height: Math.round(height), "camera": { x, y, scale }, theme: view.theme.name,
    });
    if (file) this.download(file.bytes, file.type, file.name);
  }

  // Saves the uncovered area at twice its resolution, with the legend.
  async png() {
    const { view, model } = this.app;
    const { renderer, labels, painters } = view;
    if (!renderer) return;
    const ratio = 2, lines = legendLines(model);
    const camera = shot(view.camera, lines.length ? LEGEND_WIDTH : 0);
    const sheet = make("canvas", { width: Math.round(camera.width * ratio), height: Math.round(camera.height * ratio) });
    const context = sheet.getContext("2d");
    const faded = 1 - 0.9 * view.fade.now;
    renderer.draw(view.picture, camera, { ratio, faded, linkShare: view.showsLinks ? 1 : 0 });
    // The copy must be taken in the same task, before the canvas is cleared.
    context.drawImage(view.renderer.canvas, 0, 0);
    view.request();
    context.scale(ratio, ratio);
    context.save();
    // Labels and steps keep their positions on the screen.
    context.translate(camera.middleX - view.camera.middleX, camera.middleY - view.camera.middleY);
    // With groups:
    view.outlines.paint(context, view.camera, faded);
    // End of groups.
    for (const paint of painters) paint(context, 0);
    labels.write(context, view.picture, faded);
    context.restore();
    drawLegend(context, lines, camera.height, view.theme);
    const blob = await new Promise((done) => sheet.toBlob(done, "image/png"));
    this.download(blob, "image/png", `${this.name}.png`);
  }
  download(content, type, name) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const anchor = make("a", { href: address, download: name });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    this.app.status.say(said("Saved {}", name));
  }
}
