// The page of a program: it calls the program that has sent it.

import { Connection } from "./connection.js";
import { openPage } from "./page.js";
import { probe } from "./probe.js";

const link = new Connection(location.href);
const app = openPage(link);
if (new URLSearchParams(location.search).has("test")) window.__view = probe(app);
link.open();
