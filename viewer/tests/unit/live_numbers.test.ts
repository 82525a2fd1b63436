// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { joinLines, nudge, readLines } from "../../src/live/numbers.ts";

const numbersOf = (text: string): string[] =>
  readLines(text)
    .flat()
    .filter((piece) => piece.kind === "number")
    .map((piece) => piece.text);

test("numbers with and without units are found, texts and keys are not", () => {
  const text = [
    "freeplay = 1",
    'name = "2 bars" # 3 of them',
    "[body.4]",
    '[[joint]] # 5',
    'mass = "38 g"',
    "position = [ 0.5, -1e-3, +2 ]",
    "1 = 7",
    '"8" = 9_000',
    "impact = { law = 'newton', restitution = 0.4 }",
    'bodies = ["1st", "ground"]',
    "points = [",
    "  [0, 1],",
    "]",
    'help = """ 10',
    '11 """',
    "when = true",
    'speed = "1500 rpm"',
    'stiff = "3.39e10 N/m^1.5"',
    'bad = "12 mm',
  ].join("\n");
  assert.deepEqual(numbersOf(text), ["38 g", "0.5", "-1e-3", "+2", "7", "9_000", "0.4", "0", "1", "1500 rpm", "3.39e10 N/m^1.5"]);
  assert.equal(joinLines(readLines(text)), text);
});

test("a number knows whose value it is", () => {
  const found = readLines('friction = { law = "coulomb", mu = 0.01 }').flat().find((piece) => piece.kind === "number");
  assert.equal(found?.key, "mu");
});

test("every example comes back to the last character", () => {
  const folder = ["../examples", "examples"].find((path) => existsSync(path)) as string;
  let count = 0;
  for (const name of readdirSync(folder).filter((each) => statSync(join(folder, each)).isDirectory())) {
    for (const file of readdirSync(join(folder, name)).filter((each) => each.endsWith(".toml"))) {
      const text = readFileSync(join(folder, name, file), "utf8");
      assert.equal(joinLines(readLines(text)), text, name);
      assert.ok(numbersOf(text).length > 3, name);
      ++count;
    }
  }
  assert.ok(count > 20);
  assert.equal(joinLines(readLines("a = 1\r\nb = 2\r\n")), "a = 1\r\nb = 2\r\n");
});

test("arrow keys change the last digit and nothing else", () => {
  assert.equal(nudge("1", 1), "2");
  assert.equal(nudge("0.01", -1), "0.00");
  assert.equal(nudge("0.00", -1), "-0.01");
  assert.equal(nudge("-0.5", 10), "0.5");
  assert.equal(nudge("9.9", 1), "10.0");
  assert.equal(nudge("1 mm", 1, true), "1.1 mm");
  assert.equal(nudge("7.4e-5", 1), "7.5e-5");
  assert.equal(nudge("1_000", 1), "1001");
  assert.equal(nudge("123456789012345678901234567890.1", 1), "123456789012345678901234567890.2");
  assert.equal(nudge("nan", 1), null);
  assert.equal(nudge("", 1), null);
});
