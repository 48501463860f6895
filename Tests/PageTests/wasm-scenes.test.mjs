// Simulations in WebAssembly end in the states that those of the server end in, to the bit: in all named
// scenes of Tests/ForceSimulationTests/StateHashes.json in two and three dimensions. Those in four, SIMD4,
// are left out, as the modules have no vectors of four.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadKernels } from "../../Sources/WebAssembly/force-simulation.js";
import { allScenes, readText, runScenes } from "./scenes.mjs";

const recorded = JSON.parse(await readText("../ForceSimulationTests/StateHashes.json"));
const all = await loadKernels("all"), plane = await loadKernels("plane");

test("the scenes are those of the file but for four dimensions", () => {
  const names = Object.keys(recorded).filter((name) => !name.includes("SIMD4"));
  assert.deepEqual(allScenes().map((scene) => scene.name).sort(), names.sort());
});

const compare = async (scenes, module) => assert.deepEqual(await runScenes(scenes, module, recorded), {});

for (const [scalar, dimensions] of [["float", 2], ["double", 2], ["float", 3], ["double", 3]]) {
  const scenes = allScenes().filter((scene) => scene.scalar === scalar && scene.dimensions === dimensions);
  test(`${scenes.length} scenes, ${dimensions} dimensions, ${scalar}: the server's bits`, () => compare(scenes, all));
  if (scalar === "float" && dimensions === 2) {
    test(`${scenes.length} scenes, module of the plane in Float: the server's bits`, () => compare(scenes, plane));
  }
}
