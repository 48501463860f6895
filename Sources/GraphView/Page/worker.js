// The worker of a standalone file. The first message has the module and the graph; the others say
// what to do.

import { FileRun } from "./file-run.js";

let run = null;
const waiting = [];

self.onmessage = async ({ data }) => {
  try {
    if (data.module) {
      const module = await WebAssembly.compile(data.module);
      run = new FileRun(module, data, (frame, transfer) => self.postMessage(frame, transfer));
      for (const one of waiting) run.take(one);
    } else if (run) run.take(data);
    else waiting.push(data);
  } catch (problem) {
    self.postMessage({ error: problem.message });
  }
};
