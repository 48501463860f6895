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

test("the scripts of both pages can be read", () => {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  try {
    for (const kind of [[], ["--file"]]) {
      const path = join(folder, "page.html");
      const script = new URL("../../scripts/embed-page", import.meta.url).pathname;
      assert.equal(spawnSync("python3", ["-B", script, ...kind, "--html", path]).status, 0);
      const [, source] = readFileSync(path, "utf8").match(/<script nonce="[^"]*">([^]*)<\/script>/);
      assert.ok(source.length > 50000);
      new vm.Script(source);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
