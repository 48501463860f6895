// Supernodes, which stand for groups of nodes: they are opened into their members, and closed again.

import { said } from "./texts.js";

// With supernodes:
// The flags of nodes, as in ViewLooks.
const SUPERNODE = 8, MEMBER = 16;

export class Opener {
  constructor(app) { this.app = app; }
  // Returns those of some nodes that are supernodes, or members of open ones.
  having(nodes, flag) { return nodes.filter((node) => this.app.view.scene.nodeFlags[node] & flag); }
  // Returns the menu entries for nodes, as the editor does: [text, action, hint].
  /** @returns {any[]} */
  entries(nodes) {
    const closed = this.having(nodes, SUPERNODE), members = this.having(nodes, MEMBER);
    return [
      ...closed.length ? [["Open the group", () => this.ask("open", closed), "O"]] : [],
      ...members.length ? [["Close the group", () => this.ask("close", members), "O"]] : [],
    ];
  }
  // Opens supernodes, or else closes the groups of members; returns false if there are neither.
  toggle(nodes) {
    const entry = this.entries(nodes)[0];
    entry?.[1]();
    return Boolean(entry);
  }
  opens(node) { return this.having([node], SUPERNODE).length > 0; }
  async ask(command, nodes) {
    const { actions, status } = this.app;
    if (await actions.ask(command, { nodes })) status.tell(said(command === "open" ? "Group opened" : "Group closed"));
  }
}
// End of supernodes.
