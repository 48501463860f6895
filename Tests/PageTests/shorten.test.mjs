// What scripts/embed-page.d/shorten.py makes of a script does the same as the script.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import vm from "node:vm";

const FOLDER = new URL("../../scripts/embed-page.d", import.meta.url).pathname;
const PROGRAM = "import sys; from shorten import shortened; sys.stdout.write(shortened(sys.stdin.read())[0])";

function shortened(source) {
  const done = spawnSync("python3", ["-B", "-c", PROGRAM], { input: source, encoding: "utf8", cwd: FOLDER });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}
const valueOf = (source) => JSON.stringify(vm.runInNewContext(`(() => {${source}\n})()`));

const SAMPLES = {
  "names that are properties too stay": `
    const wide = 3, deep = 4;
    const box = { wide, deep: wide + deep, other: { deep } };
    const { deep: depth, other } = box;
    return [box, depth, other.deep, Object.keys(box)];`,
  "methods, getters, private names and classes": `
    class Counter { #count = 0; constructor(start) { this.start = start; }
      get total() { return this.start + this.#count; }
      static made(first) { return new Counter(first); }
      add(amount) { this.#count += amount; return this; } }
    const add = (left, right) => left + right;
    return [Counter.made(2).add(3).total, add(1, 2)];`,
  "templates in templates": `
    const inner = 5, list = [1, 2];
    const text = (value) => \`<\${value}>\`;
    return \`a \${inner} \${text(\`b \${list.map((one) => \`\${one + inner}}\`).join("{")}\`)} // no comment \${"}"}\`;`,
  "regular expressions and divisions": `
    const parts = "a/b//c".split(/\\/+/), half = parts.length / 2 / 1;
    const quote = /["'\`/]/.test('"'), kept = "http://x".replace(/[/]{2}.*$/, "");
    return [parts, half, quote, kept];`,
  "line breaks that end statements": `
    const values = [1, 2, 3]
    let sum = 0
    for (const value of values) sum += value
    const pair = [sum]
    ;[sum] = [sum + 1]
    return { sum, pair }`,
  "signs next to signs": `
    let first = 1, second = 2;
    const third = first + +second - -first + ++first - --second;
    return [third, first++ + second, 1.5.toFixed(1), 2 .toFixed(0), typeof first, !(first in [0, 1])];`,
  "defaults, rest, spread and destructuring": `
    const apply = ({ size = 2, ...rest } = {}, [head, ...tail] = [1, 2, 3], scale = size * head) => ({ size, rest, tail, scale });
    const all = { ...apply({ size: 3, more: 1 }), extra: [...[1], ...[2]] };
    for (const [key, value] of Object.entries(all)) if (key === "size") all.seen = value;
    return [all, apply()];`,
  "choices and switches": `
    const large = 5, small = 1;
    const pick = (flag) => flag ? large : small;
    const table = { large: small, "small": large };
    let found = 0;
    switch (pick(true)) { case large: found = 1; break; case small: found = 2; break; default: found = 3; }
    return [pick(true), pick(false), table.large, table["small"], found];`,
  "names in strings are left": `
    const color = 1, key = "color";
    const all = { color };
    return [all[key], key, 'color'];`,
  "chains and empty values": `
    const nothing = null, list = { first: { second: 3 } };
    return [nothing?.first ?? 7, list?.first?.second, list.third?.(), nothing ?? list.first.second];`,
  "names of variables that properties have too": `
    const scale = 2, found = { scale: 3, node: 4 };
    const read = ({ scale, node: other = 1, ...rest }, node = scale) => {
      const twice = { scale, node, other };
      for (const scale of [twice.scale, rest.more ?? 9]) twice.node += scale;
      return twice;
    };
    class Box { scale = 5; get node() { return this.scale; } set node(scale) { this.scale = scale; } }
    const box = new Box();
    box.node = scale * 7;
    return [read(found), scale ? found.node : scale, box, Object.keys({ found, read })];`,
  "many variables in one function": `
    let ${Array.from({ length: 70 }, (_, i) => `value${i} = ${i}`).join(", ")};
    return [${Array.from({ length: 70 }, (_, i) => `value${i}`).join(", ")}];`,
  "functions that make values, and catches": `
    function* count(end) { for (let at = 0; at < end; at++) yield at; }
    const tried = [];
    try { throw new Error("no"); } catch (problem) { tried.push(problem.message); }
    try { null.x; } catch { tried.push("caught"); }
    return [[...count(3)], tried];`,
};

for (const [name, source] of Object.entries(SAMPLES)) {
  test(`shortened: ${name}`, () => {
    const short = shortened(source);
    assert.equal(valueOf(short), valueOf(source), short);
    assert.ok(short.length < source.length);
  });
}

test("local names become short, and comments go", () => {
  const short = shortened("const counted = 1; // what is counted\n/* more */ function twice(amount) { return amount * counted; }\nreturn twice(2);");
  assert.ok(!/counted|twice|amount/.test(short), short);
});

test("a name that nothing declares is an error", () => {
  assert.throws(() => shortened("const a = 1; return a + strange;"), /strange/);
});

test("optional parts are marked, at statements, members and elements", () => {
  const source = `"use strict"; {
    const one = 1;
    // With steps:
    const two = 2;
    // End of steps.
    const list = [
      one,
      // With steps:
      two,
      // End of steps.
    ];
    class Box {
      // With steps:
      added() { return 5; }
      // End of steps.
      get kept() { return this.added?.() ?? 7; }
    }
    globalThis.result = [list.length, new Box().kept];
  }`;
  const short = shortened(source);
  const run = (text) => {
    const box = {};
    vm.runInNewContext(text, box);
    return [...box.result];
  };
  assert.deepEqual(run(short.replace(/{{[+-]steps}}/g, "")), [2, 5]);
  assert.deepEqual(run(short.replace(/{{\+steps}}.*?{{-steps}}/gs, "")), [1, 7]);
});

test("the rest cannot use what is in a part, nor one part another, and parts end", () => {
  const part = (name, text) => `\n// With ${name}:\n${text}\n// End of ${name}.\n`;
  const wrong = {
    "has no part": `"use strict"; { ${part("steps", "const inner = 1;")} window.x = inner; }`,
    "part space alone": `"use strict"; { ${part("steps", "const inner = 1;")} ${part("space", "window.x = inner;")} }`,
    "does not end": `"use strict"; {\n// With steps:\nwindow.x = 1; }`,
    "begins in another": `"use strict"; { ${part("steps", part("space", "window.x = 1;"))} }`,
    "begins or ends after =": `"use strict"; { window.x = ${part("steps", "1;")} }`,
  };
  for (const [message, source] of Object.entries(wrong)) assert.throws(() => shortened(source), new RegExp(message));
});

test("shaders have optional parts too", () => {
  const short = shortened(`"use strict"; { window.x = \`#version 300 es
float near() {
// With space:
  if (u_inSpace) return 2.0;
// End of space.
  return -near;
}
void main() {}\`; }`);
  assert.match(short, /\{\{\+space\}\}if\(\w+\)return 2\.;\{\{-space\}\}return-/);
});

const SCRIPT = new URL("../../scripts/embed-page", import.meta.url).pathname;
// Texts that only one part has.
const SIGNS = { steps: '"aria-valuetext"', space: ".008", edits: "dialog.help.ask", canvas: "Canvas 2D", attributes: '".values"' };

test("the scripts of both pages can be read, with and without their parts", () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  try {
    for (const kind of [[], ["--file"]]) {
      const path = join(folder, "page.html");
      assert.equal(spawnSync("python3", ["-B", SCRIPT, ...kind, "--marked", "--html", path]).status, 0);
      const marked = readFileSync(path, "utf8");
      for (const parts of ["", "steps", "space edits", "canvas", "attributes", "steps space edits"]) {
        const page = marked.replace(/{{\+(\w+)}}(.*?){{-\1}}/gs, (_, part, text) => (parts.includes(part) ? text : ""));
        const [, source] = page.match(/<script nonce="[^"]*">([^]*)<\/script>/);
        assert.ok(source.length > 50000);
        new vm.Script(source);
        assert.ok(!/\{\{[+-]/.test(page));
        for (const [part, sign] of Object.entries(SIGNS)) assert.equal(source.includes(sign), parts.includes(part), `${part} in "${parts}"`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
