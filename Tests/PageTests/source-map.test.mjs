// The source map of scripts/embed-page leads from tokens of the shortened script to the same tokens in the modules.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url).pathname;

function embed(...options) {
  const done = spawnSync(`${ROOT}scripts/embed-page`, options, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout.trim();
}

function mapped(...options) {
  const folder = mkdtempSync(join(tmpdir(), "page-")), file = join(folder, "page.html");
  embed("--html", file, "--map", ...options);
  const html = readFileSync(file, "utf8"), map = JSON.parse(readFileSync(`${file}.map`, "utf8"));
  rmSync(folder, { recursive: true });
  return { html, map };
}

// The script of a page from the end of its tag on, as browsers count its lines, and the line of the tag.
function scriptOf(html) {
  const at = html.indexOf('"use strict"') - 1;
  return { script: html.slice(at, html.lastIndexOf("</script>")), line: html.slice(0, at).split("\n").length };
}

for (const options of [[], ["--file", "--parts", "space edits"]]) {
  test(`the map of the page ${options.join(" ") || "with all parts"}`, () => {
    const { html, map } = mapped(...options), { script } = scriptOf(html);
    assert.ok(script.trimEnd().endsWith("//# sourceMappingURL=page.html.map"));
    const sources = new Map(map.sources.map((path, i) => [path, map.sourcesContent[i].split("\n")]));
    for (const [path, lines] of sources) assert.equal(lines.join("\n"), readFileSync(ROOT + path, "utf8"), path);
    const found = new SourceMap(map), seen = new Set();
    let [words, texts] = [0, 0];
    script.split("\n").forEach((line, row) => {
      for (let column = 0; column < line.length; column++) {
        const entry = found.findEntry(row, column);
        if (entry.generatedLine !== row || entry.generatedColumn !== column) continue;
        const { originalSource, originalLine, originalColumn, name } = entry;
        const origin = sources.get(originalSource)[originalLine].slice(originalColumn);
        const text = /^"[^"\\]+"/.exec(line.slice(column, column + 80))?.[0];
        seen.add(originalSource);
        // Where a word has another name in the script, the map says the one that it has in the module.
        if (name) assert.ok(origin.startsWith(name), `${row}:${column} is ${name}, not ${origin}`);
        else if (text) assert.ok(origin.startsWith(text), `${text} at ${row}:${column} is ${origin}`);
        words += name ? 1 : 0;
        texts += text ? 1 : 0;
      }
    });
    assert.ok(words > 10_000 && texts > 800, `${words} words, ${texts} texts`);
    // A module may be a part that the page is without.
    if (!options.length) assert.deepEqual(map.sources.filter((path) => !seen.has(path)), []);
  });
}

test("a place of the page, as a console names it", () => {
  const { html } = mapped(), lines = html.split("\n");
  const row = lines.findIndex((line) => line.includes('"webgl2"')), column = lines[row].indexOf('"webgl2"');
  const [path, line, at] = embed("--where", `${row + 1}:${column + 1}`).split(/[: ]/);
  assert.ok(readFileSync(ROOT + path, "utf8").split("\n")[line - 1].slice(at - 1).startsWith('"webgl2"'));
  assert.throws(() => embed("--where", "1:1"), /line 1 is not in the script/);
});
