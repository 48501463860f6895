// What the program has said about the view: title, forces, looks, legend, whether it runs.

import { Events } from "./events.js";

export class Model extends Events {
  constructor() {
    super();
    Object.assign(this, {
      title: "", running: false, theme: "auto", forces: [], looks: {}, allows: {}, alpha: 0, tick: 0, dimensions: 2,
    });
  }
  greet(hello) {
    this.take(hello);
    this.emit("hello");
    this.emit("state", hello);
  }
  change(state) {
    this.take(state);
    this.emit("state", state);
  }
  take(state) {
    for (const [name, value] of Object.entries(state)) this[name] = value;
    // A run that has come to its end is not paused: the next touch makes it go on.
    if (state.ended) this.running = true;
  }
  setFrame({ tick, alpha, isPaused, isHot, isFinal }) {
    Object.assign(this, { tick, alpha, isHot: isHot && !isFinal });
    if (isPaused === this.running) this.change({ running: !isPaused });
    this.emit("tick");
  }
}
