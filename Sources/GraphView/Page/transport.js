// The bar below: pause, step, reheat, speed, and how far the layout has settled.

import { button, choice, icon, make, speeds } from "./dom.js";
import { clamp } from "./numbers.js";


export function transport({ model, actions }) {
  const run = button({ icon: "pause", text: "Pause", kind: "button.wide", press: () => actions.toggleRun() });
  const step = button({
    icon: "next", name: "One step", hint: "One step ( . )", press: () => actions.step(),
  });
  const reheat = button({
    icon: "reheat", name: "Reheat", hint: "Let the layout move again (R)",
    press: () => actions.reheat(),
  });
  const speed = choice([...speeds("1", "2", "4", "8"), ["free", "Fastest"]], "1", (value) => actions.setSpeed(value), "Speed");
  const text = make("span.state");
  const bar = make(".bar", { "aria-hidden": "true" });
  const element = make(".transport.card", { role: "toolbar", label: "Simulation" },
    run, step, reheat, speed, text, bar);

  let last = "";
  const show = () => {
    const isMoving = model.running && model.isHot;
    const [image, label, hint] = !model.running ? ["play", "Continue", "Continue (Space)"]
      : isMoving ? ["pause", "Pause", "Pause (Space)"] : ["reheat", "Reheat", "Let the layout move again (Space)"];
    if (label !== last) {
      last = label;
      run.replaceChildren(icon(image), make("span", label));
      run.title = hint;
      run.setAttribute("aria-label", label);
      reheat.hidden = label === "Reheat";
    }
    // From 1 to the end of a run, alpha falls by equal factors.
    const settled = clamp(Math.log(model.alpha) / Math.log(0.001), 0, 1);
    const share = isMoving && model.alpha > 0 ? Math.round(100 * settled) : 0;
    text.textContent = !model.running ? "Paused" : isMoving ? `Settling ${share} %` : "At rest";
    text.title = model.ended ?? `Tick ${model.tick}`;
    bar.style.width = isMoving ? `${share}%` : "0";
    if (model.speed !== undefined) speed.value = String(model.speed);
    element.hidden = model.standalone && !model.simulates;
  };
  model.on("state tick", show);
  show();
  return element;
}
