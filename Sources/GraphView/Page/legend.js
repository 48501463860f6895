// What colours and sizes mean. A click on an entry leaves its nodes and fades the others.

import { make, setPressed } from "./dom.js";
import { bytesOf, hexOf } from "./theme.js";
import { shownNumber, shownText } from "./text.js";

export function legend({ view, model }) {
  const element = make("div", { class: "legend card", role: "group", "aria-label": "Legend" });
  let chosen = null;

  const choose = (key, color) => {
    chosen = chosen === key ? null : key;
    for (const one of element.querySelectorAll("[aria-pressed]")) setPressed(one, one.dataset.key === chosen);
    if (chosen === null) return view.emphasise(null);
    const word = new Uint32Array(Uint8Array.from(bytesOf(color)).buffer)[0];
    const words = new Uint32Array(view.picture.colors.buffer);
    view.emphasise([...words.keys()].filter((node) => words[node] === word));
  };
  const entry = ({ label, color, count }, key) => make("button", {
    type: "button", class: "entry", "aria-pressed": "false", "data-key": key,
    title: "Fade the others", on: { click: () => choose(key, color) },
  }, swatch(color), make("span", { class: "name", text: shownText(label, 28) }),
  make("span", { class: "count", text: count?.toLocaleString("en") ?? "" }));

  const show = () => {
    const parts = [];
    chosen = null;
    for (const { of, title, entries = [], scale } of model.legend ?? []) {
      const states = of === "steps";
      const part = make("div", { class: "part" }, make("div", { class: "head", text:
        `${states ? "" : of === "size" ? "Size: " : "Color: "}${shownText(title, 30)}` }));
      entries.slice(0, 12).forEach((one, i) => part.append(states ? make("div", { class: "entry" },
        swatch(view.theme.name === "dark" && one.dark || one.color), make("span", { text: shownText(one.name, 28) }))
        : entry(one, `${of} ${i}`)));
      if (scale?.colors) part.append(gradient(scale));
      if (scale?.radii) part.append(discs(scale));
      parts.push(part);
    }
    element.replaceChildren(...parts);
    element.hidden = !parts.length;
  };
  model.on("state", (state) => {
    if (state.legend || state.steps) show();
  });
  view.on("theme", show);
  return { element, isChosen: () => chosen !== null };
}

// What a node's colour means, for those who point at it.
export function meaningOf({ model, view }, node) {
  const color = hexOf(view.picture.colors, node);
  for (const { of, title, entries = [] } of model.legend ?? []) {
    const found = of === "color" && entries.find((one) => one.color.toLowerCase() === color);
    // A number alone says nothing.
    if (found) return /^[\d.]+$/.test(found.label) ? `${title} ${found.label}` : found.label;
  }
  return "";
}

// A node as a line of a list: its colour and its name.
export function nodeLine({ view, status }, node) {
  return [swatch(hexOf(view.picture.colors, node)), make("span", { class: "name", text: status.nameOf(node) })];
}
export function swatch(color) {
  const element = make("span", { class: "swatch" });
  element.style.background = color;
  return element;
}
function gradient({ low, high, colors }) {
  const strip = make("div", { class: "strip" });
  strip.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
  return make("div", {}, strip, make("div", { class: "ends" },
    make("span", { text: shownNumber(low) }), make("span", { text: shownNumber(high) })));
}
function discs({ low, high, radii }) {
  const disc = (radius) => {
    const element = make("span", { class: "disc" });
    element.style.width = element.style.height = `${Math.min(Math.max(2 * radius, 3), 24)}px`;
    return element;
  };
  return make("div", { class: "discs" }, make("span", { text: shownNumber(low) }), disc(radii[0]),
    disc((radii[0] + radii[1]) / 2), disc(radii[1]), make("span", { text: shownNumber(high) }));
}
