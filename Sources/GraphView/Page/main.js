// The beginning: with data inside of the page it shows those, else it calls the program.

import { App } from "./app.js";
import { Connection } from "./connection.js";
import { Pointer } from "./pointer.js";

const link = new Connection(location.href);
const app = new App(link);
document.body.append(app.stage, app.status.line, app.status.banner, app.status.chip, app.status.live);
new Pointer(app.stage, app.view, app.hand, { hover: (node) => app.view.point(node), click: (node) => app.actions.select(node >= 0 ? [node] : []),
  doubleClick() {}, menu() {}, outlined: (nodes) => app.actions.select(nodes), dragged() {}, tool: "move" });
window.__view = { app };
link.open();
