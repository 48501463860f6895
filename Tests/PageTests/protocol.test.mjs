import assert from "node:assert/strict";
import { test } from "node:test";
import { ackMessage, decode, holdMessage, NONE, releaseMessage }
  from "../../Sources/GraphView/Page/protocol.js";
import { Scene } from "../../Sources/GraphView/Page/scene.js";
import { records } from "../../Sources/GraphView/Page/standalone.js";
import { graph, positions, Writer } from "./messages.mjs";

test("a graph keeps ends, looks and previous indices apart", () => {
  const m = decode(graph(3, [0, 1, 1, 2], { previous: [NONE, 0, 1], epoch: 4 }));
  assert.equal(m.kind, "graph");
  assert.equal(m.epoch, 4);
  assert.deepEqual([...m.previous], [NONE, 0, 1]);
  assert.deepEqual([...m.ends], [0, 1, 1, 2]);
  assert.deepEqual([...m.radius], [5, 5, 5]);
  assert.equal(m.rgba.length, 12);
  assert.deepEqual([...m.linkWidth], [8, 8]);
  assert.deepEqual([...m.linkFlags], [12, 12]);
});

test("every shorter message is an error and no garbage", () => {
  const whole = graph(5, [0, 1, 1, 2, 3, 4]);
  for (let length = 0; length < whole.byteLength - 4; length++) {
    assert.throws(() => decode(whole.slice(0, length)), RangeError);
  }
  assert.equal(decode(whole).nodes, 5);
});

test("a link to a node that is not there is refused", () => {
  assert.throws(() => decode(graph(2, [0, 2])), /not there/);
});

test("kinds nobody knows are refused", () => {
  assert.throws(() => decode(new Writer(9).buffer), /kind 9/);
});

test("16 bits are unpacked between low and high of their axis", () => {
  const m = decode(new Writer(2, { flags: 2, count: 2, sequence: 9 }).u32(3).f32(0.25).u32(11, 0)
    .f32(-10, 100).f32(10, 200).u16(0, 65535, 65535, 0).buffer);
  assert.deepEqual([...m.positions], [-10, 200, 10, 100]);
  assert.equal(m.tick, 3);
  assert.equal(m.alpha, 0.25);
  assert.equal(m.command, 11);
  assert.ok(m.isHot && !m.isFinal && !m.isPaused);
});

test("an odd number of 16-bit values is padded", () => {
  const m = decode(new Writer(2, { flags: 16, count: 1 }).u32(0).f32(0).u32(0, 0)
    .f32(0, 0, 0).f32(65535, 65535, 65535).u16(1, 2, 3).buffer);
  assert.equal(m.dimensions, 3);
  assert.deepEqual([...m.positions].map(Math.round), [1, 2, 3]);
});

test("Float32 positions are as they were sent", () => {
  const m = decode(positions([1.5, -2.25], { flags: 1 | 4 }));
  assert.deepEqual([...m.positions], [1.5, -2.25]);
  assert.ok(m.isFinal);
});

test("looks say which column they are", () => {
  const m = decode(new Writer(3, { flags: 1, count: 2 }).u32(4).f32(1, 2).buffer);
  assert.equal(m.column.name, "radius");
  assert.equal(m.first, 4);
  assert.deepEqual([...m.values], [1, 2]);
  assert.throws(() => decode(new Writer(3, { flags: 8 }).u32(0).buffer), /column 8/);
});

test("outlines of nodes are in a graph where its flags say so, and else nothing", () => {
  const plain = decode(graph(2, [0, 1]));
  assert.equal(plain.strokes, undefined);
  const bytes = new Uint8Array(graph(2, [0, 1])), more = new Uint8Array(bytes.length + 8);
  more.set(bytes);
  more.set([1, 2, 3, 16, 0, 0, 0, 0], bytes.length);
  more[1] |= 2;
  const m = decode(more.buffer), scene = new Scene();
  assert.deepEqual([...m.strokes], [1, 2, 3, 16, 0, 0, 0, 0]);
  scene.setGraph(m);
  assert.deepEqual([...scene.strokes], [...m.strokes]);
  scene.setGraph(plain);
  assert.deepEqual([...scene.strokes], [0, 0, 0, 0, 0, 0, 0, 0]);
  const change = decode(new Writer(3, { flags: 7, count: 1 }).u32(1).u8(9, 8, 7, 6).buffer);
  assert.ok(scene.setLooks(change));
  assert.deepEqual([...scene.strokes], [0, 0, 0, 0, 9, 8, 7, 6]);
});

test("labels of any script, and empty ones", () => {
  const texts = ["Häh", "", "日本", "</script>", "\u0000"];
  const m = decode(new Writer(4, { count: 5 }).u32(4, 3, 2, 1, 0).texts(texts).buffer);
  assert.deepEqual(m.texts, texts);
  assert.deepEqual([...m.nodes], [4, 3, 2, 1, 0]);
});

test("a file has name, type and bytes", () => {
  const text = (s) => new TextEncoder().encode(s);
  const m = decode(new Writer(5, { count: 12 }).u32(5).put(text("a.svg")).u32(13)
    .put(text("image/svg+xml")).u32(3).u8(1, 2, 3).buffer);
  assert.deepEqual([m.to, m.name, m.type, ...m.bytes], [12, "a.svg", "image/svg+xml", 1, 2, 3]);
});

test("columns of numbers and of categories", () => {
  const numbers = decode(new Writer(6, { count: 1 }).f32(1, NaN, 3).buffer);
  assert.deepEqual([...numbers.numbers], [1, NaN, 3]);
  const groups = decode(new Writer(6, { count: 1, flags: 1 }).u32(2).texts(["x", "yy"])
    .u32(0, 1, NONE).buffer);
  assert.deepEqual(groups.categories, ["x", "yy"]);
  assert.deepEqual([...groups.index], [0, 1, NONE]);
});

test("hold, release and ack are 24 bytes", () => {
  const hold = new DataView(holdMessage(5, 7, [1.5, 2.5]));
  assert.equal(hold.byteLength, 24);
  assert.deepEqual(
    [hold.getUint8(0), hold.getUint32(4, true), hold.getUint32(8, true),
      hold.getFloat32(12, true), hold.getFloat32(16, true)], [1, 5, 7, 1.5, 2.5]);
  const pinned = new DataView(releaseMessage(6, 7, true));
  assert.deepEqual([pinned.getUint8(0), pinned.getUint8(1)], [2, 1]);
  const ack = new DataView(ackMessage(99, 16.5));
  assert.deepEqual([ack.getUint8(0), ack.getUint32(4, true), ack.getFloat32(12, true)], [3, 99, 16.5]);
});

test("records of a file, texts and messages", () => {
  const text = new TextEncoder().encode('{"is":"hello"}');
  const binary = new Uint8Array(positions([1, 2]));
  const parts = [text, binary].map((bytes, type) => {
    const part = new Uint8Array(8 + bytes.length + ((4 - (bytes.length & 3)) & 3));
    new DataView(part.buffer).setUint32(0, bytes.length, true);
    part[4] = type;
    part.set(bytes, 8);
    return [...part];
  });
  const found = records(Uint8Array.from(parts.flat()).buffer);
  assert.equal(found[0].is, "hello");
  assert.deepEqual([...decode(found[1]).positions], [1, 2]);
});
