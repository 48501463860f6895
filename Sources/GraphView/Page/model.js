// What the program has said about the view: title, forces, looks, legend, whether it runs.

import { Events } from "./events.js";

export class Model extends Events {
  constructor() {
    super();
    Object.assign(this, {
      title: "", running: false, speed: 1, ended: null, theme: "auto", forces: [], attributes: [],
      looks: {}, measures: [], legend: [], layouts: [], allows: {}, steps: null, pins: [],
      alpha: 0, tick: 0, session: null, dimensions: 2, viewers: 1, standalone: false,
    });
  }
  greet(hello) {
    const isOther = hello.session !== this.session;
    for (const [name, value] of Object.entries(hello)) this[name] = value;
    this.emit("hello", isOther);
    this.emit("state", hello);
  }
  change(state) {
    for (const [name, value] of Object.entries(state)) if (name !== "is") this[name] = value;
    this.emit("state", state);
  }
  setFrame({ tick, alpha, isPaused, isHot, isFinal }) {
    Object.assign(this, { tick, alpha, isHot: isHot && !isFinal });
    if (isPaused === this.running) this.change({ running: !isPaused });
    this.emit("tick");
  }
}
