import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { csvCell, csvOf } from "../../Sources/GraphView/Page/csv.js";

// The cases of the writers in Swift.
const FILE = new URL("../GraphIOTests/Fixtures/hostile-ids.json", import.meta.url);
const CELLS = JSON.parse(readFileSync(FILE, "utf8"));

test("cells are those of the writers in Swift", () => {
  assert.ok(CELLS.length >= 80);
  for (const [id, cell] of CELLS) assert.equal(csvCell(id), cell);
});

test("the table of places has each id in its row", () => {
  const ids = CELLS.map(([id]) => id);
  const scene = {
    ids, nodes: ids.length, dimensions: 3, label: () => "label", place: (node) => [node, -1, 0.5],
  };
  const rows = CELLS.map(([, cell], node) => `${cell},${node},-1,0.5\n`);
  assert.equal(csvOf(scene), `id,x,y,z\n${rows.join("")}`);
});

test("nodes without an id have their label or their number", () => {
  const scene = {
    ids: new Array(2), nodes: 2, dimensions: 2, label: (node) => ["a,b", ""][node],
    place: () => [1, 2],
  };
  assert.equal(csvOf(scene), 'id,x,y\n"a,b",1,2\n1,1,2\n');
});
