// The page: draws what the worker sends, and tells it what the hand and the sliders do.

const canvas = document.querySelector("canvas"), context = canvas.getContext("2d");
const output = document.querySelector("output");
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });

let positions = new Float32Array(0), links = new Int32Array(0), held = null;
// From the layout to the canvas: x * scale + left.
let view = { scale: 1, left: 0, top: 0 };

worker.onmessage = ({ data }) => {
  if (data.links) links = data.links;
  if (data.error) output.value = data.error;
  if (!data.positions) return;
  positions = data.positions;
  output.value = `${data.milliseconds.toFixed(1)} ms a tick, alpha ${data.alpha.toFixed(3)}`;
  requestAnimationFrame(() => {
    draw();
    // The next ones when these are drawn. The memory goes back, to be used again.
    worker.postMessage({ drawn: positions.buffer }, [positions.buffer]);
  });
};
worker.onerror = (event) => { output.value = event.message; };

function fit() {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    left = Math.min(left, positions[at]);
    right = Math.max(right, positions[at]);
    top = Math.min(top, positions[at + 1]);
    bottom = Math.max(bottom, positions[at + 1]);
  }
  const scale = 0.9 * Math.min(canvas.width / (right - left || 1), canvas.height / (bottom - top || 1));
  view = { scale, left: (canvas.width - (left + right) * scale) / 2, top: (canvas.height - (top + bottom) * scale) / 2 };
}

function draw() {
  canvas.width = innerWidth * devicePixelRatio;
  canvas.height = innerHeight * devicePixelRatio;
  if (held === null) fit();
  const x = (node) => positions[2 * node] * view.scale + view.left;
  const y = (node) => positions[2 * node + 1] * view.scale + view.top;
  context.strokeStyle = "#8884";
  context.beginPath();
  for (let at = 0; at < links.length; at += 2) {
    context.moveTo(x(links[at]), y(links[at]));
    context.lineTo(x(links[at + 1]), y(links[at + 1]));
  }
  context.stroke();
  context.fillStyle = "#2255aa";
  for (let node = 0; 2 * node < positions.length; node++) context.fillRect(x(node) - 2, y(node) - 2, 4, 4);
}

// MARK: The hand

const place = (event) => [
  (event.clientX * devicePixelRatio - view.left) / view.scale, (event.clientY * devicePixelRatio - view.top) / view.scale,
];
canvas.onpointerdown = (event) => {
  canvas.setPointerCapture(event.pointerId);
  held = event.pointerId;
  worker.postMessage({ grab: place(event), radius: (20 * devicePixelRatio) / view.scale });
};
canvas.onpointermove = (event) => {
  if (held === event.pointerId) worker.postMessage({ drag: place(event) });
};
canvas.onpointerup = canvas.onpointercancel = () => {
  held = null;
  worker.postMessage({ drop: true });
};

// MARK: Settings

const start = () => worker.postMessage({ start: Number(document.querySelector("#count").value) });
document.querySelector("#count").onchange = start;
for (const name of ["charge", "distance"]) {
  document.querySelector(`#${name}`).oninput = ({ target }) => worker.postMessage({ [name]: Number(target.value) });
}
start();
