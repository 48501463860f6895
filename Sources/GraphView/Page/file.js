// The entry point of the page in a file, with embedded data.

import { csvOf } from "./csv.js";
import { openPage } from "./page.js";
import { Standalone } from "./standalone.js";
import { svgOf } from "./svg.js";

const link = new Standalone();
const app = openPage(link);
const { view, model, saver } = app;
link.makes = {
  // With canvas:
  svg: () => ({ bytes: svgOf(view, model), type: "image/svg+xml", name: `${saver.name}.svg` }),
  // End of canvas.
  positions: () => ({ bytes: csvOf(view.scene), type: "text/csv", name: `${saver.name}.csv` }),
};
window.__view = app;
link.open(document.getElementById("data").textContent, document.getElementById("kernels")?.textContent)
  .catch((error) => app.status.stay(`This file cannot be shown: ${error.message}`));
