// Text from files prepared for display: on one line, without control characters or directional
// formatting characters.

import { LANGUAGE, said } from "./texts.js";

const HIDDEN = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufff9-\uffff]/g;

// What most of the long names begin with, up to a separator; it is left out where a name is cut.
let shared = "";
export function learnNames(names) {
  const long = names.filter((name) => name?.length > 40).sort(), count = long.length;
  if (count < 4) return shared = "";
  const first = long[count >> 2], last = long[3 * count >> 2], end = [...first].findIndex((letter, i) => letter !== last[i]);
  return shared = /.*[\s./_:-]|/.exec(first.slice(0, Math.max(end, 0)))[0];
}

export function shownText(text, limit = 200) {
  let line = String(text ?? "");
  if (line.length > limit && shared && line.startsWith(shared)) line = "\u2026" + line.slice(shared.length);
  // The text is cut first, so that a huge one costs no time.
  if (line.length > 999) line = line.slice(0, 400) + line.slice(-400);
  const letters = [...line.replace(/\s+/g, " ").replace(HIDDEN, "").trim()];
  // The end stays as well, which tells names apart that begin alike.
  if (letters.length > limit) letters.splice(limit / 2, letters.length - limit + 1, "\u2026");
  return letters.join("");
}

// Formats a number with three significant digits and thousands separators.
export function shownNumber(value) {
  if (!Number.isFinite(value)) return "\u2013";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-4) return value.toExponential(2);
  const digits = Number.isInteger(value) ? 0 : Math.max(0, 2 - Math.floor(Math.log10(size)));
  return value.toLocaleString(LANGUAGE, { maximumFractionDigits: digits });
}
export function capital(text) { return text[0].toUpperCase() + text.slice(1); }
export function grouped(count) { return count.toLocaleString(LANGUAGE); }
export function countOf(count, one) { return `${grouped(count)} ${said(count === 1 ? one : `${one}s`)}`; }
