importScripts("d3-collection.js", "d3-dispatch.js", "d3-quadtree.js", "d3-timer.js", "d3-force.js");

// An error that nobody catches in a promise would not reach the page.
self.addEventListener("unhandledrejection", ({ reason }) => { setTimeout(() => { throw reason; }); });

async function start() {
  const { positions, ends } = await (await fetch("graph.json")).json();
  const links = Array.from({ length: ends.length / 2 }, (_, i) => ({ source: ends[2 * i], target: ends[2 * i + 1] }));
  const simulation = d3.forceSimulation(Array.from({ length: positions.length / 2 }, () => ({})))
    .force("charge", d3.forceManyBody()).force("link", d3.forceLink(links)).stop();
  measure((ticks) => { for (let i = 0; i < ticks; i++) simulation.tick(); });
}

start();

// The same clock as of ticks-ours.js: 20 ticks first, then a turn of half a second at each message, in ms of a tick.
function measure(tick) {
  tick(20);
  const time = (ticks) => {
    const begin = performance.now();
    tick(ticks);
    return (performance.now() - begin) / ticks;
  };
  const ticks = Math.min(1000, Math.max(1, Math.round(500 / time(2))));
  self.onmessage = () => self.postMessage(time(ticks));
  self.postMessage("ready");
}
