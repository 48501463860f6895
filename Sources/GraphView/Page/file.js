// The page in a file, with the data inside.

import { openPage } from "./page.js";
import { probe } from "./probe.js";
import { Standalone } from "./standalone.js";
import { svgOf } from "./svg.js";

const link = new Standalone();
const app = openPage(link);
app.drawSVG = svgOf;
window.__view = probe(app);
link.open(document.getElementById("data").textContent)
  .catch((error) => app.status.stay(`This file cannot be shown: ${error.message}`));
