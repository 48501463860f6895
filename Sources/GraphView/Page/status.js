// Short messages: a transient line, a permanent banner, and texts for screen readers.

import { button, make } from "./dom.js";
import { countOf, grouped, shownText } from "./text.js";
import { said } from "./texts.js";

export class Status {
  constructor(app) {
    this.app = app;
    this.line = make(".toast.card", { hidden: true });
    this.banner = make(".banner.card", { hidden: true, role: "status" });
    this.live = make(".unseen", { "aria-live": "polite", id: "live" });
    this.chip = make(".chip.card", { hidden: true });
    app.view.on("filter graph", () => this.showFilter());
  }
  // Returns the label of a node, or its id if known, cut to a number of characters.
  nameOf(node, limit) {
    const { scene } = this.app.view;
    return shownText(scene.label(node) || scene.ids[node], limit) || "\u2026";
  }

  say(text, isError = false) {
    clearTimeout(this.timer);
    this.line.textContent = shownText(said(text), 200);
    this.line.classList.toggle("error", isError);
    this.line.hidden = false;
    this.tell(text);
    this.timer = setTimeout(() => { this.line.hidden = true; }, isError ? 6000 : 3000);
  }
  // Announces a text to screen readers only.
  tell(text) { this.live.textContent = shownText(said(text), 300); }

  stay(text, label = null, press = null) {
    this.banner.replaceChildren(make("span", said(text)));
    if (label) this.banner.append(button({ text: label, press }));
    this.clear(false);
  }
  clear(isHidden = true) {
    this.banner.hidden = isHidden;
    this.app.view.emit("panel");
  }

  showFilter() {
    const { filters, view } = this.app;
    this.chip.hidden = !filters?.isOn;
    if (this.chip.hidden) return;
    const shown = view.picture.order.length;
    this.chip.replaceChildren(
      make("span", said("{} of {} shown", grouped(shown), countOf(view.scene.nodes, "node"))),
      button({ text: "Show all", press: () => filters.clear() }));
  }
}
