// The table of texts and the modules agree.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { GERMAN } from "../../Sources/GraphView/Page/german.js";
import { countOf } from "../../Sources/GraphView/Page/text.js";
import { said } from "../../Sources/GraphView/Page/texts.js";

const FOLDER = new URL("../../Sources/GraphView/Page/", import.meta.url);
const SOURCES = readdirSync(FOLDER).filter((name) => name.endsWith(".js") && name !== "german.js")
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8")).join("\n").replaceAll("\\u2026", "…")
  .replaceAll("\\u2190 \\u2191 \\u2192 \\u2193", "← ↑ → ↓");
// The titles of forces and their parameters, as scripts/update-forces writes them.
const TITLES = [...readFileSync(new URL("../../docs/api/forces.md", import.meta.url), "utf8")
  .matchAll(/^## \w+: (.+)$|^\| `\w+` \| ([^|]+) \|/gm)].map((row) => row[1] ?? row[2]);
// A force along one axis has a title of its own.
const AXES = ["Towards x", "Towards y", "Towards z"];
// What programs say and the page translates: measures, forces, layouts and their parameters.
const OF_PROGRAMS = new Set(["Degree", "Community", "Component", "K-core", "Pagerank", "Betweenness", "Closeness", "Clustering",
  ...TITLES, ...AXES, "Force-directed", "Circle"]);

test("each text is in the table once, with as many places for values in both languages", () => {
  const keys = GERMAN.map(([english]) => english);
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), []);
  for (const [english, german] of GERMAN) {
    assert.ok(german, english);
    assert.equal(german.split("{}").length, english.split("{}").length, english);
  }
});

test("the table has no text that no module has", () => {
  const plural = (key) => ["nodes", "links", "neighbours"].includes(key);
  const idle = GERMAN.map(([english]) => english).filter((key) => !OF_PROGRAMS.has(key) && !plural(key) &&
    key !== "Remove" && !SOURCES.includes(`"${key}"`));
  assert.deepEqual(idle, []);
});

test("forces and their parameters are in the table", () => {
  assert.ok(TITLES.length > 60 && TITLES.includes("Collisions") && TITLES.includes("Stiffness"), `${TITLES}`);
  const table = new Map(GERMAN);
  assert.deepEqual([...TITLES, ...AXES].filter((title) => !table.has(title)), []);
});

test("what modules say is in the table", () => {
  const table = new Map(GERMAN), found = [...SOURCES.matchAll(/\bsaid\((?:\w+ \? )?"([^"]+)"/g)].map((one) => one[1]);
  assert.ok(found.length > 40, `${found.length}`);
  assert.deepEqual([...new Set(found.filter((text) => !table.has(text)))], []);
});

test("without a table texts are English, and values stand in their places", () => {
  assert.equal(said("{} of {}", 3, 4), "3 of 4");
  assert.equal(said("a name with {}"), "a name with {}");
  assert.equal(said("{} selected", "$& {}"), "$& {} selected");
  assert.equal(countOf(1, "node"), "1 node");
  assert.equal(countOf(1234, "link"), "1,234 links");
});
