// Saving: pictures made here, files made by the program; the browser asks where to.

import { make } from "./dom.js";
import { font } from "./labels.js";
import { shownText } from "./text.js";

const FILE_FORMATS = { html: ["Web page (HTML)", "opens anywhere, without this program"] };

export class Saver {
  constructor(app) { this.app = app; }
  get name() {
    return shownText(this.app.model.title, 60).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "graph";
  }

  entries() {
    const { model, view } = this.app;
    const allowed = model.allows?.export ?? [];
    const entries = ["Save what you see",
      ["Picture (PNG)", () => this.png(), "S"]];
    if (this.app.drawSVG || allowed.includes("svg")) entries.push(["Drawing (SVG)", () => this.svg()]);
    const files = allowed.filter((one) => one !== "svg" && one !== "png");
    if (files.length || model.standalone) entries.push("Save the graph");
    if (model.standalone) entries.push(["Positions (CSV)", () => this.positions()]);
    for (const format of files) {
      const [text, hint] = FILE_FORMATS[format] ?? (format === "positions" ? ["Positions"]
        : [format.replace("graph:", "").toUpperCase()]);
      entries.push([text, () => this.ask(format), hint]);
    }
    return view.scene.nodes ? entries : [];
  }
  // A file that the program makes, of what is seen.
  async ask(format) {
    const { actions, view } = this.app;
    const { camera } = view;
    // Its pictures have no panels: the point in their middle.
    const [x, y] = camera.toPlane(camera.width / 2, camera.height / 2);
    const file = await actions.ask("export", {
      format, width: Math.round(camera.width), height: Math.round(camera.height),
      camera: { x, y, scale: camera.scale }, theme: view.theme.name,
    });
    if (file) this.download(file.bytes, file.type, file.name);
  }

  // What is on the screen, at twice its size, with legend.
  async png() {
    const { view } = this.app;
    const { renderer, camera, labels, painters } = view;
    if (!renderer) return;
    const ratio = 2;
    const sheet = make("canvas", { width: camera.width * ratio, height: camera.height * ratio });
    const context = sheet.getContext("2d");
    const faded = 1 - 0.9 * view.fade.now;
    renderer.draw(view.picture, camera, { ratio, faded, linkShare: view.showsLinks ? 1 : 0 });
    // In the same turn, as the picture is gone after it.
    context.drawImage(view.renderer.canvas, 0, 0);
    view.request();
    context.scale(ratio, ratio);
    labels.write(context, view.picture, faded);
    for (const paint of painters) paint(context, 0);
    this.drawLegend(context);
    const blob = await new Promise((done) => sheet.toBlob(done, "image/png"));
    this.download(blob, "image/png", `${this.name}.png`);
  }
  drawLegend(context) {
    const { model, view } = this.app;
    const { camera, theme } = view;
    const lines = (model.legend ?? []).flatMap(({ title, entries = [] }) => entries.length
      ? [[title], ...entries.slice(0, 12).map((one) => [one.label ?? one.name, one.color])] : []);
    lines.forEach(([text, color], i) => {
      const y = camera.height - 20 - 18 * (lines.length - 1 - i);
      if (color) {
        context.fillStyle = color;
        context.beginPath();
        context.arc(24, y, 5, 0, 2 * Math.PI);
        context.fill();
      }
      context.font = font(12, color ? 400 : 600);
      context.fillStyle = theme.text;
      context.textBaseline = "middle";
      context.fillText(shownText(text, 40), color ? 36 : 18, y);
    });
  }
  svg() {
    const { model, drawSVG } = this.app;
    if (!drawSVG) return this.ask("svg");
    return this.download(drawSVG(this.app.view, shownText(model.title, 200)), "image/svg+xml", `${this.name}.svg`);
  }
  positions() {
    const { view } = this.app;
    const axes = ["x", "y", "z"].slice(0, view.scene.dimensions);
    const rows = [["id", ...axes].join(",")];
    for (let node = 0; node < view.scene.nodes; node++) {
      const name = String(view.scene.label(node) || node);
      rows.push([`"${name.replaceAll('"', '""')}"`, ...view.scene.place(node)].join(","));
    }
    this.download(`${rows.join("\n")}\n`, "text/csv", `${this.name}.csv`);
  }
  download(content, type, name) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const anchor = make("a", { href: address, download: name });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    this.app.status.say(`Saved ${name}`);
  }
}
