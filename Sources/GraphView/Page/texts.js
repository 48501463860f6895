// The language of the page: that of its address (lang=de) or else of the browser, where the page has it. In the modules
// texts are English; the table has what stands for each.

import { GERMAN } from "./german.js";

const wanted = globalThis.location ? new URLSearchParams(location.search).get("lang") ?? navigator.language : "";
let table = new Map();
// With german:
if (/^de\b/i.test(wanted)) table = new Map(GERMAN);
// End of german.
export const LANGUAGE = table.size ? "de" : "en";

// A text in the language of the page, with values in the places of {}.
export function said(text, ...values) {
  return (table.get(text) ?? text).replace(/\{\}/g, (mark) => values.shift() ?? mark);
}
