// The state of the view as the program has sent it: title, forces, style, legend, whether it runs.

import { Events } from "./events.js";

export class Model extends Events {
  constructor() {
    super();
    Object.assign(this, {
      title: "", running: false, theme: "auto", forces: [], looks: {}, allows: {}, dimensions: 2, alpha: 0, tick: 0,
      // The pauses and resumptions that the program has not answered.
      asks: 0,
    });
  }
  greet(hello) {
    Object.assign(this, hello);
    this.emit("hello");
    this.change(hello);
  }
  change(state) {
    Object.assign(this, state);
    // A finished run is not paused: the next interaction resumes it.
    if (state.ended) this.running = true;
    this.emit("state", state);
  }
  // What is assigned by name, as in `change`, is unknown to the checker of types.
  /** @this {any} */
  setFrame({ tick, alpha, isPaused, isHot, isFinal }) {
    Object.assign(this, { tick, alpha, isHot: isHot && !isFinal });
    if (isPaused === this.running && !this.asks) this.change({ running: !isPaused });
    this.emit("tick");
  }
}
