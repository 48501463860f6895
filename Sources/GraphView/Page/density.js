// The number of links that overlap along each link, which determines its opacity: a single link is
// clearly visible, thousands form a haze. As in GraphRendering, line lengths are summed in the
// cells of a grid, and averaged along each link.

import { clamp } from "./numbers.js";

const GRID_CELL = 4;
// The maximum number of samples per link when the density is read, and when it is written.
const SAMPLES = 24, WHOLE = 1000;
// The number of links above which the density is estimated from a sample of links.
const COUNTED = 200000;

// Returns a byte per link: 16 times the binary logarithm of the number of links that overlap along
// it, when drawn at `scale` pixels per unit.
export function linkDensity(plane, ends, bounds, scale) {
  const links = ends.length / 2, result = new Uint8Array(links);
  const columns = Math.min(Math.ceil((bounds.high[0] - bounds.low[0]) * scale / GRID_CELL) + 1, 2000);
  const rows = Math.min(Math.ceil((bounds.high[1] - bounds.low[1]) * scale / GRID_CELL) + 1, 2000);
  const cells = new Float32Array(columns * rows);
  const stride = Math.max(1, Math.ceil(links / COUNTED));
  // Calls `visit` with the cells along a link, and returns the number of samples.
  const walk = (link, most, visit) => {
    const a = ends[2 * link], b = ends[2 * link + 1];
    const x = (plane[2 * a] - bounds.low[0]) * scale / GRID_CELL;
    const y = (plane[2 * a + 1] - bounds.low[1]) * scale / GRID_CELL;
    const dx = (plane[2 * b] - bounds.low[0]) * scale / GRID_CELL - x;
    const dy = (plane[2 * b + 1] - bounds.low[1]) * scale / GRID_CELL - y;
    const length = Math.hypot(dx, dy);
    if (!Number.isFinite(length)) return 0;
    const count = Math.min(Math.floor(length) + 1, most);
    for (let i = 0; i < count; i++) {
      const t = (i + 0.5) / count;
      const column = Math.floor(x + dx * t), row = Math.floor(y + dy * t);
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
      visit(row * columns + column, length / count);
    }
    return count;
  };
  for (let link = 0; link < links; link += stride) {
    walk(link, WHOLE, (cell, length) => { cells[cell] += length * stride; });
  }
  for (let link = 0; link < links; link++) {
    let sum = 0;
    const count = walk(link, SAMPLES, (cell) => { sum += cells[cell]; });
    // A cell is four line widths wide; on average half of the links that cross it cover a given
    // point.
    const stack = count ? sum / count / 2 : 1;
    result[link] = clamp(16 * Math.log2(stack), 0, 255);
  }
  return result;
}

// With canvas:
// Returns the opacity of a link with `stack` links on top of each other.
export function opacityOf(stack) {
  return 0.6 * clamp(stack, 1, 24) ** -0.72 * 24 / clamp(stack, 24, 96);
}
// End of canvas.
