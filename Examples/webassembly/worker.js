// The worker: owns the simulation, ticks it while it is warm, and sends positions as fast as they are drawn.

import {
  createSimulation, forceLink, forceManyBody, forceX, forceY,
} from "../../Sources/WebAssembly/force-simulation.js";

let simulation = null, charge = forceManyBody(), link = forceLink();
let grabbed = null, isRunning = false, milliseconds = 0;
// Whether the page waits for positions, whether there are newer ones than it has, and memory for them.
let isDrawn = true, isBehind = false, spare = null;

/** Each node is linked to two that were there before, drawn by their links (Barabasi and Albert). */
function attachment(count) {
  const numbers = [], ends = [0];
  const draw = () => ends[Math.floor(Math.random() * ends.length)];
  for (let node = 1; node < count; node++) {
    const targets = [draw(), draw()];
    for (const target of targets) {
      numbers.push(node, target);
      ends.push(node, target);
    }
  }
  return Int32Array.from(numbers);
}

async function start(count) {
  const links = attachment(count);
  const made = await createSimulation(count);
  simulation?.dispose();
  simulation = made;
  link.links(links);
  simulation.force("charge", charge).force("link", link)
    .force("x", forceX().strength(0.03)).force("y", forceY().strength(0.03));
  postMessage({ links });
  run();
}

/** Ticks until the simulation is cold, and makes way for messages after each. */
function run() {
  if (isRunning || !simulation) return;
  isRunning = true;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    if (simulation.isCold) {
      isRunning = false;
      channel.port1.close();
      return;
    }
    const begin = performance.now();
    simulation.tick();
    milliseconds = performance.now() - begin;
    isBehind = true;
    send();
    channel.port2.postMessage(null);
  };
  channel.port2.postMessage(null);
}

function send() {
  if (!isDrawn || !isBehind) return;
  const { positions } = simulation;
  const copy = spare?.byteLength === positions.byteLength ? new Float32Array(spare) : new Float32Array(positions.length);
  copy.set(positions);
  [spare, isDrawn, isBehind] = [null, false, false];
  postMessage({ positions: copy, milliseconds, alpha: simulation.alpha() }, [copy.buffer]);
}

onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    if (!simulation) return;
    if (data.drawn) {
      [spare, isDrawn] = [data.drawn, true];
      send();
    }
    if (data.grab) {
      grabbed = simulation.find(...data.grab, data.radius) ?? null;
      if (grabbed !== null) simulation.drag(grabbed, ...data.grab);
    }
    if (data.drag && grabbed !== null) simulation.drag(grabbed, ...data.drag);
    if (data.drop && grabbed !== null) {
      simulation.drop(grabbed);
      grabbed = null;
    }
    if (data.charge !== undefined) charge.strength(data.charge);
    if (data.distance !== undefined) link.distance(data.distance);
    if (data.charge !== undefined || data.distance !== undefined) simulation.alpha(Math.max(simulation.alpha(), 0.3));
    run();
  } catch (problem) {
    postMessage({ error: problem.message });
  }
};
