// Rotates a graph in three dimensions and projects it to the plane of the two-dimensional camera,
// which goes through the graph's centre.

import { boundsOf } from "./camera.js";
import { clamp } from "./numbers.js";

// With space:
export class Orbit {
  constructor() {
    this.azimuth = 0.5;
    this.elevation = 0.35;
    this.middle = [0, 0, 0];
    this.distance = 1;
  }
  turn(dx, dy) {
    this.azimuth += dx;
    this.elevation = clamp(this.elevation + dy, -Math.PI / 2, Math.PI / 2);
  }
  // Sets the centre and the distance of the eye, three radii of the graph.
  frame(positions) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3, value = positions[i];
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
    if (!(low[0] <= high[0])) return;
    this.middle = low.map((value, axis) => (value + high[axis]) / 2);
    this.distance = Math.max(1.5 * Math.hypot(...high.map((value, i) => value - low[i])), 1);
  }
  // Turns the graph so that it is seen as large as possible in a box of an aspect ratio.
  choose(all, aspect) {
    let most = 0, best = [this.azimuth, this.elevation];
    // A sample is enough in large graphs.
    const step = 3 * Math.ceil(all.length / 6000), positions = all.filter((_, i) => i % step < 3);
    const plane = new Float32Array(positions.length * 2 / 3), nearness = plane.slice();
    for (let azimuth = 0; azimuth < 6.2; azimuth += 0.35) for (let elevation = -1.05; elevation < 1.1; elevation += 0.35) {
      Object.assign(this, { azimuth, elevation });
      this.project(positions, plane, nearness);
      const { low, high } = boundsOf(plane) ?? { low: [0, 0], high: [0, 0] };
      const size = Math.min((high[0] - low[0]) / aspect, high[1] - low[1]);
      if (size > most * 1.001) [most, best] = [size, [azimuth, elevation]];
    }
    [this.azimuth, this.elevation] = best;
  }
  rows() {
    const sa = Math.sin(this.azimuth), ca = Math.cos(this.azimuth);
    const se = Math.sin(this.elevation), ce = Math.cos(this.elevation);
    return [ca, 0, -sa, -se * sa, ce, -se * ca, ce * sa, se, ce * ca];
  }
  // Projects positions. `plane` gets x and y of each node, `nearness` its magnification relative to
  // the centre.
  project(positions, plane, nearness) {
    const [a, b, c, d, e, f, g, h, i] = this.rows(), [mx, my, mz] = this.middle;
    const distance = this.distance;
    for (let node = 0, at = 0; at < positions.length; node++, at += 3) {
      const x = positions[at] - mx, y = positions[at + 1] - my, z = positions[at + 2] - mz;
      const depth = g * x + h * y + i * z;
      const factor = distance / Math.max(distance - depth, distance / 20);
      plane[2 * node] = (a * x + b * y + c * z) * factor;
      plane[2 * node + 1] = (d * x + e * y + f * z) * factor;
      nearness[node] = factor;
    }
  }
  // Returns the point in space that projects to a point of the plane, at the depth of magnification
  // `factor`.
  unproject(px, py, factor) {
    const [a, b, c, d, e, f, g, h, i] = this.rows();
    const x = px / factor, y = py / factor, z = this.distance * (1 - 1 / factor);
    return [
      a * x + d * y + g * z + this.middle[0],
      b * x + e * y + h * z + this.middle[1],
      c * x + f * y + i * z + this.middle[2],
    ];
  }
}
// End of space.
