// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { matches, pickLabel, splitPath } from "../../src/channel_list.ts";
import { decode, openReport } from "../../src/decode.ts";
import { diffLines, shortDiff } from "../../src/diff.ts";
import { fileName } from "../../src/download.ts";
import { cellText, filtered, sortRows, tableCsv, tableModel, type TableColumn, type TableModel } from "../../src/table_model.ts";
import { block, makeReport } from "../fixture.mjs";

const numbers: TableColumn = { name: "v", unit: "m/s", words: null, values: Float64Array.of(3, NaN, -1, 3, 2) };
const names: TableColumn = { name: "contact", unit: "", words: ["b10", "b9", "a"], values: Uint8Array.of(0, 1, 2, 0, 1) };
const model: TableModel = { path: "/impacts", help: "", rows: 5, recorded: 5, columns: [numbers, names] };
const all = filtered(model, new Map());

test("rows sort by number, equal ones keep their order, gaps stand last", () => {
  assert.deepEqual([...sortRows(all, numbers, false)], [2, 4, 0, 3, 1]);
  assert.deepEqual([...sortRows(all, numbers, true)], [0, 3, 4, 2, 1]);
});

test("rows sort by word as people count", () => {
  assert.deepEqual([...sortRows(all, names, false)], [2, 1, 4, 0, 3]);
});

test("rows are filtered by a word", () => {
  assert.deepEqual([...filtered(model, new Map([["contact", "b9"]]))], [1, 4]);
  assert.deepEqual([...filtered(model, new Map([["contact", "none"]]))], []);
});

test("a table as CSV has units and words", () => {
  assert.equal(tableCsv(model, Uint32Array.of(2, 0)), "v [m/s],contact\r\n-1,a\r\n3,b10\r\n");
  assert.equal(cellText(names, 0), "b10");
});

test("rows of several runs stand together with the name of their run", () => {
  const report = openReport(makeReport({ runs: 2, samples: 2001 }));
  const joined = tableModel(report, "/impacts") as TableModel;
  const counts = report.runs.map((run) => run.tables.get("/impacts")?.rows as number);
  assert.equal(joined.rows, (counts[0] as number) + (counts[1] as number));
  assert.equal(joined.columns[0]?.name, "run");
  assert.equal(cellText(joined.columns[0] as TableColumn, joined.rows - 1), "run 2");
  assert.equal(tableModel(report, "/none"), null);
});

test("numbers come back from base64", () => {
  assert.deepEqual([...decode(block("f64", [1.5, -2e-300]))], [1.5, -2e-300]);
  assert.deepEqual([...decode(block("u32", [7, 4294967295]))], [7, 4294967295]);
  assert.deepEqual([...decode(block("u8", []))], []);
});

test("channels are grouped by their paths and found by words", () => {
  assert.deepEqual(splitPath("/contact/a/b/gap"), { group: "contact a/b", name: "gap" });
  assert.deepEqual(splitPath("/energy/kinetic"), { group: "energy", name: "kinetic" });
  const channel = { path: "/body/crank/angular_velocity", unit: "rad/s", help: "", components: ["x", "y", "z"], words: [], data: [] };
  assert.equal(pickLabel(channel, 1), "crank angular velocity.y");
  assert.ok(matches(channel, "crank velo"));
  assert.ok(!matches(channel, "crank angle"));
});

test("how two texts differ", () => {
  const lines = diffLines(["a", "b", "c", "d"].join("\n"), ["a", "x", "c", "d", "e"].join("\n"));
  assert.deepEqual(
    lines.filter((line) => !line.same),
    [
      { left: "b", right: "x", same: false },
      { left: null, right: "e", same: false },
    ],
  );
  assert.deepEqual(diffLines("a\nb", "a\nb").every((line) => line.same), true);
  const far = shortDiff(diffLines("1\n2\n3\n4\n5\n6\n7\n8", "1\n2\n3\n4\n5\n6\n7\nx"));
  assert.equal(far[0], null);
  assert.equal(far.length, 4);
});

test("file names are safe", () => {
  assert.equal(fileName("../<a>: b/c", "svg"), "a_b_c.svg");
  assert.equal(fileName("", "csv"), "freeplay.csv");
});
