import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, NONE } from "../../Sources/GraphView/Page/protocol.js";
import { Scene } from "../../Sources/GraphView/Page/scene.js";
import { graph, positions, Writer } from "./messages.mjs";

function scene(nodes = 3, ends = [0, 1, 1, 2]) {
  const made = new Scene();
  made.setGraph(decode(graph(nodes, ends)));
  return made;
}
const frame = (values, options) => decode(positions(values, options));

test("neighbours and degrees, with loops and parallel links", () => {
  const s = scene(4, [0, 1, 1, 0, 1, 2, 3, 3]);
  assert.deepEqual(s.neighbours(1).sort(), [0, 2]);
  assert.deepEqual(s.neighbours(3), []);
  assert.equal(s.degree(1), 3);
  assert.equal(s.degree(3), 2);
});

test("nodes that stay keep place, label and hold over a change of the graph", () => {
  const s = scene();
  s.setPositions(frame([0, 0, 10, 10, 20, 20]), 0);
  s.setLabels(decode(new Writer(4, { count: 1 }).u32(2).texts(["two"]).buffer));
  s.held.set(2, [5, 5]);
  s.held.set(0, [1, 1]);
  s.mix(0);
  const newOf = s.setGraph(decode(graph(2, [0, 1], { previous: [2, NONE], epoch: 2 })));
  assert.deepEqual([...newOf], [-1, -1, 0]);
  assert.deepEqual(s.place(0), [5, 5]);
  assert.ok(!s.isPlaced(1));
  assert.equal(s.label(0), "two");
  assert.deepEqual([...s.held], [[0, [5, 5]]]);
});

test("frames of another epoch, count or dimension are refused", () => {
  const s = scene();
  assert.equal(s.setPositions(frame([0, 0, 1, 1, 2, 2], { epoch: 9 }), 0), false);
  assert.equal(s.setPositions(frame([0, 0]), 0), false);
  assert.equal(s.setPositions(frame([0, 0, 0, 1, 1, 1, 2, 2, 2], { dimensions: 3 }), 0), false);
  assert.equal(s.setPositions(frame([0, 0, 1, 1, 2, 2]), 0), true);
});

test("slow frames glide, quick ones and the first do not", () => {
  const s = scene(1, []);
  s.setPositions(frame([0, 0]), 1000);
  assert.deepEqual(s.place(0), [0, 0]);
  s.setPositions(frame([100, 0]), 1100);
  assert.deepEqual(s.place(0), [0, 0]);
  assert.equal(s.mix(1150), true);
  assert.deepEqual(s.place(0), [50, 0]);
  assert.equal(s.mix(1200), false);
  assert.deepEqual(s.place(0), [100, 0]);
  s.setPositions(frame([5, 0]), 1300);
  s.setPositions(frame([7, 0]), 1316);
  assert.deepEqual(s.place(0), [7, 0]);
  s.setPositions(frame([9, 0]), 1400, false);
  assert.deepEqual(s.place(0), [9, 0]);
});

test("a held node is where the hand is, whatever frames say", () => {
  const s = scene(2, [0, 1]);
  s.held.set(1, [42, 43]);
  s.setPositions(frame([0, 0, 1, 1]), 0);
  assert.deepEqual(s.place(1), [42, 43]);
});

test("looks change a part of a column, of this graph only", () => {
  const s = scene();
  const looks = (epoch, first) =>
    decode(new Writer(3, { flags: 1, count: 2, epoch }).u32(first).f32(8, 9).buffer);
  assert.equal(s.setLooks(looks(1, 1)), true);
  assert.deepEqual([...s.radius], [5, 8, 9]);
  assert.equal(s.setLooks(looks(2, 0)), false);
  assert.equal(s.setLooks(looks(1, 2)), false);
});

test("the node under a point is the nearest that is shown and within reach", () => {
  const s = scene();
  s.setPositions(frame([0, 0, 10, 0, 12, 0]), 0);
  const at = (x, y, isShown = () => true) => s.nodeAt(x, y, 1, () => 2, isShown);
  assert.equal(at(10.9, 0), 1);
  assert.equal(at(11.1, 0), 2);
  assert.equal(at(11.1, 0, (node) => node !== 2), 1);
  assert.equal(at(0, 2.9), 0);
  assert.equal(at(0, 3.1), -1);
});

test("pins are whole lists", () => {
  const s = scene();
  s.setPins([0, 2, 99]);
  assert.deepEqual([0, 1, 2].map((node) => s.isPinned(node)), [true, false, true]);
  s.setPins([1]);
  assert.deepEqual([0, 1, 2].map((node) => s.isPinned(node)), [false, true, false]);
});
