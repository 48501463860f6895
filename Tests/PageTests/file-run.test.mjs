// The simulation of a standalone file: its forces, the hand, and its frames.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FileRun, LAID_OUT } from "../../Sources/GraphView/Page/file-run.js";
import {
  forceCenter, forceCollide, forceLink, forceManyBody, forceRadial, forceX, forceY, Simulation,
} from "../../Sources/WebAssembly/force-simulation.js";

const page = (name) => WebAssembly.compile(readFileSync(new URL(`../../Sources/GraphView/Page/${name}.wasm`, import.meta.url)));
const plane = await page("plane"), space = await page("space");

const charge = (on = true) => ({ name: "charge", kind: "ManyBodyForce", on, strength: -30, accuracy: 1e-3, distanceMin: 1 });
const links = (length) => (
  { name: "links", kind: "LinkForce", on: true, strength: 1, isDividedByDegree: true, length, iterations: 1 });
const axis = (number) => ({ name: "xyz"[number], kind: "PositionForce", on: true, axis: number, target: 0, strength: 0.03 });
const shape = { name: "layout", kind: "AnchorForce", on: true, places: LAID_OUT, strength: 0.2 };
const resting = () => [charge(false), links(LAID_OUT), { ...shape }];

// A grid of nodes 20 apart.
function grid(side, dimensions = 2) {
  const positions = [], ends = [];
  for (let node = 0; node < side * side; node++) {
    positions.push(20 * (node % side), 20 * Math.floor(node / side), ...(dimensions === 3 ? [node] : []));
    if (node % side) ends.push(node - 1, node);
    if (node >= side) ends.push(node - side, node);
  }
  return { dimensions, nodes: side * side, ends: Uint32Array.from(ends), positions: Float32Array.from(positions) };
}

// A run without its clock, with what it has told.
function made(module, graph, forces) {
  const frames = [];
  const run = new FileRun(module, { ...graph, forces }, (frame) => frames.push(frame));
  run.run = () => run.show();
  return { run, frames, settle: (most = 1000) => {
    for (let i = 0; i < most && run.isHot; i++) run.tick();
    run.isBehind = run.isDrawn = true;
    run.show();
    return frames.at(-1).positions;
  } };
}
const farthest = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

test("a layout stays when it is reheated, follows the hand, and comes back", () => {
  const graph = grid(20), { run, frames, settle } = made(plane, graph, resting());
  run.take({ do: "reheat" });
  assert.ok(run.isHot);
  assert.ok(farthest(settle(), graph.positions) < 1e-3, "reheated");
  run.take({ do: "hold", node: 210, at: [900, 900], command: 7 });
  for (let i = 0; i < 200; i++) run.tick();
  run.take({ do: "drawn" });
  const held = frames.at(-1);
  assert.equal(held.command, 7);
  assert.deepEqual([...held.positions.subarray(420, 422)], [900, 900]);
  assert.ok(held.hot && held.positions[422] > graph.positions[422] + 20, "its neighbour comes along");
  run.take({ do: "free", node: 210, pinned: false, thrown: [0, 0], command: 8 });
  const back = farthest(settle(), graph.positions);
  assert.ok(back < 3, `${back}`);
  assert.ok(!frames.at(-1).hot);
  // Also after a drag of one tick.
  run.take({ do: "hold", node: 0, at: [-500, 0], command: 9 });
  run.tick();
  run.take({ do: "free", node: 0, pinned: false, thrown: [0, 0], command: 10 });
  assert.ok(farthest(settle(), graph.positions) < 3);
});

test("the standard forces are those of the module, to the bit", () => {
  for (const [module, dimensions] of [[plane, 2], [space, 2], [space, 3]]) {
    const graph = grid(30, dimensions);
    const { run, settle } = made(module, graph, [charge(), links(30), axis(0), axis(1)]);
    const other = new Simulation(module, graph.nodes, { dimensions, positions: graph.positions });
    other.force("charge", forceManyBody()).force("links", forceLink(graph.ends))
      .force("x", forceX().strength(0.03)).force("y", forceY().strength(0.03));
    run.take({ do: "reheat" });
    const found = settle(60);
    other.tick(60);
    const wanted = other.positions.filter((_, i) => i % other.stride < dimensions);
    assert.ok(farthest(found, wanted) < 1e-3 * farthest(wanted, wanted.map(() => 0)), `${dimensions} dimensions`);
    assert.deepEqual(run.errors().map(([name]) => name), ["charge"]);
  }
});

test("forces of declared views, with values of their own", () => {
  const graph = grid(10), each = (value) => Array.from({ length: graph.nodes }, () => value);
  const { run, settle } = made(space, graph, [
    { name: "a", kind: "CollideForce", on: true, radius: each(12), strength: 1, iterations: 2 },
    { name: "b", kind: "CenterForce", on: true, center: [5, 6], strength: 1 },
    { name: "c", kind: "RadialForce", on: true, radius: 100, center: [0, 0], strength: each(0.1) },
    { ...links(each(20).concat(each(20)).slice(0, graph.ends.length / 2)), strength: 0.5, isDividedByDegree: false },
    { ...shape, places: [...graph.positions].map((value, i) => (i < 2 ? null : value)) },
  ]);
  const other = new Simulation(space, graph.nodes, { positions: graph.positions });
  const strengths = each(0.2).map((value, i) => (i ? value : 0));
  const column = (k) => Array.from({ length: graph.nodes }, (_, i) => graph.positions[2 * i + k]);
  other.force("a", forceCollide(12).iterations(2)).force("b", forceCenter(5, 6)).force("c", forceRadial(100))
    .force("links", forceLink(graph.ends).distance(20).strength(0.5))
    .force("x", forceX(column(0)).strength(strengths)).force("y", forceY(column(1)).strength(strengths));
  run.take({ do: "reheat" });
  assert.ok(farthest(settle(50), other.tick(50).positions) < 1e-2);
});

test("sliders and switches change forces, and warm", () => {
  const graph = grid(10), { run, settle } = made(plane, graph, resting());
  run.take({ do: "force", name: "charge", on: true });
  assert.ok(run.isHot && run.simulation.alpha() === 0.3);
  const spread = (positions) => Math.max(...positions) - Math.min(...positions);
  const wide = spread(settle());
  assert.ok(wide > spread(graph.positions) + 10, `${wide}`);
  run.take({ do: "set", force: "charge", parameter: "strength", value: -200 });
  assert.ok(spread(settle()) > wide + 10);
  run.take({ do: "force", name: "charge", on: false });
  assert.ok(farthest(settle(), graph.positions) < 2);
});

test("pins stay, pauses rest, steps tick, throws have a limit", () => {
  const graph = grid(10), { run, frames, settle } = made(plane, graph, resting());
  run.take({ do: "pin", nodes: [5], at: [[300, -50]] });
  run.take({ do: "hold", node: 7, at: [400, 0], command: 1 });
  run.take({ do: "free", node: 7, pinned: true, thrown: [0, 0], command: 2 });
  run.take({ do: "reheat" });
  const found = settle();
  assert.deepEqual([...found.subarray(10, 12), ...found.subarray(14, 16)], [300, -50, 400, 0]);
  run.take({ do: "unpin", nodes: [5, 7] });
  run.take({ do: "reheat" });
  assert.ok(farthest(settle(), graph.positions) < 0.1);
  run.take({ do: "pause" });
  run.take({ do: "reheat", alpha: 0.5 });
  run.take({ do: "pause" });
  const ticks = run.simulation.tickCount;
  assert.ok(!run.isHot);
  run.take({ do: "step", ticks: 3 });
  assert.equal(run.simulation.tickCount, ticks + 3);
  run.isDrawn = true;
  run.show();
  assert.ok(frames.at(-1).paused && !frames.at(-1).hot);
  run.take({ do: "hold", node: 3, at: [1, 1], command: 3 });
  run.take({ do: "free", node: 3, pinned: false, thrown: [3000, 4000], command: 4 });
  assert.ok(Math.abs(Math.hypot(...run.simulation.velocities.subarray(6, 8)) - 100) < 1e-3);
});

test("a frame waits until the last one was drawn", () => {
  const { run, frames } = made(plane, grid(5), resting());
  run.take({ do: "reheat" });
  for (let i = 0; i < 5; i++) {
    run.tick();
    run.show();
  }
  assert.equal(frames.length, 1);
  run.take({ do: "drawn" });
  assert.equal(frames.length, 2);
  assert.equal(frames[1].tick, 5);
  run.take({ do: "drawn" });
  assert.equal(frames.length, 2, "nothing new");
});

test("by the clock: 60 ticks a second, or a multiple, or as many as it can; it ends at rest", async () => {
  const frames = [];
  const run = new FileRun(plane, { ...grid(5), forces: resting() }, (frame) => {
    frames.push(frame);
    setTimeout(() => run.take({ do: "drawn" }), 1);
  });
  run.take({ do: "speed", factor: 8 });
  run.take({ do: "reheat" });
  const begin = performance.now();
  while (!frames.length || frames.at(-1).hot) await new Promise((done) => setTimeout(done, 5));
  // 300 ticks cool it.
  assert.ok(run.simulation.tickCount >= 295 && run.simulation.tickCount <= 305, `${run.simulation.tickCount}`);
  assert.ok(performance.now() - begin > 550, `${performance.now() - begin}`);
  run.take({ do: "speed", factor: "free" });
  run.take({ do: "reheat" });
  while (frames.at(-1).tick < 600) await new Promise((done) => setTimeout(done, 5));
  assert.equal(run.timer, undefined);
});

test("graphs of no, one and two nodes", () => {
  for (const nodes of [0, 1, 2]) {
    const graph = { dimensions: 2, nodes, ends: Uint32Array.from(nodes === 2 ? [0, 1] : []), positions: new Float32Array(2 * nodes) };
    const { run, settle } = made(plane, graph, resting());
    run.take({ do: "reheat" });
    assert.equal(settle().length, 2 * nodes);
  }
});

test("a file cools, rubs and follows the hand as its view does", () => {
  const graph = grid(10), forces = [charge(), links(30)];
  const motion = { alphaMin: 0.05, alphaDecay: 0.1, velocityDecay: 0.9, heldAlphaTarget: 0.5, throwLimit: 300 };
  const { run, settle } = made(plane, { ...graph, motion }, forces);
  const other = new Simulation(plane, graph.nodes, { positions: graph.positions }).alphaMin(0.05).alphaDecay(0.1).velocityDecay(0.1);
  other.force("charge", forceManyBody().distanceMin(1)).force("links", forceLink(graph.ends));
  run.take({ do: "reheat" });
  const found = settle();
  assert.equal(run.simulation.tickCount, Math.ceil(Math.log(0.05) / Math.log(0.9)), "it rests at alphaMin");
  assert.deepEqual(found, other.tick(run.simulation.tickCount).positions.slice());
  run.take({ do: "hold", node: 0, at: [1, 1], command: 1 });
  assert.equal(run.simulation.alphaTarget(), 0.5);
  run.take({ do: "free", node: 0, pinned: false, thrown: [3000, 4000], command: 2 });
  assert.ok(Math.abs(Math.hypot(...run.simulation.velocities.subarray(0, 2)) - 300) < 1e-3);
});
