// The filters of the panel: what to show of the graph.

import { attributeFilter } from "./attribute-filter.js";
import { choice, make, row, slider } from "./dom.js";
import { components } from "./filters.js";
import { said } from "./texts.js";

export function filterSection(app) {
  const { view, filters, model, actions } = app;
  const element = make("div");
  const core = slider("Core: at least so many links", { low: 0, high: 0, value: 0, step: 1, name: "Core" },
    (k) => (k ? String(k) : said("all")), (k) => filters.setCore(k));
  core.element.title = said("Nodes with at least so many links among those that are left (k-core)");

  // With attributes:
  const byAttribute = attributeFilter(app, () => show());
  // End of attributes.
  const show = () => {
    const { scene } = view;
    const parts = [];
    // With attributes:
    parts.push(...byAttribute.rows());
    // End of attributes.
    if (scene.nodes && components(scene).sizes.length > 1) {
      parts.push(row("Component", choice([["", said("All")], ["largest", said("The largest")], ["selected", said("That of the selected")]], "", (value) => {
        if (value !== "selected") return filters.setComponent(value || null);
        const [node] = actions.selected;
        if (node === undefined) return app.status.say("Select a node first.");
        return filters.setComponent(node);
      }, "Component")));
    }
    if (scene.nodes <= 200000) {
      // For large graphs, core numbers are only computed on demand.
      const measure = () => { core.input.max = filters.cores.reduce((most, one) => Math.max(most, one), 0); };
      if (scene.nodes <= 20000) measure();
      else core.input.onpointerenter = core.input.onfocus = measure;
      parts.push(core.element);
    }
    element.replaceChildren(...parts);
  };
  view.on("graph", show);
  view.on("filter", () => {
    core.set(filters.core);
  });
  view.on("cleared", show);
  model.on("hello", show);
  // With attributes:
  app.showAttribute = byAttribute.showAttribute;
  // End of attributes.
  return element;
}
