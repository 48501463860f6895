// A collection of listeners by event name.
export class Events {
  constructor() { this.listeners = new Map(); }
  on(names, listener) {
    for (const name of names.split(" ")) this.listeners.set(name, [...this.listeners.get(name) ?? [], listener]);
  }
  emit(name, value) {
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }
}

// A source of answers to requests: the program, or its replacement in a standalone file.
export class Link extends Events {
  // Sends a request whose failure can be ignored; resolves to null then.
  async tryTo(name, fields) {
    try {
      return await this.ask(name, fields);
    } catch {
      return null;
    }
  }
}
