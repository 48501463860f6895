// The card of what is selected: what it is, what can be done with it, and its neighbours as a list,
// so that the graph can be read without the picture.

import { button, make } from "./dom.js";
import { meaningOf, nodeLine } from "./legend.js";
import { countOf, shownText } from "./text.js";

const NEIGHBOUR_LIMIT = 100;

export function details(app) {
  const { view, actions, status, link, filters, stage } = app;
  const element = make("section", { class: "details card", hidden: true, "aria-label": "Selected", id: "details" });
  let turn = 0;

  const act = (image, text, hint, press) => button({ icon: image, text, hint, press, className: "action" });
  const pinning = (nodes) => {
    const isPinned = nodes.every((node) => view.scene.isPinned(node));
    return act("pin", isPinned ? "Let go" : "Keep in place",
      isPinned ? "The layout may move it again (P)" : "The layout does not move it any more (P)",
      () => actions.togglePin(nodes));
  };
  const top = (title) => make("header", {}, make("h2", { text: title }), button({
    icon: "close", name: "Close", hint: "Select nothing (Esc)", className: "plain",
    press: () => {
      actions.select([]);
      stage.focus();
    },
  }));

  const showNode = (node) => {
    const { scene } = view;
    const mine = ++turn;
    const neighbours = scene.neighbours(node);
    const meaning = meaningOf(app, node);
    const table = make("table", {});
    const near = make("select", { "aria-label": "How far", on: { change: () => {
      if (near.value !== "0") actions.showNear(node, Number(near.value));
      else filters.setNear(null);
    } } }, ...[["0", "Show only\u2026"], ["1", "Its neighbours"], ["2", "2 links away"], ["3", "3 links away"]]
      .map(([value, text]) => make("option", { value, text })));
    near.value = filters.near?.node === node ? String(filters.near.distance) : "0";
    const list = make("div", { class: "neighbours" }, ...neighbours.slice(0, NEIGHBOUR_LIMIT).map((other) =>
      make("button", { type: "button", class: "entry", on: {
        click: () => actions.select([other], true),
        pointerenter: () => view.point(other), pointerleave: () => view.point(-1),
        focus: () => view.point(other), blur: () => view.point(-1),
      } }, ...nodeLine(app, other))));
    element.replaceChildren(top(status.nameOf(node)),
      make("p", { class: "facts", text: [countOf(neighbours.length, "neighbour"), shownText(meaning, 40)]
        .filter(Boolean).join(" \u00b7 ") }),
      make("div", { class: "actions" }, pinning([node]),
        act("target", "Zoom to", "Show it in the middle (C)", () => view.goTo([node])),
        act("hide", "Hide", "Hide this node (H)", () => actions.hide([node])), near),
      table, make("h3", { text: "Neighbours" }), list);
    if (neighbours.length > NEIGHBOUR_LIMIT) list.append(make("p", { text: `${neighbours.length - NEIGHBOUR_LIMIT} more` }));
    nameAll(neighbours, mine);
    link.ask("details", { node }).then((answer) => {
      if (mine !== turn) return;
      const rows = answer.id !== undefined && answer.id !== answer.label
        ? [["id", answer.id], ...answer.attributes] : answer.attributes;
      table.replaceChildren(...rows.map(([name, text]) => make("tr", {},
        make("th", { scope: "row", text: shownText(name, 40) }), make("td", { text: shownText(text, 300) }))));
    }).catch(() => {});
  };
  // Names that the page has not got yet.
  const nameAll = (neighbours, mine) => {
    const unknown = neighbours.slice(0, NEIGHBOUR_LIMIT).filter((node) => view.scene.labels[node] === undefined);
    if (!unknown.length || view.scene.nodes <= 5000) return;
    link.ask("labels", { nodes: unknown }).then(() => mine === turn && show()).catch(() => {});
  };
  const showMany = (nodes) => {
    turn++;
    element.replaceChildren(top(`${nodes.length.toLocaleString("en")} nodes`),
      make("div", { class: "actions" }, pinning(nodes),
        act("eye", "Show only these", "Hide the rest", () => actions.showOnly(nodes)),
        act("target", "Zoom to", "Show them all (C)", () => view.goTo(nodes)),
        act("hide", "Hide", "Hide these nodes (H)", () => actions.hide(nodes))),
      make("div", { class: "neighbours" }, ...nodes.slice(0, NEIGHBOUR_LIMIT).map((node) =>
        make("button", { type: "button", class: "entry", on: { click: () => actions.select([node], true) } },
          ...nodeLine(app, node)))));
  };
  const show = () => {
    const nodes = actions.selected;
    element.hidden = !nodes.length;
    // The card must not hide what it is about.
    if (nodes.length === 1 && innerWidth > 760 && !view.follows && view.onScreen(nodes[0])[0] < 330 && !view.flight) {
      const { x, y, scale } = view.camera;
      view.flyTo({ x: x - (345 - view.onScreen(nodes[0])[0]) / scale, y, scale });
    }
    if (nodes.length === 1) showNode(nodes[0]);
    else if (nodes.length) showMany(nodes);
  };
  view.on("selection graph pins", show);
  return element;
}

// The small card at the pointer.
export function hoverCard(app) {
  const { view, link, status } = app;
  const element = make("div", { class: "hover card", hidden: true, "aria-hidden": "true" });
  let timer = null, now = -1;
  const show = (node, at) => {
    if (node !== now) {
      now = node;
      clearTimeout(timer);
      view.point(node);
      if (node < 0) {
        view.endHover?.();
        element.hidden = true;
        return;
      }
      const neighbours = view.scene.neighbours(node);
      const facts = [countOf(neighbours.length, "neighbour"), shownText(meaningOf(app, node), 30)].filter(Boolean);
      element.replaceChildren(make("strong", { text: status.nameOf(node) }),
        make("div", { text: facts.join(" \u00b7 ") }));
      // Resting on a node shows where it leads; passing over it does not make the picture flicker.
      timer = setTimeout(() => {
        app.emphasiseNear(node);
        link.ask("details", { node }).then(({ attributes }) => {
          if (now !== node) return;
          for (const [name, text] of attributes.slice(0, 4)) {
            element.append(make("div", { class: "pair" }, make("span", { text: shownText(name, 20) }),
              make("span", { text: shownText(text, 40) })));
          }
        }).catch(() => {});
      }, 120);
      element.hidden = false;
    }
    if (node >= 0) {
      const right = at.x + 280 < view.camera.width;
      element.style.left = right ? `${at.x + 16}px` : "";
      element.style.right = right ? "" : `${view.camera.width - at.x + 16}px`;
      element.style.top = `${Math.min(at.y + 16, view.camera.height - 120)}px`;
    }
  };
  return { element, show };
}
