// debian: node-d3-force (measured with 1.2.1)
// d3-force: a tick with the four forces of simbench's scenes, which are the same as ours. One thread, in the plane only.
// Whole layouts are its default 300 ticks from its default start. The protocol is README.md's.
"use strict";

const fs = require("fs");
const readline = require("readline");
const d3 = require("d3-force");
const version = require("d3-force/package.json").version;

function rows(path) {
  return fs.readFileSync(path, "utf8").trim().split("\n").map((line) => line.split(" ").map(Number));
}

function scene(request) {
  const links = rows(request.edges).map(([source, target]) => ({ source, target }));
  const nodes = Array.from({ length: request.nodes }, () => ({}));
  if (request.start) rows(request.start).forEach(([x, y], i) => Object.assign(nodes[i], { x, y }));
  return { nodes, links };
}

function simulation({ nodes, links }) {
  return d3
    .forceSimulation(nodes)
    .force("many-body", d3.forceManyBody().strength(-30))
    .force("link", d3.forceLink(links).distance(30))
    .force("center", d3.forceCenter())
    .force("collide", d3.forceCollide(3))
    .stop();
}

function milliseconds(body) {
  const start = process.hrtime.bigint();
  body();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

// The error of many-body, defined as in harness/adapter.py, at the nodes' positions.
function manyBodyError(nodes) {
  const force = d3.forceManyBody().strength(-30);
  const copies = nodes.map(({ x, y }) => ({ x, y, vx: 0, vy: 0 }));
  d3.forceSimulation(copies).stop();
  force.initialize(copies);
  force(1);
  let error2 = 0, exact2 = 0;
  const step = Math.max(1, Math.floor(copies.length / 1000));
  for (let i = 0; i < copies.length; i += step) {
    let fx = 0, fy = 0;
    for (let j = 0; j < copies.length; ++j) {
      if (j === i) continue;
      const dx = copies[j].x - copies[i].x, dy = copies[j].y - copies[i].y;
      let l = dx * dx + dy * dy;
      if (l < 1) l = Math.sqrt(l);
      fx -= (30 * dx) / l;
      fy -= (30 * dy) / l;
    }
    error2 += (copies[i].vx - fx) ** 2 + (copies[i].vy - fy) ** 2;
    exact2 += fx * fx + fy * fy;
  }
  return Math.sqrt(error2 / exact2);
}

function peakMegabytes() {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(fs.readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return null; // not Linux
  }
}

function answer(request) {
  const loaded = scene(request);
  const base_mb = peakMegabytes();
  const running = simulation(loaded);
  const ms = [];
  if (request.what === "whole") {
    const before = process.cpuUsage();
    ms.push(milliseconds(() => running.tick(300)));
    const spent = process.cpuUsage(before);
    const cpu_ms = [(spent.user + spent.system) / 1000];
    if (request.save) fs.writeFileSync(request.save, loaded.nodes.map(({ x, y }) => `${x} ${y}\n`).join(""));
    return { version, ms, cpu_ms, threads: 1, base_mb, peak_mb: peakMegabytes() };
  }
  const [warmup, all] = request.iterations;
  running.tick(warmup);
  for (let tick = warmup; tick < all; ++tick) ms.push(milliseconds(() => running.tick()));
  const peak_mb = peakMegabytes();
  return { version, ms, threads: 1, base_mb, peak_mb, error: request.error ? manyBodyError(loaded.nodes) : null };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(answer(JSON.parse(line))));
});
