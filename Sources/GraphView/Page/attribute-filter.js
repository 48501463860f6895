// The filter by an attribute: a checkbox per value, or bounds for numbers.

import { choice, make, row, slider, tick } from "./dom.js";
import { rangeOf } from "./numbers.js";
import { NONE } from "./protocol.js";
import { grouped, shownNumber, shownText } from "./text.js";
import { said } from "./texts.js";

// With attributes:
const VALUE_LIMIT = 60;

// Returns the rows of the panel. `changed` is called when another attribute is chosen.
export function attributeFilter({ filters, model, actions }, changed) {
  const values = make(".values");
  // Selects an attribute. `given` has the categories or bounds to show; all are shown without it.
  const take = async (name, given) => {
    values.replaceChildren();
    filters.setAttribute(null);
    if (!name) return;
    const column = await actions.ask("column", { name });
    if (!column) return;
    if (column.index) showCategories(name, column, given);
    else showRange(name, column.numbers, given);
  };
  const showCategories = (name, { categories, index }, given) => {
    const counts = new Map();
    for (const one of index) counts.set(one === NONE ? -1 : one, (counts.get(one === NONE ? -1 : one) ?? 0) + 1);
    const all = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
    const shown = new Set(given ?? all);
    const apply = () => filters.setAttribute(shown.size === all.length ? null : { name, index, shown });
    values.replaceChildren(...all.slice(0, VALUE_LIMIT).map((one) => tick(
      `${one < 0 ? said("(no value)") : shownText(categories[one], 30) || said("(empty)")} \u00b7 ${grouped(counts.get(one))}`,
      shown.has(one), (isOn) => {
        if (isOn) shown.add(one);
        else shown.delete(one);
        apply();
      })));
    apply();
    if (all.length > VALUE_LIMIT) values.append(make("p", said("{} more values stay shown", grouped(all.length - VALUE_LIMIT))));
  };
  const showRange = (name, numbers, given) => {
    const ends = rangeOf(numbers);
    if (!ends) return values.replaceChildren(make("p", said("No node has a number here.")));
    const [low, high] = ends;
    if (given) ends.splice(0, 2, ...given);
    const apply = () => {
      const isAll = ends[0] <= low && ends[1] >= high;
      filters.setAttribute(isAll ? null : { name, numbers, low: ends[0], high: ends[1] });
    };
    const bound = (i, text) => slider(text, { low, high, value: ends[i] }, shownNumber, (value) => {
      ends[i] = value;
      apply();
    }).element;
    values.replaceChildren(bound(0, "At least"), bound(1, "At most"));
    apply();
  };

  const rows = () => {
    const given = (model.attributes ?? []).filter((one) => one.of === "nodes" && one.kind !== "text");
    if (!given.length) return [];
    if (!filters.attribute) values.replaceChildren();
    return [row("Attribute", choice([["", said("Any")], ...given.map((one) => [one.name, shownText(one.title || one.name, 30)])],
      filters.attribute?.name ?? "", take, "Attribute")), values];
  };
  const showAttribute = async (name, given) => {
    await take(name, given);
    changed();
  };
  return { rows, showAttribute };
}
// End of attributes.
