// The filters of the panel: what to show of the graph.

import { choice, make, row, slider, tick } from "./dom.js";
import { components } from "./filters.js";
import { rangeOf } from "./numbers.js";
import { NONE } from "./protocol.js";
import { grouped, shownNumber, shownText } from "./text.js";

const VALUE_LIMIT = 60;

export function filterSection(app) {
  const { view, filters, model, actions } = app;
  const element = make("div");
  const values = make(".values");
  const core = slider("Core: at least so many links", { low: 0, high: 0, value: 0, step: 1, name: "Core" },
    (k) => (k ? String(k) : "all"), (k) => filters.setCore(k));
  core.element.title = "Nodes with at least so many links among those that are left (k-core)";

  const takeAttribute = async (name) => {
    values.replaceChildren();
    filters.setAttribute(null);
    if (!name) return;
    const column = await actions.ask("column", { name });
    if (!column) return;
    if (column.index) showCategories(name, column);
    else showRange(name, column.numbers);
  };
  const showCategories = (name, { categories, index }) => {
    const counts = new Map();
    for (const one of index) counts.set(one === NONE ? -1 : one, (counts.get(one === NONE ? -1 : one) ?? 0) + 1);
    const all = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
    const shown = new Set(all);
    const apply = () => filters.setAttribute(shown.size === all.length ? null : { name, index, shown });
    values.replaceChildren(...all.slice(0, VALUE_LIMIT).map((one) => tick(
      `${one < 0 ? "(no value)" : shownText(categories[one], 30) || "(empty)"} \u00b7 ${grouped(counts.get(one))}`,
      true, (isOn) => {
        if (isOn) shown.add(one);
        else shown.delete(one);
        apply();
      })));
    if (all.length > VALUE_LIMIT) values.append(make("p", `${all.length - VALUE_LIMIT} more values stay shown`));
  };
  const showRange = (name, numbers) => {
    const ends = rangeOf(numbers);
    if (!ends) return values.replaceChildren(make("p", "No node has a number here."));
    const [low, high] = ends;
    const bound = (i, text) => slider(text, { low, high, value: ends[i] }, shownNumber, (value) => {
      ends[i] = value;
      const isAll = ends[0] <= low && ends[1] >= high;
      filters.setAttribute(isAll ? null : { name, numbers, low: ends[0], high: ends[1] });
    }).element;
    values.replaceChildren(bound(0, "At least"), bound(1, "At most"));
  };

  const show = () => {
    const { scene } = view;
    const given = (model.attributes ?? []).filter((one) => one.of === "nodes" && one.kind !== "text");
    const parts = [];
    if (given.length) {
      parts.push(row("Attribute", choice([["", "Any"], ...given.map((one) => [one.name, shownText(one.title || one.name, 30)])],
        filters.attribute?.name ?? "", takeAttribute, "Attribute")), values);
      if (!filters.attribute) values.replaceChildren();
    }
    if (scene.nodes && components(scene).sizes.length > 1) {
      parts.push(row("Component", choice([["", "All"], ["largest", "The largest"], ["selected", "That of the selected"]], "", (value) => {
        if (value !== "selected") return filters.setComponent(value || null);
        const [node] = actions.selected;
        if (node === undefined) return app.status.say("Select a node first.");
        return filters.setComponent(node);
      }, "Component")));
    }
    if (scene.nodes <= 200000) {
      // Of large graphs only when somebody asks.
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
  view.on("cleared", () => {
    values.replaceChildren();
    show();
  });
  model.on("hello", show);
  return element;
}
