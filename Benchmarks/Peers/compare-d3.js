// Runs d3-force and simbench in turn on the same scenes, and prints a table: scripts/bench-d3 calls it.
//
//     node compare-d3.js <simbench> <graph.json> <rounds> <nodes> [<nodes> ...]
"use strict";

const { execFileSync } = require("child_process");
const os = require("os");
const path = require("path");

const [simbench, graph, rounds, ...sizes] = process.argv.slice(2);

function run(program, args) {
  return JSON.parse(execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 }));
}

const d3 = (...args) => run(process.execPath, [path.join(__dirname, "d3-force.js"), ...args.map(String)]).ms;
const own = (...args) => run(simbench, ["--json", "--no-verify", ...args.map(String)]);

// 40 ticks of d3 at 100,000 nodes take two minutes: from there on the first five after the warm-up stand for all.
const ticks = (count) => (count >= 50000 ? 5 : 20);

const cases = [
  {
    name: "miserables, 120 ticks",
    d3: () => d3("miserables", graph),
    own: () => own("--scene", "miserables", "--warmup", 0, "--ticks", 120, "--runs", 30).tick_ms.total,
  },
  ...sizes.map((count) => ({
    name: `${count} nodes, a tick`,
    d3: () => d3("random", count, 20, ticks(count)),
    own: () => own("--nodes", count, "--warmup", 20, "--ticks", ticks(count)).tick_ms.median,
  })),
];

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

const digits = (value) => (value < 10 ? value.toFixed(3) : value < 1000 ? value.toFixed(1) : value.toFixed(0));
const range = (values) => `${digits(median(values))} (${digits(Math.min(...values))} to ${digits(Math.max(...values))})`;

console.log(`d3-force ${require("d3-force/package.json").version}, node ${process.version}, ${os.cpus()[0].model}`);
console.log(`2D Double, ms: median (smallest to largest) of ${rounds} rounds in turn; ratios are of the same round`);
console.log("| | d3-force | ForceSimulation | d3 / ForceSimulation |");
console.log("|---|---|---|---|");
for (const { name, d3, own } of cases) {
  const times = { d3: [], own: [] };
  for (let round = 0; round < Number(rounds); ++round) {
    times.d3.push(d3());
    times.own.push(own());
  }
  const ratios = times.d3.map((value, round) => value / times.own[round]);
  console.log(`| ${name} | ${range(times.d3)} | ${range(times.own)} | ${digits(median(ratios))} |`);
}
