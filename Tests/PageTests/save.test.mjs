import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../../Sources/GraphView/Page/camera.js";
import { Model } from "../../Sources/GraphView/Page/model.js";
import { legendLines, placeLegend, shot } from "../../Sources/GraphView/Page/save.js";

test("a picture has what panels leave free, where it was", () => {
  const camera = new Camera();
  Object.assign(camera, { width: 1200, height: 800, x: 7, y: -3, scale: 2 });
  camera.insets = { left: 212, top: 56, right: 362, bottom: 56 };
  const free = shot(camera);
  assert.deepEqual([free.width, free.height], [626, 688]);
  assert.deepEqual(free.toPlane(313, 344), [7, -3]);
  // With room for a legend at its left; what lies in the middle of the rest is the same.
  const roomy = shot(camera, 200);
  assert.equal(roomy.width, 826);
  assert.deepEqual(roomy.toPlane(513, 344), [7, -3]);
  assert.deepEqual(camera.insets.right, 362);
});

test("a legend as lines, for groups, scales and sizes", () => {
  const lines = legendLines({ legend: [
    { of: "color", title: "club", entries: [{ label: "red", color: "#ff0000" }, { label: "blue", color: "#0000ff" }] },
    { of: "color", title: "rank", entries: [], scale: { low: 1, high: 9, colors: ["#111111", "#999999"] } },
    { of: "size", title: "degree", scale: { low: 1, high: 30, radii: [2, 8] } }] });
  assert.deepEqual(lines, [["club"], ["red", "#ff0000"], ["blue", "#0000ff"], ["rank"], ["1", "#111111"], ["9", "#999999"],
    ["Size: degree, 1 to 30"]]);
  const heights = [];
  placeLegend(lines, 300, (text, color, y) => heights.push(y));
  assert.equal(heights.at(-1), 280);
  assert.equal(heights[0], 280 - 6 * 18);
  assert.deepEqual(legendLines({}), []);
});

test("a run that has ended rests, and is not paused", () => {
  const model = new Model();
  model.greet({ session: "a", running: true, ended: null });
  model.change({ running: false, ended: "The graph has come to rest" });
  assert.equal(model.running, true);
  model.change({ running: true, ended: null });
  model.change({ running: false });
  assert.equal(model.running, false);
  model.setFrame({ tick: 1, alpha: 0.5, isPaused: false, isHot: true, isFinal: false });
  assert.equal(model.running, true);
});
