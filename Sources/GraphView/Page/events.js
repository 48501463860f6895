// Those who want to know, by name of what happens.
export class Events {
  constructor() { this.listeners = new Map(); }
  on(names, listener) {
    for (const name of names.split(" ")) this.listeners.set(name, [...this.listeners.get(name) ?? [], listener]);
  }
  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }
}

// What answers questions: a program, or what stands in for it.
export class Link extends Events {
  // Null when it cannot be done, which is no matter.
  async tryTo(name, fields) {
    try {
      return await this.ask(name, fields);
    } catch {
      return null;
    }
  }
}
