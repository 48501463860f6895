// Times d3-force on a scene of simbench, in a process of its own, and prints one line of JSON:
//
//     node d3-force.js random 1000 20 20      nodes, warm-up ticks, measured ticks: {"ms": median of a tick}
//     node d3-force.js miserables graph.json  {"ms": median of whole runs of 120 ticks}
//
// NODE_PATH has to name the folder d3-force is in. The random scene is that of Sources/Scenes/Scene+Generators.swift with
// seed 42: the same links, and the same positions but for the last digit, as this sine and cosine are JavaScript's.
"use strict";

const fs = require("fs");
const d3 = require("d3-force");

function randomScene(count) {
  let state = 42;
  const next = () => (state = (1664525 * state + 1013904223) % 4294967296) / 4294967296;
  const links = [];
  for (let i = 0; i < 2 * count; ++i) {
    const source = Math.floor(next() * count);
    const target = Math.floor(next() * count);
    links.push({ source, target: target === source ? (target + 1) % count : target });
  }
  const nodes = [];
  for (let i = 0; i < count; ++i) {
    const radius = 10 * Math.sqrt(count) * Math.sqrt(next());
    const angle = 2 * Math.PI * next();
    nodes.push({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
  }
  return { nodes, links, distance: 30 };
}

function miserables(path) {
  const { graph } = JSON.parse(fs.readFileSync(path, "utf8"));
  return {
    nodes: Array.from({ length: graph.nodeCount }, () => ({})),
    links: graph.links.map(([source, target]) => ({ source, target })),
    distance: 35,
  };
}

function simulation({ nodes, links, distance }) {
  return d3
    .forceSimulation(nodes)
    .force("many-body", d3.forceManyBody().strength(-30))
    .force("link", d3.forceLink(links).distance(distance))
    .force("center", d3.forceCenter())
    .force("collide", d3.forceCollide(3))
    .stop();
}

function milliseconds(body) {
  const start = process.hrtime.bigint();
  body();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

const [scene, ...rest] = process.argv.slice(2);
const samples = [];
if (scene === "miserables") {
  // The first ten runs, in which the engine still compiles, do not count.
  for (let run = 0; run < 30; ++run) {
    const fresh = simulation(miserables(rest[0]));
    samples.push(milliseconds(() => fresh.tick(120)));
  }
  samples.splice(0, 10);
} else {
  const [count, warmup, ticks] = rest.map(Number);
  const running = simulation(randomScene(count));
  running.tick(warmup);
  for (let tick = 0; tick < ticks; ++tick) samples.push(milliseconds(() => running.tick()));
}
console.log(JSON.stringify({ ms: median(samples) }));
