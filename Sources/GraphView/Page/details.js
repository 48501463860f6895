// The card of the selection: properties, actions, and the neighbours as a list, so that the graph
// can be read without the picture.

import { breakable, button, choice, make, seldom } from "./dom.js";
import { meaningOf, nodeLine } from "./legend.js";
import { clamp } from "./numbers.js";
import { countOf, grouped, shownText } from "./text.js";
import { said } from "./texts.js";

const LIST_LIMIT = 100;

function factsOf(app, node) {
  return [countOf(app.view.scene.neighbours(node).length, "neighbour"), shownText(meaningOf(app, node), 40)]
    .filter(Boolean).join(" \u00b7 ");
}

export function details(app) {
  const { view, actions, status, link, filters, stage } = app;
  const element = make("section.details.card", { hidden: true, label: "Selected", id: "details" });
  let turn = 0;
  const table = make("table");

  const act = (image, text, hint, press) => button({ icon: image, text, hint, press, kind: "button.action" });
  const list = (nodes) => make(".neighbours", nodes.slice(0, LIST_LIMIT).map((node) => {
    const point = () => view.point(node), leave = () => view.point(-1);
    return make("button.entry", {
      click: () => actions.select([node], true), pointerenter: point, pointerleave: leave, focus: point, blur: leave,
    }, nodeLine(app, node));
  }), nodes.length > LIST_LIMIT ? make("p", said("{} more", grouped(nodes.length - LIST_LIMIT))) : null);
  // Fills a card of any kind: the title, the actions, and the given content.
  const fill = (title, facts, nodes, more, ...rest) => {
    const isPinned = nodes.every((node) => view.scene.isPinned(node));
    element.replaceChildren(make("header", make("h2", ...breakable(title)), button({
      icon: "close", name: "Close", hint: "Close (Esc)", kind: "button.plain",
      press: () => {
        actions.select([]);
        stage.focus();
      },
    })), facts, make(".actions",
      act("pin", isPinned ? "Let go" : "Keep in place",
        isPinned ? "The layout moves it again (P)" : "The layout no longer moves it (P)", () => actions.togglePin(nodes)),
      act("target", "Zoom to", "Show it in the middle (C)", () => view.goTo(nodes)),
      act("hide", "Hide", "Hide it (H)", () => actions.hide(nodes)), more,
      // With supernodes:
      app.opener.entries(nodes).map(([text, press, hint]) => act(text[0] === "O" ? "plus" : "minus", text, `${said(text)} (${hint})`, press)),
      // End of supernodes.
      app.editor?.entries(nodes).map(([text, press, hint]) => act(text[0] === "R" ? "minus" : "plus",
        text.replace(" from the graph", ""), hint && `${said(text)} (${said(hint)})`, press))), ...rest);
  };
  const tabulate = (rows) => table.replaceChildren(...rows.map(([name, text]) =>
    make("tr", make("th", { scope: "row" }, shownText(name, 40)), make("td", shownText(text, 300)))));

  const showNode = (node) => {
    const { scene } = view, mine = turn;
    const neighbours = scene.neighbours(node);
    const near = choice(
      ["Show only\u2026", "Its neighbours", "2 links away", "3 links away"].map((text, i) => [i, said(text)]), String(filters.near?.node === node ? filters.near.distance : 0),
      (value) => actions.showNear(value === "0" ? null : node, Number(value)), "How far");
    fill(status.nameOf(node), make("p.facts", factsOf(app, node)), [node], near,
      table, make("h3", said("Neighbours")), list(neighbours));
    // Fetches labels that the page does not have yet.
    const unknown = neighbours.slice(0, LIST_LIMIT).filter((one) => scene.labels[one] === undefined);
    if (unknown.length && scene.nodes > 5000) link.tryTo("labels", { nodes: unknown });
    link.tryTo("details", { node }).then((answer) => {
      if (!answer || mine !== turn) return;
      const { id, label, attributes } = answer;
      if (id) scene.ids[node] = id;
      element.querySelector("h2").replaceChildren(...breakable(status.nameOf(node)));
      tabulate(!id || !label || id === label ? attributes : [["id", id], ...attributes]);
    });
  };
  const showMany = (nodes) => {
    const mine = turn;
    const links = nodes.length === 2 ? view.scene.linksBetween(...nodes) : [];
    fill(countOf(nodes.length, "node"), links.length ? make("p.facts", said("Linked")) : "", nodes,
      act("eye", "Show only", "Hide the rest", () => actions.showOnly(nodes)), table, list(nodes));
    if (links.length) {
      link.tryTo("details", { link: links[0] }).then((answer) => {
        if (answer && mine === turn) tabulate(answer.attributes);
      });
    }
  };
  const show = () => {
    const nodes = actions.selected, [first] = nodes;
    turn++;
    element.hidden = !nodes.length;
    if (nodes.length === 1) showNode(first);
    else if (nodes.length) showMany(nodes);
  };
  view.on("selection", (nodes) => {
    tabulate([]);
    show();
    // Moves the camera if the card would hide its node.
    const { x, y, scale } = view.camera, isFree = nodes.length === 1 && innerWidth > 760 && !view.follows && !view.flight;
    const covered = isFree ? 345 - view.onScreen(nodes[0])[0] : 0;
    if (covered > 15) view.flyTo({ x: x - covered / scale, y, scale });
  });
  view.on("graph pins cleared", show);
  // Names and colours may arrive after the selection, as when the page is loaded anew. A card that has
  // the focus stays as it is.
  view.on("looks", seldom(250, () => element.contains(document.activeElement) || show()));
  return element;
}

// The small card of the node at the pointer. It closes if the node is removed or the camera moves.
export function hoverCard(app) {
  const { view, link, status } = app;
  const element = make(".hover.card", { hidden: true, "aria-hidden": "true" });
  let timer = null, now = -1, pointer;
  const show = (node, at) => {
    pointer = at;
    if (node === now) return;
    // Another component may have highlighted something else in the meantime.
    if (node >= 0 || view.picture.pointed.has(now)) view.point(node);
    now = node;
    clearTimeout(timer);
    element.hidden = node < 0;
    if (node < 0) return view.claim("pointer", null);
    element.replaceChildren(make("strong", ...breakable(status.nameOf(node))), make("", factsOf(app, node)));
    // Neighbours are highlighted after a delay, so that the picture does not flicker as the pointer
    // passes over nodes.
    timer = setTimeout(() => {
      view.claimNear("pointer", node);
      link.tryTo("details", { node }).then((answer) => {
        if (!answer || now !== node) return;
        if (answer.id) view.scene.ids[node] = answer.id;
        element.firstChild.replaceChildren(...breakable(status.nameOf(node)));
        element.append(...answer.attributes.slice(0, 4).map(([name, text]) =>
          make(".pair", make("span", shownText(name, 20)), make("span", shownText(text, 40)))));
        place();
      });
    }, 120);
    place();
  };
  // Places the card below the node and its label, or above them.
  const place = () => {
    if (now < 0) return;
    const { camera, picture, labels } = view, [x, y] = view.onScreen(now), radius = picture.pixels(now, camera.scale);
    if (Math.hypot(x - pointer.x, y - pointer.y) > radius + 20) return show(-1);
    const [, top, , bottom] = labels.shown.get(now)?.box ?? [0, y, 0, y];
    const below = Math.max(y + radius, bottom) + 10, { offsetWidth: width, offsetHeight: height } = element;
    element.style.left = `${clamp(x - 20, 8, camera.width - width - 8)}px`;
    element.style.top = `${below + height < camera.height ? below : Math.max(0, Math.min(y - radius, top) - 10 - height)}px`;
  };
  view.on("drawn", place);
  view.on("away graph", () => show(-1));
  return { element, show };
}
