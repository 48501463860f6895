// The panel at the right: forces, style, filters and view settings.

import { button, choice, make, row, setPressed, slider, tick } from "./dom.js";
import { filterSection } from "./filter-panel.js";
import { capital, shownNumber, shownText } from "./text.js";
import { said } from "./texts.js";

export function panel(app) {
  const { view, model } = app;
  const sections = [section("Look", looks(app), true), section("Filter", filterSection(app), true),
    section("Forces", forces(app), false), section("View", settings(app), false)];
  const element = make("aside.panel.card", { label: "Settings", id: "panel" }, ...sections);
  const opener = button({
    icon: "panel", text: "Settings", label: "Settings", kind: "button.wide", "aria-controls": "panel", press: () => open(element.hidden),
  });
  const open = (isOpen) => {
    element.hidden = !isOpen;
    setPressed(opener, isOpen);
    document.body.classList.toggle("panelled", isOpen);
    view.emit("panel");
  };
  open(false);
  model.on("hello", () => {
    sections[2].hidden = !model.forces.length || (model.standalone && !model.simulates);
  });
  return { element, opener, open };
}

function section(title, content, isOpen) {
  const element = make("details", make("summary", said(title)), content);
  element.open = isOpen;
  return element;
}
function looks({ model, actions, view }) {
  const element = make("div");
  const show = () => {
    const given = (model.attributes ?? []).filter((one) => one.of === "nodes");
    const measures = (model.measures ?? []).map((name) => [name, said(capital(name))]);
    const named = (kinds) => given.filter((one) => kinds.includes(one.kind))
      .map((one) => [one.name, shownText(one.title || one.name, 30)]);
    const chooser = (key, text, options) => (options.length ? row(text, choice([["", said("Default")], ...options],
      model.looks?.[key] ?? "", (value) => actions.ask("look", { [key]: value || null }), text)) : "");
    const parts = model.standalone && !model.palette ? [] : [
      chooser("color", "Color by", [...measures, ...named(["category", "number"])]),
      chooser("size", "Size by", [...measures.filter(([name]) => name !== "community" && name !== "component"), ...named(["number"])]),
      chooser("labels", "Names", [["id", said("Id")], ...named(["text", "category", "number"])])];
    if (model.layouts?.length > 1) {
      parts.push(row("Layout", choice(model.layouts.map((one) => [one.name, said(one.title)]),
        model.layout ?? model.layouts[0].name, (name) => actions.ask("layout", { name }), "Layout")));
    }
    element.replaceChildren(...parts,
      tick("Show names", view.showsLabels, (isOn) => {
        view.showsLabels = isOn;
        view.request();
      }), tick("Show links", view.showsLinks, (isOn) => {
        view.showsLinks = isOn;
        view.request();
      }));
  };
  view.on("labels", show);
  model.on("state", (state) => {
    if (state.attributes || state.looks || state.layout || state.layouts) show();
  });
  show();
  return element;
}

function forces({ model, actions }) {
  const element = make("div");
  let drawn = "";
  const sliders = new Map();
  const one = (force, { name, title, value, low, high, logarithmic }) => {
    const to = (number) => (logarithmic ? Math.log(number) : number);
    const from = (number) => (logarithmic ? Math.exp(number) : number);
    const made = slider(title, { low: to(low), high: to(high), value: to(value), name: `${said(force.title)}: ${said(title)}` },
      (number) => shownNumber(from(number)), (number) => actions.setForce(force.name, name, from(number)));
    sliders.set(`${force.name} ${name}`, (number) => made.set(to(number)));
    return made.element;
  };
  const show = () => {
    // If only values change, the sliders are kept, as a new one would interrupt a drag.
    const shape = JSON.stringify(model.forces.map((one) => [one.name, one.on, one.parameters.map((p) => p.name)]));
    if (shape === drawn) {
      for (const force of model.forces) for (const { name, value } of force.parameters) sliders.get(`${force.name} ${name}`)(value);
      return;
    }
    drawn = shape;
    element.replaceChildren(...model.forces.map((force) => make("fieldset",
      tick(force.title, force.on, (on) => actions.ask("force", { name: force.name, on })),
      ...(force.on ? force.parameters.map((parameter) => one(force, parameter)) : []))));
  };
  model.on("state", (state) => state.forces && show());
  return element;
}

function settings(app) {
  const { view, gestures } = app;
  return make("div",
    row("Theme", choice([["auto", said("As the system")], ["light", said("Light")], ["dark", said("Dark")]], "auto", (value) => {
      app.themeChoice = value;
      app.applyTheme();
    }, "Theme")),
    tick("Keep dragged nodes in place", false, (isOn) => { gestures.keepsPinned = isOn; }),
    tick("Less motion", view.isReduced, (isOn) => { view.isReduced = isOn; }));
}
