// The elements of the page around the picture, and their actions.

import { keepInAddress } from "./address.js";
import { App } from "./app.js";
import { details, hoverCard } from "./details.js";
import { button, make } from "./dom.js";
import { helpDialog, Keys } from "./keys.js";
import { legend, meaningOf } from "./legend.js";
import { groundEntries, Menu, nodeEntries } from "./menu.js";
import { panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { Saver } from "./save.js";
import { search } from "./search.js";
import { LANGUAGE, said } from "./texts.js";
import { Timeline } from "./timeline.js";
import { tools } from "./tools.js";
import { transport } from "./transport.js";
import { countOf, shownText } from "./text.js";


// Builds the page for a program, or for its replacement in a standalone file.
export function openPage(link) {
  const app = new App(link);
  build(app);
  return app;
}

function build(app) {
  const { view, model, actions, stage, status } = app;
  document.documentElement.lang = LANGUAGE;
  app.gestures = { tool: "move", keepsPinned: false };
  app.saver = new Saver(app);
  app.leaveGraph = () => {
    app.inGraph = false;
    view.claim("keys", null);
  };
  app.meaning = (node) => shownText(meaningOf(app, node), 40);
  // The hint about dragging is shown a few times only.
  let hints = 3;
  const menu = new Menu(stage, () => view.claim("menu", null)), help = helpDialog(app), key = legend(app), hover = hoverCard(app);
  const openMenu = (node, { x, y }) => {
    if (node >= 0 && !view.picture.selected.has(node)) actions.select([node]);
    hover.show(-1);
    view.claim("pointer", null);
    if (node >= 0) view.claimNear("menu", node);
    menu.open(x, y, node >= 0 ? nodeEntries(app, node) : groundEntries(app));
  };
  Object.assign(app.gestures, {
    hover: hover.show,
    click(node, adds, { x, y }) {
      app.leaveGraph();
      if (node < 0) return adds ? null : actions.select(view.linkAt(x, y));
      const chosen = new Set(adds ? actions.selected : []);
      if (adds && chosen.has(node)) chosen.delete(node);
      else chosen.add(node);
      return actions.select([...chosen]);
    },
    doubleClick(node, { x, y }) {
      // With supernodes:
      if (app.opener.opens(node)) return app.opener.toggle([node]);
      // End of supernodes.
      if (node >= 0) return actions.togglePin([node]);
      return view.zoomBy(2, x, y);
    },
    menu: openMenu,
    outlined: (nodes) => {
      actions.select(nodes);
      status.say(said("{} selected", countOf(nodes.length, "node")));
    },
    dragged: (node) => view.point(node),
    scrolled: () => status.say("To zoom, click first or hold Ctrl"),
    freed() {
      if (hints <= 0 || model.standalone && !model.simulates) return;
      hints--;
      status.say(actions.selected.length ? "To keep it there, let go with Shift" : "To keep it there, press P, or let go with Shift");
    },
  });
  new Pointer(stage, view, app.hand, app.gestures);

  const find = search(app), side = panel(app);
  // With steps:
  app.timeline = new Timeline(app);
  // End of steps.
  const title = make(".heading", make("h1"), make("p"));
  model.on("hello", () => { title.firstChild.textContent = shownText(model.title); });
  view.on("graph", () => {
    title.lastChild.textContent = `${countOf(view.scene.nodes, "node")}, ${countOf(view.scene.links, "link")}`;
    stage.setAttribute("aria-label", said("Graph {}: {}. Press Enter to go from node to node, the question mark for keys.",
      shownText(model.title), title.lastChild.textContent));
  });
  const save = button({ icon: "save", text: "Save", label: "Save", kind: "button.wide", "aria-haspopup": "menu", press: () => {
    const box = save.getBoundingClientRect();
    menu.open(box.left, box.bottom + 6, app.saver.entries());
  } });
  const top = make(".top.card", { role: "toolbar", label: "View" }, save, side.opener,
    button({ icon: "help", name: "Keys and gestures", hint: "Keys and gestures (?)", press: () => help.open() }));
  const card = details(app);
  const toolbars = tools(app), left = make(".left", find.element, find.list, title, card, key);
  const bottom = make(".bottom", app.timeline?.element, transport(app));
  document.body.append(stage, left, top, side.element, bottom, toolbars, status.chip,
    hover.element, menu.element, status.line, status.banner, help.element, status.live);
  new Keys(app, { search: find, help, saver: app.saver, menu: openMenu });
  keepInAddress(app);
  // Collects the boxes that cover the picture. The picture avoids them as long as the camera
  // follows it.
  const settle = () => {
    view.camera.covers = [find.element, title, top, card, key, side.element, ...bottom.children, toolbars, status.chip, status.banner].map((one) =>
      one.getBoundingClientRect()).filter(({ width }) => width).map((box) => [box.left - 6, box.top - 6, box.right + 6, box.bottom + 6]);
    view.makeRoom();
  };
  // On narrow screens a card closes the settings.
  view.on("selection", ([first]) => first !== undefined && innerWidth <= 760 && side.open(false));
  view.on("graph selection panel resize fit filter", settle);
  model.on("state", ({ legend }) => legend && settle());
  settle();
  // The focus ring around the picture is shown to keyboard users only.
  addEventListener("keydown", ({ key }) => {
    if (key === "Tab") document.body.classList.add("keyed");
  });
  addEventListener("pointerdown", () => document.body.classList.remove("keyed"), true);
  app.resize();
}
