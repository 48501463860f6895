// The force simulation of swift-force-simulation as WebAssembly, with d3-force's names: for pages,
// workers, node and Deno. docs/webassembly.md is the manual, force-simulation.d.ts has the types.

export {
  forceBoxes, forceCenter, forceCollide, forceLink, forceManyBody, forceRadial, forceT, forceX, forceY, forceZ,
} from "./forces.js";
export { loadKernels } from "./kernels.js";
export { createSimulation, Simulation } from "./simulation.js";
