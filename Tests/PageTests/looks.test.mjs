// What stands in a file for the program's answers: looks by attributes, and links between nodes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { colored, FileLooks, sized, textOf } from "../../Sources/GraphView/Page/file-looks.js";
import { decode, NONE } from "../../Sources/GraphView/Page/protocol.js";
import { Scene } from "../../Sources/GraphView/Page/scene.js";
import { Standalone } from "../../Sources/GraphView/Page/standalone.js";
import { graph } from "./messages.mjs";

const PALETTE = { groups: ["#000001", "#000002"], other: "#0000ff", missing: "#0000ee", scale: ["#000000", "#646464", "#ffffff"], radii: [2, 10] };
const blue = (values) => [...values].filter((_, i) => i % 4 === 2);

test("groups: the most frequent first, of equal ones the one that comes first, the rest another colour", () => {
  const column = { categories: ["a", "b", "c", "d"], index: Uint32Array.of(0, 1, 1, 2, 2, 3, NONE) };
  const { values, legend } = colored({ title: "Kind", kind: "category" }, column, 7, PALETTE);
  assert.deepEqual(blue(values), [255, 1, 1, 2, 2, 255, 238]);
  assert.deepEqual(legend.entries, [{ label: "b", color: "#000001", count: 2 }, { label: "c", color: "#000002", count: 2 },
    { label: "others", color: "#0000ff", count: 2 },
    { label: "no value", color: "#0000ee", count: 1 }]);
});

test("values that are colours are the colours", () => {
  const column = { categories: ["#102030", "#405060", "#708090"], index: Uint32Array.of(0, 1, 2, NONE) };
  const { values, legend } = colored({ title: "Paint", kind: "text" }, column, 4, PALETTE);
  assert.deepEqual(blue(values), [0x30, 0x60, 0x90, 238]);
  assert.equal(legend, null);
});

test("numbers lie on the scale; all get its middle when they are equal", () => {
  const numbers = Float32Array.of(0, 5, 10, 2.5, NaN);
  const { values, legend } = colored({ title: "Size", kind: "number" }, { numbers }, 5, PALETTE);
  assert.deepEqual(blue(values), [0, 100, 255, 50, 238]);
  assert.deepEqual(legend.entries, [{ label: "no value", color: "#0000ee", count: 1 }]);
  assert.deepEqual([legend.scale.low, legend.scale.high], [0, 10]);
  const equal = colored({ title: "Size", kind: "number" }, { numbers: Float32Array.of(3, 3) }, 2, PALETTE);
  assert.deepEqual(blue(equal.values), [100, 100]);
});

test("numbers that are groups are groups", () => {
  const { legend } = colored({ title: "Year", kind: "category" }, { numbers: Float32Array.of(2, 1, 1, NaN) }, 4, PALETTE);
  assert.deepEqual(legend.entries.map((one) => one.label), ["1", "2", "no value"]);
});

test("radii go with the roots of numbers", () => {
  const { values } = sized({ title: "Size" }, { numbers: Float32Array.of(16, 4, 0, -1, NaN, 0.01) }, PALETTE);
  assert.deepEqual([...values], [10, 5, 2, 2, 2, 2]);
});

test("a choice of looks is told as the program would tell it, and taken back", () => {
  const said = [];
  const hello = {
    nodes: 2, attributes: [{ name: "kind", title: "Kind", of: "nodes", kind: "category" },
      { name: "kind", title: "Kind", of: "links", kind: "number" }],
    palette: PALETTE, looks: { color: "degree", size: null, labels: null }, legend: [{ of: "color", title: "Degree", entries: [] }],
  };
  const columns = new Map([["nodes kind", { categories: ["a", "b"], index: Uint32Array.of(1, NONE) }]]);
  const looks = new FileLooks(hello, columns, (kind, message) => said.push([kind, message]));
  looks.take({ kind: "graph", epoch: 1, rgba: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255), radius: Float32Array.of(3, 4) });
  looks.take({ kind: "labels", epoch: 1, nodes: Uint32Array.of(0), texts: ["first"] });
  assert.equal(looks.looks.color, null);
  looks.set({ color: "kind" });
  assert.equal(said[0][0], "looks");
  assert.deepEqual(blue(said[0][1].values), [1, 238]);
  assert.deepEqual(said[1][1].looks, { color: "kind", size: null, labels: null });
  assert.equal(said[1][1].legend[0].title, "Kind");
  looks.set({ color: null });
  assert.deepEqual(blue(said[2][1].values), [3, 6]);
  assert.equal(said[3][1].legend[0].title, "Degree");
  looks.set({ labels: "kind" });
  assert.deepEqual(said[4][1].texts, ["b", ""]);
});

test("values as text", () => {
  assert.equal(textOf({ numbers: Float32Array.of(1500) }, 0), "1,500");
  assert.equal(textOf({ numbers: Float32Array.of(NaN) }, 0), null);
  assert.equal(textOf({ categories: ["x"], index: Uint32Array.of(NONE) }, 0), null);
});

test("links between two nodes, parallel ones and loops", () => {
  const scene = new Scene();
  scene.setGraph(decode(graph(4, [0, 1, 1, 0, 0, 2, 3, 3])));
  assert.deepEqual([0, 1, 3].map((other) => scene.linksBetween(0, other)), [[], [0, 1], []]);
  assert.deepEqual(scene.linksBetween(2, 0), [2]);
  assert.deepEqual(new Set(scene.linksBetween(3, 3)), new Set([3]));
});

test("a file refuses what only a program can do, and movement where it has no simulation", async () => {
  const file = new Standalone();
  await assert.rejects(file.ask("add", {}), /needs the program/);
  await assert.rejects(file.ask("reheat", {}), /does not move here/);
  assert.equal(await file.tryTo("add", {}), null);
});
