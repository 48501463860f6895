// Those who want to know, by name of what happens.
export class Events {
  constructor() { this.listeners = new Map(); }
  on(name, listener) {
    for (const one of name.split(" ")) {
      if (!this.listeners.has(one)) this.listeners.set(one, []);
      this.listeners.get(one).push(listener);
    }
  }
  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }
}
