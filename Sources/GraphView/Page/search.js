// The search field for nodes: matches are listed and highlighted in the picture.

import { button, icon, make } from "./dom.js";
import { nodeLine } from "./legend.js";
import { countOf, grouped, shownText } from "./text.js";
import { said } from "./texts.js";

const RESULT_LIMIT = 12;

// Returns the id of a node if its label differs.
function idBeside(scene, node) {
  const id = scene.ids[node];
  return id && id !== scene.label(node) && scene.label(node) ? shownText(id, 20) : "";
}

// Returns the nodes whose label or id contains the text: exact matches first, then prefixes, then
// by importance.
export function matches(scene, text, limit = Infinity) {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted) return [];
  const best = new Map();
  const look = (name, node) => {
    if (!name) return;
    const found = name.toLocaleLowerCase(), at = found.indexOf(wanted);
    const rank = at < 0 ? 3 : at > 0 ? 2 : found === wanted ? 0 : 1;
    if (rank < (best.get(node)?.rank ?? 3)) best.set(node, { node, rank, length: name.length });
  };
  scene.labels.forEach(look);
  scene.ids.forEach(look);
  const found = [...best.values()];
  found.sort((a, b) => a.rank - b.rank || scene.degree(b.node) - scene.degree(a.node) ||
    a.length - b.length || a.node - b.node);
  return found.slice(0, limit).map(({ node }) => node);
}

export function search(app) {
  const { view, link, actions, status, stage } = app;
  let nodes = [], at = -1, turn = 0;
  const list = make(".results.card", { role: "listbox", id: "results", hidden: true });
  const field = make("input", {
    type: "search", placeholder: "Find a node by name or id", label: "Find a node", id: "search", role: "combobox",
    "aria-controls": "results", "aria-expanded": "false", autocomplete: "off", spellcheck: "false", maxlength: 200,
    input: () => look(), focus: () => field.select(), blur: () => close(), keydown: (event) => press(event),
  });

  const open = (isOpen) => {
    list.hidden = !isOpen;
    field.setAttribute("aria-expanded", String(isOpen));
  };
  const mark = (next) => {
    at = next;
    [...list.querySelectorAll("[role=option]")].forEach((one, i) => {
      one.setAttribute("aria-selected", String(i === at));
      if (i === at) field.setAttribute("aria-activedescendant", one.id);
    });
    view.point(at >= 0 ? nodes[at] : -1);
  };
  const choose = (node) => {
    // Focusing the picture closes the list before nodes are highlighted.
    stage.focus();
    field.value = "";
    actions.select([node], true);
  };
  const show = (total) => {
    list.replaceChildren(...nodes.map((node, i) => make("", {
      role: "option", id: `result-${i}`, "aria-selected": "false", pointerdown: (event) => event.preventDefault(),
      click: () => choose(node), pointermove: () => at !== i && mark(i),
    }, nodeLine(app, node, field.value.trim()), make("span.count", idBeside(view.scene, node) || countOf(view.scene.degree(node), "link")))));
    if (!nodes.length) list.append(make(".none", said("No node has this name or id.")));
    else if (total > nodes.length) list.append(make(".none", said("{} more", grouped(total - nodes.length))));
    open(true);
    at = -1;
    status.tell(nodes.length ? countOf(total, "node") : "No node has this name or id.");
  };
  const look = async () => {
    const text = field.value, mine = ++turn;
    view.emit("away");
    if (!text.trim()) return clear();
    const present = (found) => {
      nodes = found.slice(0, RESULT_LIMIT);
      show(found.length);
      view.claim("search", found.length ? found : null);
    };
    const found = matches(view.scene, text);
    nodes = [];
    if (found.length) present(found);
    if (found.length >= RESULT_LIMIT) return;
    // The page may not have all labels, so the program is asked too.
    const answer = await link.tryTo("find", { text, limit: 50 });
    if (mine !== turn) return;
    const { labels, ids } = view.scene;
    answer?.nodes.forEach((node, i) => {
      ids[node] = answer.ids[i];
      if (answer.labels[i]) labels[node] = answer.labels[i];
    });
    const all = [...new Set([...found, ...(answer?.nodes ?? [])])];
    if (all.length > found.length || !found.length) present(all);
  };
  const clear = () => {
    open(false);
    view.claim("search", null);
    nodes = [];
  };
  const close = () => {
    turn++;
    clear();
    view.point(-1);
  };
  const press = (event) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && nodes.length) mark((at + move + nodes.length) % nodes.length);
    else if (event.key === "Enter" && nodes.length) choose(nodes[Math.max(at, 0)]);
    else if (event.key === "Escape") {
      field.value = "";
      close();
      stage.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const element = make(".search.card", icon("search"), field,
    make("kbd", { "aria-hidden": "true" }, "/"));
  return { element, list, focus: () => field.focus() };
}
