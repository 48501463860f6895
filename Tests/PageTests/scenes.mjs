// The named scenes of Tests/ForceSimulationTests/StateHashes.json (Sources/Scenes, StateHashCase.swift),
// for simulations in WebAssembly.

import {
  createSimulation, forceBoxes, forceCenter, forceCollide, forceLink, forceManyBody, forceRadial, forceY,
} from "../../Sources/WebAssembly/force-simulation.js";

const KINDS = [
  "miserables", "random", "clusters", "grid", "coincident", "cancelling", "limited", "pinned", "uneven", "hub", "boxes",
];
const VECTORS = [[2, "double"], [2, "float"], [3, "double"], [3, "float"]];

/** All scenes of the file in two and three dimensions: { name, kind, count, dimensions, scalar, ticks }. */
export function allScenes() {
  const scenes = [];
  const add = (kind, count, [dimensions, scalar], ticks) => {
    const name = `${kind}, ${count} nodes, SIMD${dimensions}<${scalar === "float" ? "Float" : "Double"}>`;
    scenes.push({ name, kind, count, dimensions, scalar, ticks });
  };
  for (const kind of KINDS) {
    for (const vector of VECTORS) add(kind, kind === "miserables" ? 77 : 300, vector, 25);
    if (kind !== "miserables") for (const vector of VECTORS) add(kind, 2500, vector, 6);
  }
  for (const kind of ["random", "clusters"]) for (const vector of [VECTORS[0], VECTORS[3]]) add(kind, 10000, vector, 2);
  return scenes;
}

// MARK: Graphs and places

/** d3-force's generator. */
class Random {
  state = 42;
  /** The next number of 32 bits. */
  bits() { return (this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0); }
  next() { return this.bits() * 2 ** -32; }
  below(count) { return Math.floor(this.next() * count); }
  copy() { return Object.assign(new Random(), { state: this.state }); }
}

/** Sine and cosine as StartPositions.swift has them, of an angle in 2^-32 turns. */
function sineAndCosine(turn) {
  const quarter = ((turn + 2 ** 29) >>> 0) >>> 30;
  const angle = ((turn - quarter * 2 ** 30) | 0) * 2 ** 32 * (2 ** -63 * Math.PI);
  const square = angle * angle;
  let sine = 0, cosine = 0;
  for (let term = 17; term >= 3; term -= 2) sine = (-square * (1 + sine)) / (term * (term - 1));
  for (let term = 18; term >= 2; term -= 2) cosine = (-square * (1 + cosine)) / (term * (term - 1));
  const s = angle + angle * sine, c = 1 + cosine;
  return [[s, c], [c, -s], [-s, -c], [-c, s]][quarter];
}

function cubeRoot(value) {
  // The exponent of a number, 2^exponent <= value < 2^(exponent + 1).
  const exponent = ((new Uint32Array(Float64Array.of(value).buffer)[1] >>> 20) & 0x7ff) - 1023;
  let root = 2 ** (Math.trunc(exponent / 3) + 1);
  for (;;) {
    const next = root - (root - value / (root * root)) / 3;
    if (!(next < root)) return root;
    root = next;
  }
}

function pointInBall(dimensions, radius, random) {
  const share = random.next();
  if (dimensions === 2) {
    const r = radius * Math.sqrt(share);
    const [sine, cosine] = sineAndCosine(random.bits());
    return [r * cosine, r * sine];
  }
  const r = radius * (share > 0 ? cubeRoot(share) : 0);
  const height = 2 * random.next() - 1;
  const width = Math.sqrt(1 - height * height);
  const [sine, cosine] = sineAndCosine(random.bits());
  return [r * width * cosine, r * width * sine, r * height];
}

const radiusOf = (count, dimensions) => (dimensions === 2 ? 10 * Math.sqrt(count) : 20 * cubeRoot(count));
const other = (target, source, begin, end) => (target !== source ? target : target + 1 < end ? target + 1 : begin);
const indices = (count) => Array.from({ length: count }, (_, i) => i);

function randomGraph(count, dimensions) {
  const random = new Random(), links = [];
  for (let link = 0; link < 2 * count; link++) {
    const source = random.below(count), target = random.below(count);
    links.push({ source, target: other(target, source, 0, count) });
  }
  const radius = radiusOf(count, dimensions);
  return { links, places: indices(count).flatMap(() => pointInBall(dimensions, radius, random)) };
}

function clusterGraph(count, dimensions) {
  const random = new Random(), links = [];
  const clusters = Math.max(1, Math.round(Math.sqrt(count)));
  const clusterOf = (node) => Math.floor((node * clusters) / count);
  const begin = (cluster) => Math.floor((cluster * count + clusters - 1) / clusters);
  for (let link = 0; link < 2 * count; link++) {
    const source = random.below(count);
    let [low, high] = [begin(clusterOf(source)), begin(clusterOf(source) + 1)];
    if (!(random.next() < 0.9 && high - low > 1)) [low, high] = [0, count];
    const target = low + random.below(high - low);
    links.push({ source, target: other(target, source, low, high) });
  }
  const large = radiusOf(count, dimensions);
  const centers = indices(clusters).map(() => pointInBall(dimensions, large, random));
  const small = large / (4 * (dimensions === 2 ? Math.sqrt(clusters) : cubeRoot(clusters)));
  const places = indices(count).flatMap((node) =>
    pointInBall(dimensions, small, random).map((x, k) => centers[clusterOf(node)][k] + x));
  return { links, places };
}

function gridGraph(count, dimensions) {
  let side = 1;
  while (side ** dimensions < count) side++;
  const links = [];
  for (let node = 0; node < count; node++) {
    for (let axis = 0, step = 1; axis < dimensions; axis++, step *= side) {
      if ((Math.floor(node / step) % side) + 1 < side && node + step < count) links.push({ source: node, target: node + step });
    }
  }
  const places = indices(count).flatMap((node) =>
    indices(dimensions).map((axis) => 20 * ((Math.floor(node / side ** axis) % side) - (side - 1) / 2)));
  return { links, places };
}

/** A file of this repository, in node and in a browser. */
export async function readText(path) {
  const url = new URL(path, import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).text();
  return (await import("node:fs/promises")).readFile(url, "utf8");
}

/** The links of the scene in its Swift source. */
async function miserables() {
  const text = await readText("../../Sources/Scenes/Miserables.swift");
  const numbers = text.match(/miserablesLinks: \[Int\] = \[([^\]]*)\]/)[1].match(/\d+/g).map(Number);
  const links = indices(numbers.length / 2).map((link) => ({ source: numbers[2 * link], target: numbers[2 * link + 1] }));
  return { links, places: null };
}

function graphOf({ kind, count, dimensions }) {
  if (kind === "miserables") return miserables();
  if (kind === "clusters") return clusterGraph(count, dimensions);
  if (kind === "grid") return gridGraph(count, dimensions);
  const { links, places } = randomGraph(count, dimensions);
  if (kind === "coincident") places.fill(3.5);
  if (kind === "pinned") for (let node = 0; node < count; node++) places[(node + 1) * dimensions - 1] = 1.5;
  if (kind !== "hub") return { links, places };
  const star = indices(count - 1).map((leaf) => ({ source: 0, target: leaf + 1 }));
  return { links: [...star, ...links.slice(0, 50)], places };
}

// MARK: Simulations

function setForces(simulation, { kind, dimensions }, links) {
  const charge = forceManyBody(), link = forceLink(links), collide = forceCollide(3);
  switch (kind) {
    case "cancelling": charge.strength((_, i) => [-30, 30, -12.5, 12.5][i % 4]); break;
    case "limited": charge.distanceMin(3).distanceMax(80); break;
    case "uneven":
      collide.radius((_, i) => (i === 7 ? 200 : 1 + (i % 5) / 2)).strength(0.7).iterations(2);
      break;
    case "hub": link.strength(1).distance(({ target }) => 20 + (target % 11)).iterations(2); break;
    default:
  }
  simulation.force("charge", charge).force("link", link).force("center", forceCenter()).force("collide", collide)
    .force("y", forceY(5)).force("radial", forceRadial(40));
  if (kind !== "boxes") return;
  const vector = (first, rest) => [first, ...new Array(dimensions - 1).fill(rest)];
  simulation.force("boxes", forceBoxes((_, i) => vector(i === 7 ? 60 : 2 + (i % 5) * 3, 2))
    .offsets((_, i) => (i % 3 === 0 ? vector(4, 4) : vector(0, 0))).iterations(2));
}

/** A simulation of the scene at its start. `module`: as in createSimulation(). */
async function simulate(scene, module) {
  const { kind, count, dimensions, scalar } = scene;
  const { links, places } = await graphOf(scene);
  const simulation = await createSimulation(count, { dimensions, scalar, positions: places, module });
  setForces(simulation, scene, links);
  if (kind !== "pinned") return simulation;
  for (let node = 0; node < count; node += 10) {
    simulation.pin(node, ...new Array(dimensions).fill(node % 50));
    const free = new Array(node % dimensions).fill(undefined);
    simulation.pin(node + 1, ...free, -7);
  }
  return simulation;
}

/** Runs scenes with a module; those whose hashes are not the recorded ones, with what they are. */
export async function runScenes(scenes, module, recorded) {
  const wrong = {};
  for (const scene of scenes) {
    const simulation = await simulate(scene, module);
    const hash = trajectoryHash(simulation.tick(scene.ticks));
    if (hash !== recorded[scene.name]) wrong[scene.name] = hash;
    simulation.dispose();
  }
  return wrong;
}

/** The trajectory hash of Kinetics: FNV-1a over the bits of alpha, positions and velocities. */
function trajectoryHash(simulation) {
  const { positions, velocities, count, dimensions, stride } = simulation;
  // 64 bits in four parts of 16, as numbers of 64 bits are slow: the prime is 2^40 + 0x1b3.
  let [a, b, c, d] = [0x2325, 0x8422, 0x9ce4, 0xcbf2];
  const bytes = new Uint8Array(8), value = new Float64Array(bytes.buffer);
  const add = (x) => {
    value[0] = x;
    for (const byte of bytes) {
      a ^= byte;
      const [p, q, r, s] = [a * 0x1b3, b * 0x1b3, c * 0x1b3 + (a << 8), d * 0x1b3 + (b << 8)];
      a = p & 0xffff;
      const q1 = q + (p >>> 16);
      b = q1 & 0xffff;
      const r1 = r + (q1 >>> 16);
      c = r1 & 0xffff;
      d = (s + (r1 >>> 16)) & 0xffff;
    }
  };
  add(simulation.alphaValue);
  for (let node = 0; node < count; node++) {
    for (let k = 0; k < dimensions; k++) add(positions[node * stride + k]);
    for (let k = 0; k < dimensions; k++) add(velocities[node * stride + k]);
  }
  return [d, c, b, a].map((part) => part.toString(16).padStart(4, "0")).join("");
}
