// The kernels of the module compute what those of the server do, to the bit: all passes of Tests/KernelDriver,
// in two and three dimensions, in Float and Double, over all kinds of points. The server's hashes are recorded in
// Tests/KernelDriver/hashes.txt; those in four dimensions are left out, as the module has none.
//
// The passes are a module of their own, which makes the input, calls the kernels of the module that is
// released, and hashes what they compute. It is linked to live in the other one's memory, behind what
// that has at the start.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadKernels } from "../../Sources/WebAssembly/force-simulation.js";

const read = (path) => readFileSync(new URL(path, import.meta.url));
const driverModule = new WebAssembly.Module(read("kernel-driver.wasm"));
const kernelModule = await loadKernels("all");
const PAGES = 4;

/** An instance of the passes, and of the kernels that they call. */
function start() {
  const failed = (message, length) => {
    throw new Error(new TextDecoder().decode(new Uint8Array(kernels.memory.buffer, message, length)));
  };
  const kernels = new WebAssembly.Instance(kernelModule, { page: { failed } }).exports;
  assert.equal(kernels.memory.grow(PAGES), 4, "the driver is linked behind four pages");
  const env = { ...kernels, malloc: kernels.allocate, free: kernels.release };
  const driver = new WebAssembly.Instance(driverModule, { env }).exports;
  const text = (address) => {
    const bytes = new Uint8Array(kernels.memory.buffer, address, 64);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  return { driver, names: Array.from({ length: driver.pass_count() }, (_, pass) => text(driver.pass_name(pass))) };
}

const recorded = new Map(read("../KernelDriver/hashes.txt").toString().trim().split("\n").map((line) => {
  const [pass, scalar, dimension, hash] = line.split(" ");
  return [`${pass} ${scalar} ${dimension}`, hash];
}));

test("every pass of the record is one of the module, and the other way round", () => {
  const { names } = start();
  assert.deepEqual([...new Set([...recorded.keys()].map((key) => key.split(" ")[0]))].sort(), [...names].sort());
  assert.equal(recorded.size, 6 * names.length);
});

for (const name of start().names) {
  test(`${name}: the server's bits`, () => {
    const { driver, names } = start();
    for (const [scalar, type] of [["f32", 0], ["f64", 1]]) {
      for (const dimension of [2, 3]) {
        const hash = BigInt.asUintN(64, driver.hash_pass(names.indexOf(name), type, dimension));
        assert.equal(hash.toString(16).padStart(16, "0"), recorded.get(`${name} ${scalar} ${dimension}`), `${scalar} ${dimension}`);
      }
    }
  });
}
