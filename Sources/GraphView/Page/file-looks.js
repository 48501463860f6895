// Colours, sizes and labels by the attributes of a standalone file, with the palette of its hello
// message; equal to those of the program.

import { rangeOf } from "./numbers.js";
import { COLUMNS, NONE } from "./protocol.js";
import { shownNumber } from "./text.js";
import { bytesOf } from "./theme.js";

// Returns the value of a column as text; null if it is missing.
export function textOf({ index, categories, numbers }, row) {
  if (index) return index[row] === NONE ? null : categories[index[row]];
  return Number.isNaN(numbers[row]) ? null : shownNumber(numbers[row]);
}

// Returns the groups of a column, the most frequent first, each with text and rows; and the rows
// without a value.
function groupsOf(column, count) {
  const groups = new Map(), rest = [];
  for (let row = 0; row < count; row++) {
    const text = textOf(column, row);
    if (text === null) rest.push(row);
    else if (groups.has(text)) groups.get(text).push(row);
    else groups.set(text, [row]);
  }
  return { groups: [...groups].sort((a, b) => b[1].length - a[1].length), rest };
}

// Returns the colours of nodes, and their legend.
export function colored({ title, kind }, column, count, palette) {
  const values = new Uint8Array(4 * count);
  const paint = (row, color) => values.set(bytesOf(color), 4 * row);
  const withoutValue = (rows) => {
    for (const row of rows) paint(row, palette.missing);
    return rows.length ? [{ label: "no value", color: palette.missing, count: rows.length }] : [];
  };
  if (kind === "number" && column.numbers) {
    const [low, high] = rangeOf(column.numbers) ?? [0, 0], colors = palette.scale, last = colors.length - 1;
    const missing = [];
    column.numbers.forEach((number, row) => {
      if (!Number.isFinite(number)) return missing.push(row);
      const at = high > low ? (number - low) / (high - low) * last : last / 2;
      const begin = Math.min(Math.floor(at), last - 1), a = bytesOf(colors[begin]), b = bytesOf(colors[begin + 1]);
      values.set(a.map((byte, i) => Math.round(byte + (b[i] - byte) * (at - begin))), 4 * row);
    });
    return { values, legend: { of: "color", title, entries: withoutValue(missing), scale: { low, high, colors } } };
  }
  const { groups, rest } = groupsOf(column, count);
  const isColors = groups.length > 0 && groups.every(([text]) => /^#[\da-f]{6}$/i.test(text));
  const most = palette.groups.length;
  const entries = groups.slice(0, most).map(([label, rows], i) => {
    const color = isColors ? label : palette.groups[i];
    for (const row of rows) paint(row, color);
    return { label, color, count: rows.length };
  });
  const others = groups.slice(most).flatMap(([text, rows]) => {
    if (!isColors) return rows;
    for (const row of rows) paint(row, text);
    return [];
  });
  for (const row of others) paint(row, palette.other);
  if (others.length) entries.push({ label: "others", color: palette.other, count: others.length });
  entries.push(...withoutValue(rest));
  return { values, legend: isColors ? null : { of: "color", title, entries } };
}

// Returns radii of nodes proportional to the square roots of numbers, and their legend.
export function sized({ title }, { numbers }, { radii: [least, most] }) {
  const [low, high] = rangeOf(numbers) ?? [0, 0];
  const values = Float32Array.from(numbers, (one) =>
    (one > 0 ? Math.max(most * Math.sqrt(one / high), least) : least));
  return { values, legend: { of: "size", title, scale: { low, high, radii: [least, most] } } };
}

// Replaces the program's responses to "look" in a standalone file.
export class FileLooks {
  // `say` receives messages as the program would send them; `given` is the original graph with its
  // labels.
  constructor(hello, columns, say) {
    Object.assign(this, { hello, columns, say, given: {}, looks: { color: null, size: null, labels: null } });
    for (const key of ["color", "size", "labels"]) {
      const name = hello.looks?.[key];
      if (columns.has(`nodes ${name}`)) this.looks[key] = name;
    }
    this.legend = hello.legend ?? [];
  }
  take(message) { this.given[message.areIds ? "ids" : message.kind] = message; }

  set(wanted) {
    const { hello, given, looks } = this;
    for (const key of Object.keys(looks)) {
      const name = wanted[key];
      if (name === undefined) continue;
      const column = name && this.columns.get(`nodes ${name}`);
      const attribute = hello.attributes.find((one) => one.name === name && one.of === "nodes");
      const isId = key === "labels" && name === "id";
      looks[key] = column || isId ? name : null;
      if (key === "labels") {
        this.say("labels", isId && given.ids ? { ...given.ids, areIds: false } : !column ? given.labels : {
          ...given.labels, nodes: Uint32Array.from(given.graph.radius.keys()),
          texts: Array.from(given.graph.radius, (_, node) => textOf(column, node) ?? ""),
        });
        continue;
      }
      const isColor = key === "color";
      const made = !column ? { values: given.graph[isColor ? "rgba" : "radius"],
        legend: (hello.legend ?? []).find((one) => one.of === key) }
        : isColor ? colored(attribute, column, hello.nodes, hello.palette) : sized(attribute, column, hello.palette);
      this.legend = this.legend.filter((one) => one.of !== key);
      if (made.legend) this.legend = isColor ? [made.legend, ...this.legend] : [...this.legend, made.legend];
      this.say("looks", {
        kind: "looks", column: COLUMNS[isColor ? 0 : 1], first: 0, values: made.values,
        epoch: given.graph.epoch, count: hello.nodes,
      });
    }
    this.say("state", { looks: { ...looks }, legend: this.legend });
  }
}
