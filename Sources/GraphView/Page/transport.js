// The bar at the bottom: pause, step, reheat, speed, and progress of the layout.

import { button, choice, icon, make, speeds } from "./dom.js";
import { clamp } from "./numbers.js";
import { said } from "./texts.js";

// Returns the progress of the layout as [text, percent]; null before the first frame.
export function progress({ running, isHot, alpha }, isHeld) {
  if (isHot === undefined) return null;
  const text = said(!running ? "Paused" : isHot ? "Settling" : "At rest");
  // The simulation does not cool while a node is held.
  if (!running || !isHot || isHeld) return [text, 0];
  // Alpha falls geometrically from 1 to the end of a run, so its logarithm is linear in time.
  const percent = Math.round(100 * clamp(Math.log(alpha || 1) / Math.log(0.001), 0, 1));
  return [`${text} ${percent} %`, percent];
}

export function transport({ model, actions, link, view }) {
  const run = button({ icon: "pause", text: "Pause", kind: "button.wide", press: () => actions.toggleRun() });
  const step = button({
    icon: "next", name: "One step", hint: "One step ( . )", press: () => actions.step(),
  });
  const reheat = button({
    icon: "reheat", name: "Reheat", hint: "Let the layout move again (R)",
    press: () => actions.reheat(),
  });
  const speed = choice([...speeds("1", "2", "4", "8"), ["free", said("Fastest")]], "1", (value) => actions.setSpeed(value), "Speed");
  // Who points at it is told the tick, and the measured errors of the forces between all nodes.
  const text = make("span.state", { async pointerenter() {
    text.title = [model.ended ?? said("Tick {}", model.tick), (await link.tryTo("status"))?.text].join("\n");
  } });
  const bar = make(".bar", { "aria-hidden": "true" });
  const element = make(".transport.card", { role: "toolbar", label: "Simulation" },
    run, step, reheat, speed, text, bar);

  const show = () => {
    const [image, label, hint] = !model.running ? ["play", "Continue", "Continue (Space)"]
      : model.isHot ? ["pause", "Pause", "Pause (Space)"] : ["reheat", "Reheat", "Let the layout move again (Space)"];
    if (run.title !== said(hint)) {
      run.replaceChildren(icon(image), make("span", said(label)));
      run.title = said(hint);
      run.setAttribute("aria-label", said(label));
      reheat.hidden = label === "Reheat";
    }
    const now = progress(model, view.scene.held.size > 0), [state, percent] = now ?? ["", 0];
    text.textContent = state;
    bar.style.width = `${percent}%`;
    speed.value = model.speed ?? speed.value;
    element.hidden = !now || model.standalone && !model.simulates;
    // With steps:
    // The bar of the steps is enough where nothing moves.
    if (model.steps && !model.isHot) element.hidden = true;
    // End of steps.
  };
  model.on("state tick", show);
  show();
  return element;
}
