// The WebSocket connection to the program: messages as objects, responses as promises, and
// reconnection after a loss.

import { decode, SUBPROTOCOL } from "./protocol.js";
import { Link } from "./events.js";

const DELAYS = [250, 500, 1000, 2000];

export class Connection extends Link {
  constructor(address) {
    super();
    // A relative path drops the query and fragment of the page's address.
    this.address = new URL("socket", address);
    this.address.protocol = this.address.protocol.replace("http", "ws");
    this.waiting = new Map();
    this.nextId = 1;
    this.tries = 0;
    this.isOpen = false;
    this.counts = { received: 0 };
    // The graph that the page already has, sent on reconnection.
    this.known = null;
    // Seconds since the last message.
    this.silence = 0;
    setInterval(() => this.listenFor(), 1000);
  }
  // A stopped process does not close its socket, and one at rest sends nothing, so the page sends a
  // request as a probe. Seconds in which the page itself was busy do not count. There is no timeout
  // while a graph loads, as large ones may take arbitrarily long.
  listenFor() {
    this.silence++;
    if (this.isLoading) return;
    if (this.silence === 2) this.tryTo("status");
    if (this.silence === 4) this.emit("silent", true);
  }

  open() {
    const address = new URL(this.address);
    if (this.known) {
      address.searchParams.set("session", this.known.session);
      address.searchParams.set("epoch", this.known.epoch);
    }
    const socket = new WebSocket(address, SUBPROTOCOL);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = ({ reason }) => {
      const wasOpen = this.isOpen;
      this.isOpen = this.isLoading = false;
      this.silence = 0;
      for (const { reject } of this.waiting.values()) reject(new Error("the program is not there"));
      this.waiting.clear();
      this.emit("closed", { wasOpen, reason, tries: this.tries });
      const delay = DELAYS[Math.min(this.tries++, DELAYS.length - 1)];
      this.timer = setTimeout(() => this.open(), delay);
    };
  }
  // Tries to reconnect at once.
  retry() {
    clearTimeout(this.timer);
    this.tries = 0;
    if (!this.isOpen) this.open();
  }

  receive(data) {
    if (this.silence > 3) this.emit("silent", false);
    this.silence = 0;
    if (typeof data !== "string") {
      const message = decode(data);
      this.counts.received++;
      if (message.kind === "positions") this.isLoading = false;
      const waits = (message.kind === "file" || message.kind === "column") &&
        this.waiting.get(message.to);
      if (waits) {
        this.waiting.delete(message.to);
        waits.resolve(message);
      } else {
        this.emit(message.kind, message);
      }
      return;
    }
    const message = JSON.parse(data);
    if (message.is === "reply") {
      const waits = this.waiting.get(message.to);
      this.waiting.delete(message.to);
      if (message.error !== undefined) waits?.reject(new Error(message.error));
      else waits?.resolve(message.ok ?? {});
      return;
    }
    if (message.is === "hello") {
      this.isOpen = this.isLoading = true;
      this.tries = 0;
    }
    this.emit(message.is, message);
  }

  // Sends a request to the program; the promise resolves to the response.
  ask(name, fields = {}) {
    if (!this.isOpen) return Promise.reject(new Error("the program that made this view has ended"));
    const id = this.nextId++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ do: name, id, ...fields }));
    return answer;
  }
  sendBytes(buffer) {
    if (this.isOpen) this.socket.send(buffer);
  }
}
