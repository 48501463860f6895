import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Actions } from "../../Sources/GraphView/Page/actions.js";
import { linkDensity, opacityOf } from "../../Sources/GraphView/Page/density.js";
import { components, coreNumbers, Filters, within } from "../../Sources/GraphView/Page/filters.js";
import { clamp, rangeOf } from "../../Sources/GraphView/Page/numbers.js";
import { Model } from "../../Sources/GraphView/Page/model.js";
import { neighbourToward } from "../../Sources/GraphView/Page/keys.js";
import { hullOf } from "../../Sources/GraphView/Page/outlines.js";
import { placeLabels } from "../../Sources/GraphView/Page/labels.js";
import { FOCUS, LIT, lot, Picture, PINNED, SELECTED } from "../../Sources/GraphView/Page/picture.js";
import { isInside, wheelFactor } from "../../Sources/GraphView/Page/pointer.js";
import { decode } from "../../Sources/GraphView/Page/protocol.js";
import { Scene } from "../../Sources/GraphView/Page/scene.js";
import { matches } from "../../Sources/GraphView/Page/search.js";
import { Steps } from "../../Sources/GraphView/Page/steps.js";
import { escaped } from "../../Sources/GraphView/Page/svg.js";
import { learnNames, shownNumber, shownText } from "../../Sources/GraphView/Page/text.js";
import { bytesOf, hexOf, legible, themed, THEMES } from "../../Sources/GraphView/Page/theme.js";
import { progress } from "../../Sources/GraphView/Page/transport.js";
import { Events } from "../../Sources/GraphView/Page/events.js";
import { Camera } from "../../Sources/GraphView/Page/camera.js";
import { graph, positions } from "./messages.mjs";

const PAGE = new URL("../../Sources/GraphView/Page/", import.meta.url);

function scene(nodes, ends, places) {
  const made = new Scene();
  made.setGraph(decode(graph(nodes, ends)));
  if (places) made.setPositions(decode(positions(places)), 0);
  return made;
}

test("components, the largest first", () => {
  const { of, sizes } = components(scene(6, [0, 1, 2, 3, 3, 4]));
  assert.deepEqual(sizes, [3, 2, 1]);
  assert.deepEqual([...of], [1, 1, 0, 0, 0, 2]);
});

test("search goes through labels and ids, and puts what is equal first", () => {
  const s = scene(4, [0, 1, 1, 2, 1, 3]);
  ["anna 12", "12", "hannah", ""].forEach((label, node) => { if (label) s.labels[node] = label; });
  ["7", "8", "12", "124"].forEach((id, node) => { s.ids[node] = id; });
  assert.deepEqual(matches(s, "12"), [1, 2, 3, 0]);
  assert.deepEqual(matches(s, "HANNA"), [2]);
  assert.deepEqual(matches(s, "8"), [1]);
  assert.deepEqual(matches(s, " "), []);
});

test("core numbers of a clique with a tail", () => {
  const s = scene(6, [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3, 3, 4, 4, 5, 0, 1, 5, 5]);
  assert.deepEqual([...coreNumbers(s)], [3, 3, 3, 3, 1, 1]);
});

test("core numbers against taking nodes away one by one", () => {
  const ends = [];
  for (let i = 1; i < 60; i++) for (let k = 0; k < 1 + i % 4; k++) ends.push(i, Math.floor(lot(i * 9 + k) * i));
  const s = scene(60, ends), core = coreNumbers(s);
  for (let k = 1; k <= 4; k++) {
    const left = new Set(Array(60).keys());
    for (let changed = true; changed;) {
      changed = false;
      for (const node of left) {
        if (s.neighbours(node).filter((other) => left.has(other)).length < k) {
          left.delete(node);
          changed = true;
        }
      }
    }
    assert.deepEqual([...left], [...core.keys()].filter((node) => core[node] >= k));
  }
});

test("nodes within a distance", () => {
  const s = scene(5, [0, 1, 1, 2, 2, 3, 3, 4]);
  assert.deepEqual([...within(s, [1], 2)].sort(), [0, 1, 2, 3]);
});

test("filters hide together, and follow the nodes when the graph changes", () => {
  const view = Object.assign(new Events(), { scene: scene(5, [0, 1, 1, 2, 2, 3]) });
  const filters = new Filters(view);
  filters.setComponent("largest");
  filters.hideByHand([1]);
  assert.deepEqual([...filters.nodes], [0, 1, 0, 0, 1]);
  filters.setAttribute({ name: "x", numbers: Float32Array.of(1, 2, 3, NaN, 5), low: 2, high: 9 });
  assert.deepEqual([...filters.nodes], [1, 1, 0, 1, 1]);
  view.scene = scene(4, [0, 1, 1, 2]);
  view.emit("graph", Int32Array.of(-1, 0, 1, 2, 3));
  assert.deepEqual([...filters.nodes], [1, 0, 0, 1]);
  filters.clear();
  assert.equal(filters.nodes, null);
});

test("the picture leaves out what is hidden, and links to it", () => {
  const s = scene(3, [0, 1, 1, 2], [0, 0, 1, 1, 2, 2]);
  s.radius.set([3, 1, 2]);
  const picture = new Picture(s);
  picture.theme = THEMES.light;
  picture.build();
  assert.deepEqual([...picture.order], [1, 2, 0]);
  picture.hiddenNodes = Uint8Array.of(1, 0, 0);
  picture.reshow();
  assert.deepEqual([...picture.order], [1, 2]);
  assert.deepEqual([...picture.linkOrder], [1]);
});

test("states of nodes are bits, and links are lit by them", () => {
  const s = scene(3, [0, 1, 1, 2], [0, 0, 1, 1, 2, 2]);
  const picture = new Picture(s);
  s.setPins([2]);
  picture.selected = new Set([1]);
  picture.lit = Uint8Array.of(1, 1, 0);
  picture.litMode = 2;
  picture.reform();
  assert.deepEqual([0, 1, 2].map((i) => picture.state(i)), [LIT, LIT | SELECTED, PINNED]);
  assert.deepEqual([0, 1].map((i) => picture.isLinkLit(i)), [true, false]);
  picture.litMode = 1;
  picture.focus = new Set([2]);
  picture.reform();
  assert.equal(picture.state(2) & FOCUS, FOCUS);
  assert.deepEqual([0, 1].map((i) => picture.isLinkLit(i)), [false, true]);
});

test("colours that are nobody's own are the theme's", () => {
  const rgba = Uint8Array.from([0, 0, 0, 0, ...bytesOf("#2f6fa8"), ...bytesOf("#5ca6e0"), 1, 2, 3, 255]);
  const dark = themed(rgba, "node", THEMES.dark);
  assert.deepEqual([0, 1, 2, 3].map((i) => hexOf(dark, i)), ["#5ca6e0", "#5ca6e0", "#5ca6e0", "#656565"]);
  assert.equal(hexOf(themed(rgba, "node", THEMES.light), 3), "#010203");
  assert.equal(hexOf(themed(rgba, "edge", THEMES.dark), 3), "#010203");
  assert.equal(rgba[0], 0);
});

// The luminance of a colour as WCAG 2.2 defines it.
function luminance(bytes) {
  const [r, g, b] = bytes.map((byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test("discs stand out from a dark ground, and where high contrast is wanted, and keep what they had", () => {
  for (const theme of [THEMES.dark, { ...THEMES.light, isStrong: true }]) {
    const ground = luminance(bytesOf(theme.background));
    for (let color = 0; color < 0x1000; color++) {
      const bytes = [color >> 8, (color >> 4) & 15, color & 15].map((digit) => 17 * digit);
      const [low, high] = [ground, luminance(legible([...bytes, 255], theme))].sort((a, b) => a - b);
      assert.ok((high + 0.05) / (low + 0.05) >= 3, `${bytes} in ${theme.name}`);
      const [least, most] = [ground, luminance(bytes)].sort((a, b) => a - b);
      if ((most + 0.05) / (least + 0.05) >= 3.3) assert.deepEqual(legible([...bytes, 255], theme), [...bytes, 255]);
    }
  }
  assert.deepEqual(legible([1, 2, 3, 128], THEMES.light), [1, 2, 3, 128]);
});

test("text, muted text and accents stand out from the grounds of both themes", () => {
  const css = readFileSync(new URL("page.css", PAGE), "utf8");
  const light = (color) => {
    const [r, g, b] = bytesOf(color).map((byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92
      : ((byte / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const blocks = [...css.matchAll(/:root[^{]*\{([^}]*)\}/g)].slice(0, 2).map(([, body]) =>
    Object.fromEntries([...body.matchAll(/--(\w[\w-]*): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value])));
  assert.equal(blocks.length, 2);
  blocks.forEach((colors, i) => {
    assert.equal(colors.background, Object.values(THEMES)[i].background);
    assert.equal(colors.text, Object.values(THEMES)[i].text);
    for (const ink of ["text", "muted", "accent", "error"]) {
      for (const ground of ["background", "surface", "raised"]) {
        assert.ok(contrast(colors[ink], colors[ground]) >= 4.5, `${ink} on ${ground}: ${contrast(colors[ink], colors[ground])}`);
      }
    }
  });
});

test("links over one another are counted", () => {
  const ends = Array.from({ length: 64 }, () => [0, 1]).flat();
  const s = scene(4, [...ends, 2, 3], [0, 0, 100, 0, 0, 50, 100, 50]);
  const density = linkDensity(s.plane, s.ends, { low: [0, 0], high: [100, 50] }, 4);
  const stack = (link) => 2 ** (density[link] / 16);
  assert.ok(stack(0) > 24 && stack(0) < 80, `${stack(0)}`);
  assert.ok(stack(64) <= 1.01, `${stack(64)}`);
  assert.ok(opacityOf(stack(0)) < opacityOf(stack(64)));
  assert.equal(opacityOf(0.5), 0.6);
});

test("labels do not overlap, the important ones are written, musts always", () => {
  const places = [];
  for (let i = 0; i < 200; i++) places.push(lot(i) * 300, lot(i + 999) * 200);
  const s = scene(200, [], places);
  s.labels = Array.from({ length: 200 }, (_, i) => `label ${i}`);
  const picture = new Picture(s);
  const camera = Object.assign(new Camera(), { width: 600, height: 400, x: 150, y: 100, scale: 1.7 });
  const ordered = Array.from({ length: 200 }, (_, i) => i);
  const place = (more) => placeLabels({ scene: s, picture, camera, ordered, musts: [], wishes: [], before: new Map(),
    measure: (node) => ({ text: s.labels[node], size: 12, width: 6 * s.labels[node].length }), isOff: false, ...more });
  const placed = [...place({}).values()];
  assert.ok(placed.length > 8 && placed.length <= 34, `${placed.length}`);
  assert.equal(placed[0].node, 0);
  for (const a of placed) {
    for (const b of placed) {
      if (a === b) continue;
      assert.ok(a.box[0] >= b.box[2] || b.box[0] >= a.box[2] || a.box[1] >= b.box[3] || b.box[1] >= a.box[3]);
    }
  }
  assert.ok(placed.every(({ box }) => box[0] > 0 && box[1] > 0 && box[2] < 600 && box[3] < 400), "whole");
  camera.covers = [[0, 0, 200, 400]];
  const beside = [...place({}).values()];
  assert.ok(beside.length > 4 && beside.every(({ box }) => box[0] >= 200), "not covered");
  camera.covers = [];
  const forced = place({ musts: [199, 198], isOff: true });
  assert.deepEqual([...forced.keys()], [199, 198]);
  const again = place({ before: new Map(placed.map((label) => [label.node, label])) });
  for (const { node } of placed) assert.ok(again.has(node), `label ${node} stays`);
});

test("a polygon contains what is inside of it", () => {
  const horseshoe = [[0, 0], [10, 0], [10, 10], [7, 10], [7, 3], [3, 3], [3, 10], [0, 10]];
  assert.ok(isInside(1, 9, horseshoe) && isInside(9, 9, horseshoe) && isInside(5, 1, horseshoe));
  assert.ok(!isInside(5, 9, horseshoe) && !isInside(-1, 5, horseshoe));
});

test("wheels zoom alike in lines and pixels, and never at once from end to end", () => {
  assert.ok(wheelFactor({ deltaY: -100, deltaMode: 0 }) > 1);
  assert.equal(wheelFactor({ deltaY: 3, deltaMode: 1 }), wheelFactor({ deltaY: 99, deltaMode: 0 }));
  assert.ok(wheelFactor({ deltaY: 1e9, deltaMode: 0 }) > 0.5);
});

test("arrow keys go to the neighbour in that direction, not to others", () => {
  const s = scene(5, [0, 1, 0, 2, 0, 3], [0, 0, 10, 1, -10, 0, 1, 30, 5, 0]);
  const go = (dx, dy) => neighbourToward(s, 0, dx, dy, () => true);
  assert.equal(go(1, 0), 1);
  assert.equal(go(-1, 0), 2);
  assert.equal(go(0, 1), 3);
  assert.equal(go(0, -1), -1);
  assert.equal(neighbourToward(s, 0, 1, 0, (node) => node !== 1), -1);
});

test("search finds beginnings first, in any case", () => {
  const s = scene(4, [2, 3]);
  s.labels = ["Marius", "AMAR", "mar", "Valjean"];
  assert.deepEqual(matches(s, "MAR"), [2, 0, 1]);
  assert.deepEqual(matches(s, "  "), []);
  assert.deepEqual(matches(s, "mar", 1), [2]);
});

test("steps are the same from any side", () => {
  const steps = Array.from({ length: 200 }, (_, i) => ({
    title: `step ${i}`, nodes: [[i % 7, i % 3]], links: [[i % 5, (i + 1) % 3]],
    labels: i % 4 ? [] : [[i % 7, `${i}`]], ...(i % 10 ? {} : { pointers: [{ name: "p", from: null, to: i % 7 }] }),
    hide: i % 6 ? undefined : { nodes: [i % 7] }, show: i % 6 === 3 ? { nodes: [i % 7] } : undefined,
  }));
  const known = { title: "t", states: [{}, {}, {}], steps };
  const text = (state) => JSON.stringify(Object.entries(state).map(([name, value]) =>
    [name, value instanceof Map ? [...value] : [...value]]));
  const forwards = new Steps(known, 7, 5), seen = [];
  for (let i = 0; i < 200; i++) seen.push(text(forwards.go(i)));
  for (const order of [[199, 0, 150, 31, 32, 33, 64, 63, 2], [5, 100, 99, 98, 97, 160]]) {
    const jumping = new Steps(known, 7, 5);
    for (const i of order) assert.equal(text(jumping.go(i)), seen[i], `step ${i}`);
    for (const i of order) assert.equal(text(forwards.go(i)), seen[i], `step ${i} on the way back`);
  }
  assert.equal(forwards.go(999) && forwards.at, 199);
  assert.equal(forwards.go(-5) && forwards.at, 0);
});

test("text of files is one line without what turns it", () => {
  assert.equal(shownText("a\n\tb\u202ec\u0000d"), "a bcd");
  assert.equal(Array.from(shownText("x".repeat(10000), 40)).length, 40);
  assert.equal(shownText("networkx.algorithms.shortest_paths.weighted", 20), "networkx.a\u2026.weighted");
  assert.equal(shownText(`${"a".repeat(1e6)}the end`, 10), "aaaaa\u2026 end");
  assert.equal(shownText(null), "");
  assert.equal(Array.from(shownText("\u{1F600}".repeat(50), 10)).length, 10);
  assert.equal(escaped('<a b="c">&'), "&lt;a b=&quot;c&quot;&gt;&amp;");
});

test("long names leave out what most of them begin with", () => {
  const parts = ["centrality", "community", "isomorphism", "shortest_paths"];
  const names = parts.flatMap((part) => ["betweenness_subset", "unweighted_single_source", "weighted_bidirectional_dijkstra"]
    .map((end) => `networkx.algorithms.${part}.${end}`));
  learnNames(["short", undefined, ...names]);
  assert.equal(shownText(names[0], 40), "\u2026centrality.betweenness_subset");
  const shown = names.map((name) => shownText(name, 40));
  assert.equal(new Set(shown).size, names.length);
  assert.ok(shown.every((text) => text.length <= 40 && text.startsWith("\u2026")));
  // Where there is room the name is whole.
  assert.equal(shownText(names[0]), names[0]);
  // Few long names, and those that begin differently, have nothing in common.
  for (const others of [names.slice(0, 3), names.map((name, i) => `${"abcdefghijkl"[i]}${name}`)]) {
    learnNames(others);
    assert.ok(shownText(others[0], 30).startsWith(others[0].slice(0, 10)));
  }
  learnNames([]);
});

test("numbers as people read them", () => {
  assert.deepEqual([0, 12345, 1.23456, 0.01234, NaN, 1e12].map(shownNumber), ["0", "12,345", "1.23", "0.0123", "\u2013", "1.00e+12"]);
});

test("the status: nothing before the first frame, no percentage while a node is held", () => {
  const model = new Model();
  assert.equal(progress(model, false), null);
  model.change({ running: true });
  assert.equal(progress(model, false), null);
  const frame = { tick: 1, alpha: 0.001 ** 0.25, isPaused: false, isHot: true, isFinal: false };
  model.setFrame(frame);
  assert.deepEqual(progress(model, false), ["Settling 25 %", 25]);
  assert.deepEqual(progress(model, true), ["Settling", 0]);
  model.setFrame({ ...frame, isFinal: true });
  assert.deepEqual(progress(model, false), ["At rest", 0]);
  model.setFrame({ ...frame, isPaused: true });
  assert.deepEqual(progress(model, false), ["Paused", 0]);
  model.setFrame({ ...frame, alpha: 0 });
  assert.deepEqual(progress(model, false), ["Settling 0 %", 0]);
});

test("a pause holds until the program has answered, whatever frames from before say", async () => {
  const answers = [];
  const model = new Model(), link = { ask: (name) => new Promise((resolve) => { answers.push(() => resolve(name)); }) };
  const actions = new Actions({ model, link }), late = { tick: 1, alpha: 1, isPaused: false, isHot: true, isFinal: false };
  model.change({ running: true });
  model.setFrame(late);
  const toggled = actions.toggleRun();
  model.setFrame(late);
  assert.equal(model.running, false);
  // The answer to the first of three changes does not end the waiting for the others.
  const others = [actions.toggleRun(), actions.toggleRun()];
  answers[0]();
  await toggled;
  model.setFrame(late);
  assert.equal(model.running, false);
  answers[1]();
  answers[2]();
  await Promise.all(others);
  model.setFrame(late);
  assert.equal(model.running, true, "somebody else has resumed");
});

test("least and largest of what is finite; the bound below holds where there is no room", () => {
  assert.deepEqual(rangeOf([3, NaN, -1, Infinity, 2]), [-1, 3]);
  assert.equal(rangeOf([NaN]), null);
  assert.deepEqual([clamp(5, 1, 3), clamp(-5, 1, 3), clamp(2, 1, 3), clamp(5, 8, 3)], [3, 1, 2, 8]);
});

test("no markup from strings, no code from strings, nothing from elsewhere", () => {
  const forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?:\/\/(?!www\.w3\.org\/2000\/svg)/;
  for (const name of readdirSync(PAGE)) {
    if (!/\.(js|css|html)$/.test(name)) continue;
    const found = readFileSync(new URL(name, PAGE), "utf8").match(forbidden);
    assert.equal(found, null, `${name}: ${found}`);
  }
});

test("modules are short enough to read", () => {
  for (const name of readdirSync(PAGE)) {
    if (!name.endsWith(".js")) continue;
    const lines = readFileSync(new URL(name, PAGE), "utf8").split("\n").length;
    assert.ok(lines <= 301, `${name} has ${lines} lines`);
  }
});

test("the hull of points has their corners, and all points inside", () => {
  assert.deepEqual(hullOf([]), []);
  assert.deepEqual(hullOf([[1, 2], [1, 2]]), [[1, 2], [1, 2]]);
  const corners = new Set(hullOf([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0], [0, 0]]).map(String));
  assert.deepEqual(corners, new Set(["0,0", "2,0", "2,2", "0,2"]));
  const points = Array.from({ length: 200 }, (_, i) => [lot(i) * 9, lot(i + 1000) * 5]);
  const hull = hullOf(points);
  for (const [x, y] of points) {
    hull.forEach(([ax, ay], i) => {
      const [bx, by] = hull[(i + 1) % hull.length];
      assert.ok((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1e-9);
    });
  }
  assert.ok(hull.length < 40);
});
