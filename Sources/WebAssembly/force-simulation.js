// The force simulation of swift-force-simulation as WebAssembly, with d3-force's names: for pages,
// workers, node and Deno. docs/webassembly.md is the manual, force-simulation.d.ts has the types.

import { loadKernels } from "./kernels.js";
import { Simulation } from "./simulation.js";

export { forceBoxes, forceT } from "./boxes-and-t.js";
export { forceCenter, forceCollide, forceLink, forceManyBody, forceRadial, forceX, forceY, forceZ } from "./forces.js";
export { loadKernels, Simulation };

/**
 * A simulation of `nodes`: how many, or objects whose x, y, z, vx, vy, vz and fx, fy, fz are read,
 * once. See force-simulation.d.ts for the options.
 */
export async function createSimulation(nodes, options = {}) {
  const { dimensions = 2, scalar = "float", module } = options;
  const needed = dimensions === 2 && scalar === "float" ? "plane" : "all";
  return new Simulation(await loadKernels(module ?? needed), nodes, options);
}
