// The legend of colours and sizes. A click on an entry keeps its nodes and fades the others.

import { breakable, make, seldom, setPressed } from "./dom.js";
import { clamp } from "./numbers.js";
import { said } from "./texts.js";
import { bytesOf, hexOf, legibleHex, wordOf } from "./theme.js";
import { capital, grouped, shownNumber, shownText } from "./text.js";

export function legend({ view, model }) {
  const element = make(".legend.card", { role: "group", label: "Legend" });
  let chosen = null;

  const choose = (key, color) => {
    chosen = chosen === key ? null : key;
    for (const one of element.querySelectorAll("[aria-pressed]")) setPressed(one, one.dataset.key === chosen);
    if (chosen === null) return view.claim("legend", null);
    const word = wordOf(bytesOf(color));
    const words = new Uint32Array(view.picture.colors.buffer);
    view.claim("legend", [...words.keys()].filter((node) => words[node] === word));
  };
  const entry = ({ label, count }, key, color) => make("button.entry", {
    "aria-pressed": "false", "data-key": key, title: label, click: () => choose(key, color),
  }, swatch(color), make("span.name", shownText(label, 24)),
  make("span.count", count === undefined ? "" : grouped(count)));

  const show = () => {
    nameCommunities({ view, model });
    const parts = [];
    chosen = null;
    view.claim("legend", null);
    for (const { of, title, entries = [], scale } of model.legend ?? []) {
      const states = of === "steps";
      const what = states ? "" : said(of === "size" ? "Size: " : "Color: ");
      const part = make(".part", make(".head", what + said(model.measures?.includes(title) ? capital(title) : shownText(title, 30))));
      entries.slice(0, 16).forEach((one, i) => part.append(states ? make(".entry",
        swatch(view.theme.name === "dark" && one.dark || one.color), make("span", shownText(one.name, 20)))
        : entry(one, `${of} ${i}`, legibleHex(one.color, view.theme))));
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
  // Names arrive after the first legend.
  view.on("theme first", show);
  view.on("looks", seldom(200, () => chosen ?? show()));
  return element;
}

// Names communities that have only a number after their node of highest degree.
export function nameCommunities({ view: { scene, picture }, model: { legend = [] } }) {
  const words = new Uint32Array(picture.colors.buffer), hubs = new Map();
  words.forEach((word, node) => {
    if (scene.label(node) && !(scene.degree(node) <= scene.degree(hubs.get(word) ?? scene.nodes))) hubs.set(word, node);
  });
  // A file has the legend of the measure, and not the measure.
  for (const { title, entries = [] } of legend) for (const one of entries) {
    const hub = hubs.get(wordOf(bytesOf(legibleHex(one.color, picture.theme))));
    if (title === "community" && hub !== undefined && /^\d+$/.test(one.label)) one.label = scene.label(hub);
  }
}

// Returns the meaning of a node's colour, for the card at the pointer.
export function meaningOf({ model, view }, node) {
  const color = hexOf(view.picture.colors, node);
  for (const { of, title, entries = [] } of model.legend ?? []) {
    const found = of === "color" && entries.find((one) => legibleHex(one.color, view.theme) === color);
    // A bare number or name needs the title of the legend.
    if (found) return title === "community" || /^[\d.]+$/.test(found.label) ? `${said(capital(title))} ${found.label}` : found.label;
  }
  return "";
}

// Returns a node as a list entry: its colour and its name, in which what was searched for is bold.
export function nodeLine({ view, status }, node, wanted = "") {
  const name = status.nameOf(node), at = name.toLowerCase().indexOf(wanted.toLowerCase()), end = at + wanted.length;
  return [swatch(hexOf(view.picture.colors, node)), make("span.name", ...at < 0 ? breakable(name)
    : [...breakable(name.slice(0, at)), make("b", name.slice(at, end)), ...breakable(name.slice(end))])];
}
export function swatch(color) {
  const element = make("span.swatch");
  element.style.background = color;
  return element;
}
function gradient({ low, middle, high, colors }) {
  const strip = make(".strip");
  strip.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
  return make("div", strip, make(".ends",
    [low, middle, high].filter(Number.isFinite).map((number) => make("span", shownNumber(number)))));
}
function discs({ low, high, radii }) {
  const disc = (radius) => {
    const element = make("span.disc");
    element.style.width = element.style.height = `${clamp(2 * radius, 3, 24)}px`;
    return element;
  };
  return make(".discs", make("span", shownNumber(low)), disc(radii[0]),
    disc((radii[0] + radii[1]) / 2), disc(radii[1]), make("span", shownNumber(high)));
}
