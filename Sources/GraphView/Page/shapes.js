// The outlines of nodes, for 2D canvases and SVG; they match the shaders.

// With canvas:
const TAU = 2 * Math.PI;
function around(count, radius, turn = -TAU / 4) {
  return Array.from({ length: count }, (_, i) => {
    const r = Array.isArray(radius) ? radius[i % radius.length] : radius;
    return [r * Math.cos(turn + i * TAU / count), r * Math.sin(turn + i * TAU / count)];
  });
}
// One arm gives the second by a quarter turn, and both give the others by a half turn.
const ARM = [[-0.42, -1.15], [0.42, -1.15], [0.42, -0.42]];
const ARMS = [...ARM, ...ARM.map(([x, y]) => [-y, x])];
const PLUS = [...ARMS, ...ARMS.map(([x, y]) => [-x, -y])];
const CROSS = PLUS.map(([x, y]) => [(x + y) * Math.SQRT1_2, (x - y) * Math.SQRT1_2]);

// The shapes by their protocol numbers; a circle has no corners.
export const SHAPES = [
  null,
  around(4, 0.89 * Math.SQRT2, TAU / 8),
  around(3, 1.36),
  around(4, 0.89 * Math.SQRT2),
  PLUS,
  CROSS,
  around(10, [1.35, 0.6]),
  around(6, 0.95 / Math.cos(TAU / 12), 0),
];

export function shapePath(context, shape, x, y, radius) {
  const corners = SHAPES[shape];
  context.beginPath();
  if (!corners) return context.arc(x, y, radius, 0, TAU);
  // The first lineTo of a path acts as moveTo.
  for (const [cx, cy] of corners) context.lineTo(x + cx * radius, y + cy * radius);
  context.closePath();
}
// End of canvas.
