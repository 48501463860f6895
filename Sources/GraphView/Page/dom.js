// Elements of the page. They are created without markup in strings, so that text from files can
// never become markup.

import { clock } from "./numbers.js";
import { said } from "./texts.js";

// Creates an element, by tag and classes: "button.entry", or ".card" for a div. Objects among
// `parts` have attributes and listeners; `label` is the accessible name, translated like other
// texts. Other parts become children.
const SAID = new Set(["label", "title", "placeholder"]);
export function make(kind, ...parts) {
  const [tag, ...classes] = kind.split("."), element = document.createElement(tag || "div");
  if (classes[0]) element.className = classes.join(" ");
  if (tag === "button") element.type = tag;
  for (const part of parts.flat()) {
    if (part === null || part === undefined) continue;
    if (part.constructor !== Object) element.append(part);
    else {
      for (const [name, value] of Object.entries(part)) {
        if (typeof value === "function") element.addEventListener(name, value);
        else if (value !== undefined && value !== null && value !== false) {
          element.setAttribute(name === "label" ? "aria-label" : name, value === true ? "" : SAID.has(name) ? said(value) : value);
        }
      }
    }
  }
  return element;
}

const ICONS = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20",
  pause: "M8.5 5v14M15.5 5v14",
  play: "M7 4.5v15l12-7.5z",
  next: "M6 5v14l9-7zM18.5 5v14",
  // With steps:
  previous: "M18 5v14l-9-7zM5.5 5v14",
  first: "M19 5v14l-8-7zM11 5v14l-8-7z",
  last: "M5 5v14l8-7zM13 5v14l8-7z",
  // End of steps.
  reheat: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4.2h-4.2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  move: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  rectangle: "M4 6h16v12H4z",
  lasso: "M12 5c5 0 8 2 8 5s-3 5-8 5-8-2-8-5 3-5 8-5zM7 14c-2 3 2 4 0 7",
  save: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  panel: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5",
  close: "M6 6l12 12M18 6 6 18",
  pin: "M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v6",
  eye: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  target: "M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM12 2v5M12 17v5M2 12h5M17 12h5",
  hide: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 4l16 16",
};

export function icon(name) {
  const one = (tag, key, value) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    element.setAttribute(key, value);
    return element;
  };
  const svg = one("svg", "viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", true);
  svg.append(one("path", "d", ICONS[name]));
  return svg;
}

// Creates a button with an icon, a text, or both. `name` is the accessible name if there is no
// text.
/** @param {{ icon?: string, text?: string, name?: string, hint?: string, press?: Function, kind?: string, [attribute: string]: any }} what */
export function button({ icon: image, text, name, hint, press, kind = "button", ...more }) {
  return make(kind, { title: hint ?? name, label: text ? undefined : name, click: press, ...more },
    image ? icon(image) : null, text ? make("span", said(text)) : null);
}

export function setPressed(element, isPressed) {
  element.setAttribute("aria-pressed", String(isPressed));
}

// Creates a select element from [value, text] pairs.
export function choice(options, value, change, name) {
  const select = make("select", { label: name, change: () => change(select.value) },
    options.map(([one, text]) => make("option", { value: one }, text)));
  select.value = value;
  return select;
}

// Returns the options of a choice of speeds.
export function speeds(...factors) { return factors.map((one) => [one, `${one}\u00d7`]); }

// Creates a labelled checkbox.
export function tick(text, isOn, change) {
  const box = make("input", { type: "checkbox", change: () => change(box.checked) });
  box.checked = isOn;
  return make("label.tick", box, make("span", said(text)));
}

// Creates a slider with its value next to its name; `shown` formats the value.
/**
 * @param {string} text
 * @param {{ low: number, high: number, value: number, step?: number | string, name?: string }} range
 * @param {(value: any) => string} shown
 * @param {(value: number) => void} change
 */
export function slider(text, { low, high, value, step = "any", name = text }, shown, change) {
  const output = make("output", shown(value));
  const input = make("input", { type: "range", min: low, max: high, step, label: name, input: () => {
    const number = Number(input.value);
    output.textContent = shown(number);
    change(number);
  } });
  input.value = value;
  const set = (number) => {
    if (document.activeElement === input) return;
    input.value = number;
    output.textContent = shown(number);
  };
  return { element: make("label.slider", make("span", said(text)), output, input), input, set };
}

// Returns the parts of a name, which may break where one begins.
export function breakable(name) { return name.split(/(?<=[._/-])/).flatMap((part) => [part, make("wbr")]); }

export function row(text, control) {
  return make("label.row", make("span", said(text)), control);
}

// Limits calls to one per interval; the last call is never dropped.
export function seldom(milliseconds, call) {
  let timer = null, latest = null, at = -Infinity;
  return (...values) => {
    latest = values;
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      at = clock();
      call(...latest);
    }, Math.max(0, milliseconds - (clock() - at)));
  };
}
