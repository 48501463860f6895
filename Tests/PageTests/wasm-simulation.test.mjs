// The ES module around the kernels: forces by d3-force's names, pins, memory, and what it says of bad input.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import * as api from "../../Sources/WebAssembly/force-simulation.js";

const {
  createSimulation, forceBoxes, forceCenter, forceCollide, forceLink, forceManyBody, forceRadial, forceT, forceX, forceY, forceZ,
  loadKernels, Simulation,
} = api;
const plane = await loadKernels("plane"), all = await loadKernels("all");

const ring = (count) => Int32Array.from({ length: 2 * count }, (_, at) => ((at >> 1) + (at % 2)) % count);
const usual = (simulation, links) =>
  simulation.force("charge", forceManyBody()).force("link", forceLink(links)).force("center", forceCenter());
const point = (simulation, node) =>
  Array.from(simulation.positions.slice(node * simulation.stride, node * simulation.stride + simulation.dimensions));

test("nodes start where those of d3-force do", async () => {
  const simulation = await createSimulation(1000, { scalar: "double" });
  const turn = Math.PI * (3 - Math.sqrt(5));
  for (const i of [0, 1, 2, 77, 999]) {
    const [x, y] = point(simulation, i);
    assert.ok(Math.hypot(x - 10 * Math.sqrt(0.5 + i) * Math.cos(i * turn), y - 10 * Math.sqrt(0.5 + i) * Math.sin(i * turn)) < 1e-9);
  }
});

test("positions are the module's memory, also after it has grown", () => {
  const simulation = usual(new Simulation(plane, 3000), ring(3000));
  const before = simulation.positions;
  assert.equal(before, simulation.positions);
  before[0] = 123;
  simulation.moved();
  assert.equal(simulation.positions[0], 123);
  simulation.tick(2);
  assert.equal(before.length, 0, "the first tick takes memory, which leaves the old array empty");
  assert.equal(simulation.positions.length, 6000);
  assert.notEqual(simulation.positions[0], 123);
  const after = simulation.positions;
  simulation.tick(20);
  assert.equal(after, simulation.positions, "later ticks take none");
});

test("a module is loaded from wherever it is", async () => {
  const url = new URL("../../Sources/WebAssembly/plane-float.wasm", import.meta.url);
  const bytes = readFileSync(url);
  const sources = [plane, "plane", url, url.href, relative(process.cwd(), fileURLToPath(url)), bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), new Response(bytes)];
  for (const module of sources) assert.equal((await createSimulation(3, { module })).tick().count, 3);
  await assert.rejects(loadKernels(new Response("", { status: 404 })), /was not loaded: 404/);
  await assert.rejects(loadKernels("nowhere.wasm"), /ENOENT/);
});

test("equal simulations have equal bits, and a seed makes others of nodes on one point", () => {
  const run = (seed) => {
    const simulation = usual(new Simulation(plane, 400, { seed, positions: new Float32Array(800) }), ring(400));
    return simulation.tick(10).positions.slice();
  };
  assert.deepEqual(run(1), run(1));
  assert.notDeepEqual(run(1), run(2n));
});

test("a simulation cools down to rest", () => {
  const simulation = usual(new Simulation(plane, 50), ring(50));
  assert.equal(simulation.isCold, false);
  while (!simulation.isCold) simulation.tick();
  assert.equal(simulation.tickCount, 300);
  assert.ok(simulation.alpha() < 0.001);
});

test("node objects are read, and written back", () => {
  const nodes = [{ id: "a", x: 1, y: 2 }, { id: "b", fx: 5, fy: -5 }, { id: "c", vx: 3, fy: 4 }];
  const links = [{ source: "a", target: "b" }, { source: "b", target: "c" }];
  const simulation = new Simulation(plane, nodes);
  assert.deepEqual(point(simulation, 0), [1, 2]);
  assert.deepEqual(point(simulation, 1), [5, -5]);
  assert.equal(simulation.velocities[4], 3);
  simulation.force("link", forceLink(links).id((node) => node.id)).tick(5).writeBack();
  assert.deepEqual([nodes[1].x, nodes[1].y, nodes[2].y], [5, -5, 4]);
  assert.notEqual(nodes[0].x, 1);
  const byObject = new Simulation(plane, nodes).force("link", forceLink([{ source: nodes[0], target: nodes[2] }]));
  assert.equal(byObject.tick().nonFiniteNodeCount, 0);
});

test("values may be numbers, arrays or functions", () => {
  const run = (strength, distance) => new Simulation(plane, 40).force("charge", forceManyBody().strength(strength))
    .force("link", forceLink(ring(40)).distance(distance)).tick(3).positions.slice();
  const expected = run(-20, 50);
  assert.deepEqual(run(new Array(40).fill(-20), new Float64Array(40).fill(50)), expected);
  assert.deepEqual(run(() => -20, ({ source, target }) => 50 + 0 * (source + target)), expected);
  assert.notDeepEqual(run((_, i) => -i, 50), expected);
});

test("a force is changed, replaced and removed while the simulation lives", () => {
  const simulation = new Simulation(plane, 300).force("charge", forceManyBody()).force("x", forceX());
  const width = () => simulation.tick(30) && Math.max(...simulation.positions.filter((_, at) => at % 2 === 0));
  const before = width();
  simulation.force("charge").strength(-300);
  simulation.alpha(1);
  assert.ok(width() > 1.5 * before);
  simulation.force("charge", null).force("x", forceX(1000).strength(1)).alpha(1);
  assert.equal(simulation.force("charge"), undefined);
  simulation.tick(30);
  assert.ok(simulation.positions.every((x, at) => at % 2 === 1 || Math.abs(x - 1000) < 1));
});

test("a force that is bound again keeps the memory of its trees", () => {
  const run = (change) => {
    const simulation = usual(new Simulation(plane, 3000), ring(3000)).tick(12);
    change(simulation);
    return simulation.tick(3).positions.slice();
  };
  const expected = run(() => {});
  assert.deepEqual(run((simulation) => simulation.force("charge").strength(-30)), expected);
  assert.deepEqual(run((simulation) => simulation.force("charge", forceManyBody())), expected);
  assert.notDeepEqual(run((simulation) => simulation.moved()), expected);
});

test("forces that are bound again and again take no more memory", () => {
  const simulation = usual(new Simulation(plane, 5000), ring(5000)).tick(3);
  const { buffer } = simulation.positions;
  for (let i = 0; i < 300; i++) {
    simulation.force("link").distance(10 + i);
    simulation.force("charge", i % 2 === 0 ? null : forceManyBody().strength(-i)).tick();
  }
  assert.equal(simulation.positions.buffer, buffer);
});

test("pins hold all axes or some, and a drag is there at once", () => {
  const simulation = usual(new Simulation(plane, 100), ring(100));
  simulation.pin(3, 50, 60).pin(4, 7).tick(5);
  assert.deepEqual(point(simulation, 3), [50, 60]);
  assert.equal(point(simulation, 4)[0], 7);
  simulation.drag(3, -10, 0.5);
  assert.deepEqual([...point(simulation, 3), simulation.alphaTarget()], [-10, 0.5, 0.3]);
  simulation.tick(5).drop(3, true).tick(5);
  assert.deepEqual([...point(simulation, 3), simulation.alphaTarget()], [-10, 0.5, 0]);
  simulation.pin(4, null, undefined).release(3).tick(5);
  assert.notEqual(point(simulation, 3)[0], -10);
  assert.notEqual(point(simulation, 4)[0], 7);
});

test("the nearest node is found", () => {
  const simulation = new Simulation(plane, 3, { positions: [0, 0, 10, 0, 0, 10] });
  assert.equal(simulation.find(9, 1), 1);
  assert.equal(simulation.find(5, 0), 0, "the first of equals");
  assert.equal(simulation.find(100, 100, 20), undefined);
});

test("numbers that are not finite do not spread", () => {
  const simulation = usual(new Simulation(plane, 500), ring(500)).force("collide", forceCollide(5)).tick(3);
  simulation.positions[20] = NaN;
  simulation.velocities[31] = Infinity;
  simulation.moved().tick(3);
  assert.equal(simulation.nonFiniteNodeCount, 2);
  assert.ok(simulation.positions.every(Number.isFinite) && simulation.velocities.every(Number.isFinite));
  const huge = new Simulation(plane, 2, { positions: [3e38, 0, -3e38, 0] }).force("x", forceX(3e38).strength(3e38)).tick();
  assert.ok(huge.positions.every(Number.isFinite) && huge.nonFiniteNodeCount > 0);
});

test("no nodes, one node, no links, links from nodes to themselves", () => {
  for (const [count, links] of [[0, []], [1, []], [1, [{ source: 0, target: 0 }]], [3, []], [3, [{ source: 1, target: 1 }]]]) {
    for (const [module, dimensions] of [[plane, 2], [all, 2], [all, 3]]) {
      const simulation = usual(new Simulation(module, count, { dimensions }), links).force("collide", forceCollide(3))
        .force("t", forceT(links)).force("boxes", forceBoxes(new Array(dimensions).fill(2))).force("radial", forceRadial(10));
      assert.ok(simulation.tick(5).positions.every(Number.isFinite));
    }
  }
});

test("the measured error is below what is aimed at", () => {
  for (const [module, accuracy] of [[plane, 1e-2], [plane, 1e-3], [plane, 1e-4], [all, 5e-5], [all, 1e-5]]) {
    const scalar = module === all ? "double" : "float";
    const simulation = usual(new Simulation(module, 5000, { scalar }), ring(5000));
    simulation.force("charge").accuracy(accuracy);
    const error = simulation.tick(5).measuredError("charge");
    assert.ok(error > 0 && error < accuracy, `${error} with ${accuracy}`);
    assert.equal(simulation.measuredError("link"), 0);
  }
});

test("the two modules have the same bits, with every accuracy and theta of the smaller one", () => {
  const charges = [forceManyBody(), forceManyBody().accuracy(1e-4), forceManyBody().accuracy(0), forceManyBody().theta(0.7)];
  for (const charge of charges) {
    const [a, b] = [plane, all].map((module) =>
      new Simulation(module, 1500).force("charge", charge).tick(4).positions.slice());
    assert.deepEqual(a, b);
  }
});

// By the formulas of docs/determinism.md ("t-force"), in Double, over all pairs.
test("the t-force is the sum over all nodes and links", () => {
  const links = [[0, 1], [1, 2], [2, 0], [2, 3]];
  const simulation = new Simulation(all, 4, { scalar: "double" }).alphaDecay(0).velocityDecay(0);
  const at = Array.from({ length: 4 }, (_, i) => point(simulation, i));
  const objects = links.map(([source, target]) => ({ source, target }));
  simulation.force("t", forceT(objects).strength(6).attraction(3).stiffness(({ target }) => 1 + target).distance(9).theta(0)).tick();
  const ends = [0, 1, 2, 3].map((node) => links.flat().filter((end) => end === node).length);
  for (let i = 0; i < 4; i++) {
    let weight = 0, stiffness = 0;
    const sum = [0, 0], pull = [0, 0];
    for (let j = 0; j < 4; j++) {
      const d = [0, 1].map((k) => at[i][k] - at[j][k]), q = (d[0] ** 2 + d[1] ** 2) / 81 + 1;
      if (i === j) continue;
      weight += q ** -2;
      d.forEach((x, k) => { sum[k] += x * q ** -2; });
    }
    for (const [a, b] of links) {
      if (a !== i && b !== i) continue;
      const o = a === i ? b : a, share = (1 + b) * (ends[o] / (ends[a] + ends[b]));
      const d = [0, 1].map((k) => at[o][k] - at[i][k]), f = (3 * (1 + b)) / ((d[0] ** 2 + d[1] ** 2) / 81 + 1) + share;
      d.forEach((x, k) => { pull[k] += x * f; });
      stiffness += f;
    }
    const resistance = Math.max(1 + stiffness, stiffness / 2 + (weight * 6) / 8);
    point(simulation, i).forEach((x, k) =>
      assert.ok(Math.abs(x - at[i][k] - (sum[k] * 6 + pull[k]) / resistance) < 1e-12, `node ${i}, axis ${k}`));
  }
});

test("what is wrong is said, and changes nothing", async () => {
  const simulation = new Simulation(plane, 10).force("charge", forceManyBody());
  const wrong = [
    [() => new Simulation(plane, -1), /number of nodes is an integer from 0 to 2147483647, not -1/],
    [() => new Simulation(plane, 2, { dimensions: 4 }), /dimensions is an integer from 2 to 3/],
    [() => new Simulation(plane, 2, { dimensions: 3 }), /no simulations in 3 dimensions and float; load "all"/],
    [() => new Simulation(plane, 2, { scalar: "double" }), /no simulations in 2 dimensions and double/],
    [() => new Simulation(plane, 2, { scalar: "half" }), /scalar is "float" or "double"/],
    [() => new Simulation(plane, 2, { positions: [1, 2, 3] }), /positions has 3 numbers; 4 are needed/],
    [() => new Simulation(plane, 2, { positions: [1, 2, 1e39, 0] }), /positions\[2\] is a finite number, not Infinity/],
    [() => new Simulation(plane, [{ x: "1" }]), /x of node 0 is a finite number, not "1"/],
    [() => new Simulation(plane, 2 ** 30), /there is no memory for 1073741824 nodes/],
    [() => simulation.force("x", () => {}), /the force "x" is none of this module's/],
    [() => simulation.force("link", forceLink([{ source: 0, target: 10 }])), /link 0 has the target 10, but there are 10 nodes/],
    [() => simulation.force("link", forceLink([{ source: "a", target: 1 }])), /link 0 has the source "a"/],
    [() => simulation.force("link", forceLink(Int32Array.of(1, 2, 3))), /pairs of node numbers, but there are 3/],
    [() => simulation.force("link", forceLink(ring(10)).strength([1, 2])), /link strength has 2 numbers; 10 are needed/],
    [() => simulation.force("link", forceLink(ring(10)).distance(() => -1)), /link distance\[0\] is a number that is not negative, not -1/],
    [() => simulation.force("link", forceLink(ring(10)).iterations(0.5)), /link iterations is an integer from 0 to 65536/],
    [() => simulation.force("charge", forceManyBody().strength(NaN)), /many-body strength is a finite number, not NaN/],
    [() => simulation.force("charge", forceManyBody().accuracy(-1)), /accuracy is a number that is not negative/],
    [() => simulation.force("charge", forceManyBody().accuracy(1e-5)), /this module has no accuracy below 1e-4 but 0.* load "all"/],
    [() => simulation.force("charge", forceManyBody().theta(0.5)), /no theta below 0.7/],
    [() => simulation.force("collide", forceCollide((_, i) => (i === 4 ? Infinity : 1))), /collide radius\[4\]/],
    [() => simulation.force("boxes", forceBoxes([1])), /box half sides\[0\] has 2 numbers/],
    [() => simulation.force("z", forceZ()), /no axis z in 2 dimensions/],
    [() => simulation.force("t", forceT().distance(0)), /distance of the t-force is above zero/],
    [() => simulation.alphaDecay(2), /alphaDecay is from 0 to 1, not 2/],
    [() => simulation.alpha(NaN), /alpha is a finite number/],
    [() => simulation.pin(10, 0, 0), /the node is an integer from 0 to 9, not 10/],
    [() => simulation.pin(0, 0, 0, 0), /a pin has 2 coordinates, not 3/],
    [() => simulation.pin(0, 1e39), /a finite number, not Infinity/],
    [() => simulation.drag(0, 1), /a drag has 2 coordinates, not 1/],
    [() => simulation.drag(0, 1, NaN), /pin y is a finite number, not NaN/],
    [() => simulation.tick(-1), /iterations is an integer/],
  ];
  for (const [call, message] of wrong) assert.throws(call, message, `${call}`);
  await assert.rejects(loadKernels(7), /a module is "plane", "all"/);
  await assert.rejects(createSimulation(3, { module: new Uint8Array(8) }), WebAssembly.CompileError);
  simulation.force("charge").strength(Infinity);
  assert.throws(() => simulation.tick(), /many-body strength/);
  assert.equal(simulation.tickCount, 0);
  simulation.force("charge").strength(-30);
  assert.ok(simulation.tick(3).positions.every(Number.isFinite));
  assert.equal(simulation.force("link"), undefined);
});

test("what is disposed of says so", () => {
  const simulation = usual(new Simulation(plane, 10), ring(10)).tick();
  simulation.dispose();
  for (const use of [() => simulation.tick(), () => simulation.positions, () => simulation.pin(0, 1, 1)]) {
    assert.throws(use, /the simulation has been disposed of/);
  }
});

test("a worker ticks it", async () => {
  const url = new URL("../../Sources/WebAssembly/force-simulation.js", import.meta.url).href;
  const worker = new Worker(`
    import(${JSON.stringify(url)}).then(async ({ createSimulation, forceManyBody }) => {
      const simulation = await createSimulation(500, { dimensions: 3 });
      simulation.force("charge", forceManyBody()).tick(5);
      require("node:worker_threads").parentPort.postMessage(simulation.positions.slice());
    });`, { eval: true });
  const positions = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  await worker.terminate();
  assert.deepEqual(positions, new Simulation(all, 500, { dimensions: 3 }).force("charge", forceManyBody()).tick(5).positions);
});

test("the types name what there is", () => {
  const types = readFileSync(new URL("../../Sources/WebAssembly/force-simulation.d.ts", import.meta.url), "utf8")
    .replace(/\/\*\*[^]*?\*\//g, "");
  const exported = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual([...new Set(exported)].sort(), Object.keys(api).sort());
  const members = [...types.match(/export class Simulation[^]*?\n}/)[0].matchAll(/^ {2}(?:readonly )?(\w+)[(:?]/gm)].map((match) => match[1]);
  const simulation = new Simulation(plane, [{}]);
  for (const name of members) assert.ok(name === "constructor" || name in simulation, name);
  for (const name of Object.getOwnPropertyNames(Simulation.prototype)) {
    assert.ok(members.includes(name) || ["instance", "alphaValue"].includes(name), `${name} has no type`);
  }
  const forces = { forceManyBody, forceLink, forceCollide, forceBoxes, forceCenter, forceX, forceY, forceZ, forceRadial, forceT };
  for (const [name, make] of Object.entries(forces)) {
    const type = types.match(new RegExp(`^export function ${name}\\(.*\\): (\\w+);`, "m"))[1];
    const parameters = [...types.match(new RegExp(`interface ${type} [^{]*\\{([^]*?)\\}> \\{\\}`))[1].matchAll(/(\w+): /g)].map((match) => match[1]);
    const force = make(1);
    const methods = Object.keys(force).filter((key) => !["kind", "version", "bind"].includes(key));
    assert.deepEqual(parameters.filter((key) => !["node", "index", "nodes"].includes(key)).sort(), methods.sort(), name);
  }
});
