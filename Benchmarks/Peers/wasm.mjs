// Times simulations in WebAssembly, and d3-force where it is installed, in turn in one process (scripts/bench-wasm):
//
//     node wasm.mjs ROUNDS NODES...
//
// The graph: Barabasi-Albert, two links a node, by d3-force's generator. Many-body and links in the plane, defaults
// of both; ours in Float. A round is a number of ticks that takes a second or so; printed is the median round's
// time of a tick, after 20 ticks that are not timed. Then for up to 20,000 nodes the error of the charge, where our
// simulation has come to: the root mean square difference from the sum over all pairs in Double, relative to its
// root mean square.

import { createRequire } from "node:module";
import { createSimulation, forceLink, forceManyBody } from "../../Sources/WebAssembly/force-simulation.js";

const [rounds, ...sizes] = process.argv.slice(2).map(Number);

function loadD3() {
  try {
    return createRequire(import.meta.url)("d3-force");
  } catch {
    return null;
  }
}

/** Each node after the first is linked to two that are drawn from the ends of the links before it. */
function attachment(count) {
  let state = 1;
  const below = (limit) => Math.floor(((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32) * limit);
  const numbers = [], ends = [0];
  for (let node = 1; node < count; node++) {
    const targets = [ends[below(ends.length)], ends[below(ends.length)]];
    for (const target of targets) {
      numbers.push(node, target);
      ends.push(node, target);
    }
  }
  return Int32Array.from(numbers);
}

/** The velocities that a force gives nodes at these places in a tick at alpha 1. */
async function pushes(places, force, scalar) {
  const simulation = await createSimulation(places.length / 2, { positions: places, scalar });
  simulation.alphaDecay(0).velocityDecay(0).force("charge", force).tick();
  return Float64Array.from(simulation.velocities);
}

function pushesOfD3(places) {
  const nodes = Array.from({ length: places.length / 2 }, (_, i) => ({ x: places[2 * i], y: places[2 * i + 1] }));
  d3.forceSimulation(nodes).alphaDecay(0).velocityDecay(0).force("charge", d3.forceManyBody()).stop().tick();
  return Float64Array.from(nodes.flatMap((node) => [node.vx, node.vy]));
}

function error(found, exact) {
  let [difference, size] = [0, 0];
  exact.forEach((value, at) => {
    difference += (found[at] - value) ** 2;
    size += value ** 2;
  });
  return Math.sqrt(difference / size).toExponential(1);
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

function time(tick, ticks) {
  const begin = performance.now();
  tick(ticks);
  return (performance.now() - begin) / ticks;
}

const d3 = loadD3();
console.log(`node ${process.version}, ${d3 ? "beside d3-force" : "d3-force is not installed"}: ms of a tick`);
for (const count of sizes) {
  const links = attachment(count);
  const begin = performance.now();
  const ours = await createSimulation(count);
  ours.force("charge", forceManyBody()).force("link", forceLink(links));
  const start = performance.now() - begin;
  const contenders = { ours: (ticks) => ours.tick(ticks) };
  if (d3) {
    const objects = Array.from({ length: links.length / 2 }, (_, link) => ({ source: links[2 * link], target: links[2 * link + 1] }));
    const simulation = d3.forceSimulation(Array.from({ length: count }, () => ({})))
      .force("charge", d3.forceManyBody()).force("link", d3.forceLink(objects)).stop();
    contenders.d3 = (ticks) => { for (let i = 0; i < ticks; i++) simulation.tick(); };
  }
  const times = {};
  for (const [name, tick] of Object.entries(contenders)) {
    tick(20);
    times[name] = { ticks: Math.max(1, Math.round(1000 / time(tick, 2))), seen: [] };
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, tick] of Object.entries(contenders)) times[name].seen.push(time(tick, Math.min(times[name].ticks, 1000)));
  }
  const found = Object.fromEntries(Object.entries(times).map(([name, { seen }]) => [name, median(seen)]));
  console.log(`${count} nodes, ${links.length / 2} links: ours ${found.ours.toFixed(3)}`
    + (d3 ? `, d3-force ${found.d3.toFixed(1)}, ratio ${(found.d3 / found.ours).toFixed(0)}` : "")
    + `; made and bound in ${start.toFixed(0)} ms`);
  if (count > 20000) continue;
  const places = Float64Array.from(ours.positions);
  const exact = await pushes(places, forceManyBody().accuracy(0), "double");
  console.log(`  error of the charge: ours ${error(await pushes(places, forceManyBody(), "float"), exact)}`
    + (d3 ? `, d3-force ${error(pushesOfD3(places), exact)}` : ""));
}
