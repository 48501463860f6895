// Text of files, as it is shown: on one line, without control characters and without what turns the
// direction of what follows.

const HIDDEN = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069\\ufff9-\\uffff]", "g");

export function shownText(text, limit = 60) {
  // Never looks at more of the text than can be shown.
  const line = String(text ?? "").slice(0, 4 * limit).replace(/\s+/g, " ").replace(HIDDEN, "");
  const letters = Array.from(line.trim());
  return letters.length > limit ? `${letters.slice(0, limit - 1).join("").trimEnd()}\u2026`
    : letters.join("");
}

// Numbers as people read them: three digits that matter, thousands apart.
export function shownNumber(value) {
  if (!Number.isFinite(value)) return "\u2013";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-4) return value.toExponential(2);
  const digits = Number.isInteger(value) ? 0 : Math.max(0, 2 - Math.floor(Math.log10(size)));
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
export function countOf(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
