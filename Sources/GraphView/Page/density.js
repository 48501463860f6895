// How many links lie over one another along each link, for their opacity: one alone is well seen,
// thousands are a haze and not a blot. As GraphRendering does it: line lengths summed in the cells
// of a grid, and the mean along each link.

import { clamp } from "./numbers.js";

const GRID_CELL = 4;
// A link is looked at in so many places at most, but written whole.
const SAMPLES = 24, WHOLE = 1000;
// Above this many links some tell the density for all.
const COUNTED = 200000;

// A byte for each link: 16 times the binary logarithm of the number of links that lie over one
// another along it, when the picture is drawn with `scale` pixels a unit.
export function linkDensity(plane, ends, bounds, scale) {
  const links = ends.length / 2, result = new Uint8Array(links);
  const columns = Math.min(Math.ceil((bounds.high[0] - bounds.low[0]) * scale / GRID_CELL) + 1, 2000);
  const rows = Math.min(Math.ceil((bounds.high[1] - bounds.low[1]) * scale / GRID_CELL) + 1, 2000);
  const cells = new Float32Array(columns * rows);
  const stride = Math.max(1, Math.ceil(links / COUNTED));
  // Calls back for the cells along a link; gives back how many samples there were.
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
    // A cell is four lines wide, and a place in it is covered by half of what crosses it.
    const stack = count ? sum / count / 2 : 1;
    result[link] = clamp(16 * Math.log2(stack), 0, 255);
  }
  return result;
}

// With canvas:
// The opacity of a link with so many over one another.
export function opacityOf(stack) {
  return 0.6 * clamp(stack, 1, 24) ** -0.72 * 24 / clamp(stack, 24, 96);
}
// End of canvas.
