import assert from "node:assert/strict";
import { test } from "node:test";
import { between, boundsOf, Camera, framed, freePart } from "../../Sources/GraphView/Page/camera.js";
import { Orbit } from "../../Sources/GraphView/Page/orbit.js";

const near = (a, b, within = 1e-6) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
function camera(values) {
  return Object.assign(new Camera(), { width: 800, height: 600 }, values);
}

test("a point on the screen is the same point in the plane", () => {
  const c = camera({ x: 12, y: -7, scale: 2.5, insets: { left: 100, top: 0, right: 20, bottom: 40 } });
  const [px, py] = c.toScreen(3, 4);
  const [x, y] = c.toPlane(px, py);
  near(x, 3);
  near(y, 4);
});

test("zooming keeps what is under the pointer", () => {
  const c = camera({ x: 1, y: 2, scale: 1 });
  const before = c.toPlane(600, 100);
  c.zoomAt(600, 100, 3.7);
  const after = c.toPlane(600, 100);
  near(before[0], after[0]);
  near(before[1], after[1]);
  near(c.scale, 3.7);
});

test("the zoom has ends, counted from the fitted view", () => {
  const c = camera({ scale: 1, fitScale: 0.5 });
  c.zoomAt(0, 0, 1e9);
  near(c.scale, 1000);
  c.zoomAt(0, 0, 1e-12);
  near(c.scale, 0.01);
});

test("the fitted view shows all bounds beside the panels", () => {
  const c = camera({ insets: { left: 0, top: 50, right: 300, bottom: 0 } });
  c.place = c.fitted({ low: [-100, -10], high: [300, 50] });
  for (const [x, y] of [[-100, -10], [300, 50]]) {
    const [px, py] = c.toScreen(x, y);
    assert.ok(px >= 39.9 && px <= 460.1, `${px}`);
    assert.ok(py >= 89.9 && py <= 560.1, `${py}`);
  }
});

test("bounds leave out nodes without a place and hidden ones", () => {
  const positions = Float32Array.of(0, 0, NaN, 5, 10, 20, 1000, 1000);
  assert.deepEqual(boundsOf(positions, (node) => node !== 3), { low: [0, 0], high: [10, 20] });
  assert.equal(boundsOf(Float32Array.of(NaN, NaN)), null);
});

test("a flight begins and ends where it should, and moves on a line when nothing is zoomed", () => {
  const a = { x: 0, y: 0, scale: 1 }, b = { x: 10, y: 20, scale: 8 };
  for (const [t, place] of [[0, a], [1, b]]) {
    const at = between(a, b, t);
    near(at.x, place.x);
    near(at.y, place.y);
    near(at.scale, place.scale);
  }
  near(between(a, { x: 10, y: 0, scale: 1 }, 0.5).x, 5);
});

test("what a flight lands on moves monotonously towards the middle", () => {
  const a = { x: 0, y: 0, scale: 1 }, b = { x: 50, y: 0, scale: 10 };
  let last = Infinity;
  for (let t = 0; t <= 1; t += 0.05) {
    const at = between(a, b, t);
    const distance = Math.abs((50 - at.x) * at.scale);
    assert.ok(distance <= last + 1e-9);
    last = distance;
  }
});

test("an orbit gives back the point in space it was given", () => {
  const orbit = new Orbit();
  const positions = Float32Array.of(0, 0, 0, 10, 20, 30, -10, 5, -3);
  orbit.frame(positions);
  orbit.turn(0.7, -0.2);
  const plane = new Float32Array(6), nearness = new Float32Array(3);
  orbit.project(positions, plane, nearness);
  for (let node = 0; node < 3; node++) {
    const point = orbit.unproject(plane[2 * node], plane[2 * node + 1], nearness[node]);
    point.forEach((value, axis) => near(value, positions[3 * node + axis], 1e-3));
  }
});

test("what is nearer in space is seen larger", () => {
  const orbit = Object.assign(new Orbit(), { azimuth: 0, elevation: 0, distance: 100 });
  const nearness = new Float32Array(2);
  orbit.project(Float32Array.of(0, 0, 10, 0, 0, -10), new Float32Array(4), nearness);
  assert.ok(nearness[0] > 1 && nearness[1] < 1);
});

test("the free part covers nothing, and is the one in which the graph is largest", () => {
  const covers = [[0, 0, 300, 50], [0, 500, 200, 600], [700, 400, 800, 600]];
  assert.deepEqual(freePart(800, 600, [], 1), [0, 0, 800, 600]);
  assert.deepEqual(freePart(800, 600, covers, 1), [200, 50, 700, 600]);
  assert.deepEqual(freePart(800, 600, covers, 3), [0, 50, 800, 400]);
  assert.deepEqual(freePart(800, 600, covers, 0.2), [300, 0, 700, 600]);
  assert.deepEqual(freePart(800, 600, [[0, 0, 800, 600]], 1), [0, 0, 800, 600]);
});

test("making room leaves the picture where it is", () => {
  const c = camera({ x: 5, y: 6, scale: 2, covers: [[0, 0, 100, 600]] });
  const before = c.toScreen(1, 2);
  c.makeRoom({ low: [0, 0], high: [10, 10] });
  assert.equal(c.insets.left, 100);
  c.toScreen(1, 2).forEach((value, axis) => near(value, before[axis]));
  const place = c.fitted({ low: [0, 0], high: [10, 0] }, 50);
  assert.equal(place.scale, 4);
});

test("a graph may lie beside what covers corners, if no node is covered", () => {
  const covers = [[0, 0, 300, 50], [0, 450, 200, 600], [740, 300, 800, 600]], bounds = { low: [0, 0], high: [800, 600] };
  const fit = (points) => {
    const c = camera({ covers });
    c.makeRoom(bounds, points);
    c.place = c.fitted(bounds);
    for (const point of points) {
      const [x, y] = c.toScreen(...point);
      for (const [left, top, right, bottom] of covers) assert.ok(!(x > left && x < right && y > top && y < bottom), `${point}`);
    }
    return c;
  };
  // A diamond leaves the corners free, a rectangle does not.
  const diamond = fit([[400, 0], [800, 250], [400, 600], [0, 300]]), rectangle = fit([[0, 0], [800, 0], [0, 600], [800, 600]]);
  assert.ok(diamond.scale > 1.3 * rectangle.scale, `${diamond.scale} ${rectangle.scale}`);
});

test("nodes without links take a tenth of the fit at most", () => {
  const linked = { low: [10, 20], high: [100, 110] };
  const far = framed({ low: [-500, 15], high: [900, 110] }, linked);
  assert.deepEqual(far, { low: [5, 15], high: [105, 110] });
  near((linked.high[0] - linked.low[0]) / (far.high[0] - far.low[0]), 0.9);
  assert.deepEqual(framed({ low: [1, 2], high: [3, 4] }, null), { low: [1, 2], high: [3, 4] });
});
