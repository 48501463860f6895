// Edits of the graph, where the program allows them: new nodes and links, and removals.

import { button, make } from "./dom.js";
import { shownText } from "./text.js";
import { said } from "./texts.js";

// With edits:
// Creates a dialog that asks for a name; the promise resolves to it, or to null.
function nameDialog() {
  const title = make("h2"), field = make("input", { label: "Name", maxlength: 200, autocomplete: "off" });
  const element = make("dialog.help.ask", make("form", { method: "dialog" }, title, field, make(".row",
    button({ text: "Cancel", press: () => element.close() }),
    make("button.action", { value: "add", type: "submit" }, said("Add")))));
  const ask = (text) => new Promise((done) => {
    title.textContent = text;
    field.value = element.returnValue = "";
    element.onclose = () => done(element.returnValue ? field.value.trim() : "");
    element.showModal();
  });
  document.body.append(element);
  return ask;
}

export class Editor {
  constructor(app) {
    this.app = app;
    this.askName = nameDialog();
  }
  get isAllowed() { return Boolean(this.app.model.allows.edit); }

  // Returns the ids of nodes, by which the program knows them and which the page does not have.
  async idsOf(nodes) {
    const answers = await Promise.all(nodes.map((node) => this.app.actions.ask("details", { node })));
    return answers.map((answer) => answer?.id);
  }
  // Adds a node that is linked to others.
  async add(others) {
    const { actions, status, view } = this.app;
    if (!this.isAllowed) return;
    const name = await this.askName(others.length ? said("A node linked to {}", others.length > 1 ? said("these")
      : status.nameOf(others[0])) : said("A new node"));
    if (!name) return;
    const ids = await this.idsOf(others);
    if (!await actions.ask("add", { nodes: [{ id: name }], links: ids.map((id) => [id, name]) })) return;
    actions.select([view.scene.labels.lastIndexOf(name)].filter((node) => node >= 0));
    status.say(said("Added {}", shownText(name, 40)));
  }
  async link(nodes) {
    const { actions } = this.app;
    actions.ask("add", { links: [await this.idsOf(nodes)] });
  }
  unlink([a, b]) { this.app.actions.ask("remove", { links: this.app.view.scene.linksBetween(a, b) }); }
  remove(nodes) { if (this.isAllowed && nodes.length) this.app.actions.ask("remove", { nodes, links: [] }); }

  // The keys for the help dialog.
  get keys() { return this.isAllowed ? [["N", "Add a node"], ["Delete", "Remove nodes"], ["Ctrl + Z", "Undo"]] : []; }
  // Returns the menu entries for nodes: [text, action, hint].
  entries(nodes) {
    if (!this.isAllowed) return [];
    if (!nodes.length) return [["Add node\u2026", () => this.add([]), "N"]];
    /** @type {any[]} */
    const found = [["Add node\u2026", () => this.add(nodes), "N"]];
    if (nodes.length === 2) {
      found.push(this.app.view.scene.linksBetween(...nodes).length ? ["Remove link", () => this.unlink(nodes)]
        : ["Link", () => this.link(nodes)]);
    }
    return [...found, ["Remove from the graph", () => this.remove(nodes), "Delete"]];
  }
}
// End of edits.
