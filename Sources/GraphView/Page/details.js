// The card of what is selected: what it is, what can be done with it, and its neighbours as a list,
// so that the graph can be read without the picture.

import { button, choice, make } from "./dom.js";
import { meaningOf, nodeLine } from "./legend.js";
import { countOf, grouped, shownText } from "./text.js";

const LIST_LIMIT = 100;

function factsOf(app, node) {
  return [countOf(app.view.scene.neighbours(node).length, "neighbour"), shownText(meaningOf(app, node), 40)]
    .filter(Boolean).join(" \u00b7 ");
}

export function details(app) {
  const { view, actions, status, link, filters, stage } = app;
  const element = make("section.details.card", { hidden: true, label: "Selected", id: "details" });
  let turn = 0;

  const act = (image, text, hint, press) => button({ icon: image, text, hint, press, kind: "button.action" });
  const list = (nodes) => make(".neighbours", nodes.slice(0, LIST_LIMIT).map((node) => {
    const point = () => view.point(node), leave = () => view.point(-1);
    return make("button.entry", {
      click: () => actions.select([node], true), pointerenter: point, pointerleave: leave, focus: point, blur: leave,
    }, nodeLine(app, node));
  }), nodes.length > LIST_LIMIT ? make("p", `${grouped(nodes.length - LIST_LIMIT)} more`) : null);
  // All cards: a title, what can be done, and what is particular.
  const fill = (title, facts, nodes, more, ...rest) => {
    const isPinned = nodes.every((node) => view.scene.isPinned(node));
    element.replaceChildren(make("header", make("h2", title), button({
      icon: "close", name: "Close", hint: "Close (Esc)", kind: "button.plain",
      press: () => {
        actions.select([]);
        stage.focus();
      },
    })), facts, make(".actions",
      act("pin", isPinned ? "Let go" : "Keep in place",
        `The layout ${isPinned ? "moves it again" : "no longer moves it"} (P)`, () => actions.togglePin(nodes)),
      act("target", "Zoom to", "Show it in the middle (C)", () => view.goTo(nodes)),
      act("hide", "Hide", "Hide it (H)", () => actions.hide(nodes)), more,
      app.editor?.entries(nodes).map(([text, press, hint]) => act(text[0] === "R" ? "minus" : "plus",
        text.replace(" from the graph", ""), hint && `${text} (${hint})`, press))), ...rest);
  };
  const tabulate = (table, rows) => table.replaceChildren(...rows.map(([name, text]) =>
    make("tr", make("th", { scope: "row" }, shownText(name, 40)), make("td", shownText(text, 300)))));

  const showNode = (node) => {
    const { scene } = view, mine = turn;
    const neighbours = scene.neighbours(node), table = make("table");
    const near = choice([
      ["0", "Show only\u2026"], ["1", "Its neighbours"], ["2", "2 links away"], ["3", "3 links away"],
    ], String(filters.near?.node === node ? filters.near.distance : 0),
      (value) => actions.showNear(value === "0" ? null : node, Number(value)), "How far");
    fill(status.nameOf(node), make("p.facts", factsOf(app, node)), [node], near,
      table, make("h3", "Neighbours"), list(neighbours));
    // Names that the page has not got yet.
    const unknown = neighbours.slice(0, LIST_LIMIT).filter((one) => scene.labels[one] === undefined);
    if (unknown.length && scene.nodes > 5000) {
      link.tryTo("labels", { nodes: unknown }).then((found) => found && mine === turn && show());
    }
    link.tryTo("details", { node }).then((answer) => {
      if (!answer || mine !== turn) return;
      const { id, label, attributes } = answer;
      if (id) scene.ids[node] = id;
      element.querySelector("h2").textContent = status.nameOf(node);
      tabulate(table, !id || !label || id === label ? attributes : [["id", id], ...attributes]);
    });
  };
  const showMany = (nodes) => {
    const mine = turn, table = make("table");
    const links = nodes.length === 2 ? view.scene.linksBetween(...nodes) : [];
    fill(`${grouped(nodes.length)} nodes`, links.length ? make("p.facts", "Linked") : "", nodes,
      act("eye", "Show only", "Hide the rest", () => actions.showOnly(nodes)), table, list(nodes));
    if (links.length) {
      link.tryTo("details", { link: links[0] }).then((answer) => {
        if (answer && mine === turn) tabulate(table, answer.attributes);
      });
    }
  };
  const show = () => {
    const nodes = actions.selected, [first] = nodes;
    turn++;
    element.hidden = !nodes.length;
    // The card must not hide what it is about.
    const isFree = nodes.length === 1 && innerWidth > 760 && !view.follows && !view.flight;
    if (isFree && view.onScreen(first)[0] < 330) {
      const { x, y, scale } = view.camera;
      view.flyTo({ x: x - (345 - view.onScreen(first)[0]) / scale, y, scale });
    }
    if (nodes.length === 1) showNode(first);
    else if (nodes.length) showMany(nodes);
  };
  view.on("selection graph pins cleared", show);
  return element;
}

// The small card at the pointer.
export function hoverCard(app) {
  const { view, link, status } = app;
  const element = make(".hover.card", { hidden: true, "aria-hidden": "true" });
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
      element.replaceChildren(make("strong", status.nameOf(node)), make("", factsOf(app, node)));
      // Resting on a node shows where it leads; passing over it does not make the picture flicker.
      timer = setTimeout(() => {
        app.emphasiseNear(node);
        link.tryTo("details", { node }).then((answer) => {
          if (!answer || now !== node) return;
          if (answer.id) view.scene.ids[node] = answer.id;
          element.firstChild.textContent = status.nameOf(node);
          element.append(...answer.attributes.slice(0, 4).map(([name, text]) =>
            make(".pair", make("span", shownText(name, 20)), make("span", shownText(text, 40)))));
        });
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
