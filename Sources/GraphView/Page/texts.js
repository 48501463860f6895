// The language of the page: from its address (lang=de) or else from the browser, if the page has
// it. Texts in the modules are English; the table maps them to the other language.

import { GERMAN } from "./german.js";

const wanted = globalThis.location ? new URLSearchParams(location.search).get("lang") ?? navigator.language : "";
let table = new Map();
// With german:
if (/^de\b/i.test(wanted)) table = new Map(GERMAN);
// End of german.
export const LANGUAGE = table.size ? "de" : "en";

// Returns a text in the language of the page, with values in place of {}.
export function said(text, ...values) {
  return (table.get(text) ?? text).replace(/\{\}/g, (mark) => values.shift() ?? mark);
}
