// The toolbar: zoom, and the mode of dragging the background.

import { button, make, setPressed } from "./dom.js";

const TOOLS = [["move", "Move the picture"], ["rectangle", "Select in a rectangle (Shift + drag)"],
  ["lasso", "Select with a lasso"]];

export function tools({ view, gestures, stage }) {
  const buttons = TOOLS.map(([tool, name]) => button({
    icon: tool, name,
    press: () => {
      gestures.tool = tool;
      stage.dataset.tool = tool;
      buttons.forEach((one, i) => setPressed(one, TOOLS[i][0] === tool));
    },
  }));
  buttons.forEach((one, i) => setPressed(one, i === 0));
  return make(".tools",
    make(".card.column", { role: "toolbar", label: "Tools" }, ...buttons),
    make(".card.column", { role: "toolbar", label: "Zoom" },
      button({ icon: "plus", name: "Zoom in", hint: "Zoom in (+)", press: () => view.zoomBy(1.6) }),
      button({ icon: "minus", name: "Zoom out", hint: "Zoom out (-)", press: () => view.zoomBy(1 / 1.6) }),
      button({ icon: "fit", name: "Fit to window", hint: "Show everything (F)", press: () => view.fitAgain() })));
}
