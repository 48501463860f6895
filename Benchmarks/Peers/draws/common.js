// What the pages of peers for scripts/bench-draws share: the graph, and the counts that the script reads.

// `draws`: how often the page has drawn. `first`: when it first had, in ms after the address was called.
window.bench = { draws: 0, first: 0 };

function drew() {
  bench.draws++;
  if (bench.first === 0) bench.first = performance.now();
}

// The graph that the script has written: { positions: [x, y, ...], ends: [source, target, ...] }.
async function loadGraph() {
  return (await fetch("graph.json")).json();
}

// The scale and the middle with which the positions fit a box of pixels.
function fitting(positions, width, height) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 2) {
    left = Math.min(left, positions[i]);
    right = Math.max(right, positions[i]);
    top = Math.min(top, positions[i + 1]);
    bottom = Math.max(bottom, positions[i + 1]);
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: 0.9 * Math.min(width / (right - left), height / (bottom - top)) };
}
