// Short messages: a line that goes away, a banner that stays, and what screen readers say.

import { button, make } from "./dom.js";
import { countOf, shownText } from "./text.js";

export class Status {
  constructor(app) {
    this.app = app;
    this.line = make("div", { class: "toast card", hidden: true });
    this.banner = make("div", { class: "banner card", hidden: true, role: "status" });
    this.live = make("div", { class: "unseen", "aria-live": "polite", id: "live" });
    this.chip = make("div", { class: "chip card", hidden: true });
    app.view.on("filter graph", () => this.showFilter());
  }
  nameOf(node) { return shownText(this.app.view.scene.label(node), 40) || `node ${node + 1}`; }

  say(text, isError = false) {
    clearTimeout(this.timer);
    this.line.textContent = shownText(text, 200);
    this.line.classList.toggle("error", isError);
    this.line.hidden = false;
    this.tell(text);
    this.timer = setTimeout(() => { this.line.hidden = true; }, isError ? 6000 : 3000);
  }
  // For screen readers alone.
  tell(text) { this.live.textContent = shownText(text, 300); }

  stay(text, label = null, press = null) {
    this.banner.replaceChildren(make("span", { text }));
    if (label) this.banner.append(button({ text: label, press }));
    this.banner.hidden = false;
  }
  clear() { this.banner.hidden = true; }

  showFilter() {
    const { filters, view } = this.app;
    this.chip.hidden = !filters?.isOn;
    if (this.chip.hidden) return;
    const shown = view.picture.order.length;
    this.chip.replaceChildren(
      make("span", { text: `${shown.toLocaleString("en")} of ${countOf(view.scene.nodes, "node")} shown` }),
      button({ text: "Show all", press: () => filters.clear() }));
  }
}
