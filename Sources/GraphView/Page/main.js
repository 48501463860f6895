// The entry point of a served page: it connects to the server that sent it.

import { Connection } from "./connection.js";
import { openPage } from "./page.js";

const link = new Connection(location.href);
const app = openPage(link);
if (new URLSearchParams(location.search).has("test")) window.__view = app;
link.open();
