// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { Path } from "../../src/plots/painter.ts";
import { Pyramid } from "../../src/plots/pyramid.ts";
import { Scale } from "../../src/plots/scale.ts";
import { traceDots, traceFree, traceRising } from "../../src/plots/thin.ts";
import { lookOf, WordSets } from "../../src/plots/words.ts";

test("least and greatest of any stretch are those of a scan", () => {
  const values = Float32Array.from({ length: 5003 }, (_, i) => Math.sin(i * 12.9898) * 43758.5453 - Math.floor(i / 7));
  values[777] = NaN;
  const pyramid = new Pyramid(values);
  for (let k = 0; k < 400; ++k) {
    const from = (k * 7919) % 5003;
    const to = Math.min(5003, from + 1 + ((k * 104729) % 2500));
    const scan = Array.from(values.subarray(from, to)).filter((value) => !Number.isNaN(value));
    if (scan.length === 0) {
      assert.equal(pyramid.ask(from, to), false);
      continue;
    }
    assert.ok(pyramid.ask(from, to));
    assert.equal(pyramid.low, Math.min(...scan));
    assert.equal(pyramid.high, Math.max(...scan));
  }
});

test("a stretch without numbers says so", () => {
  const pyramid = new Pyramid(new Float64Array(40).fill(NaN));
  assert.equal(pyramid.ask(0, 40), false);
  assert.ok(Number.isNaN(pyramid.low));
  assert.equal(pyramid.ask(3, 3), false);
});

const box = { x: 10, y: 0, width: 400, height: 100 };
const count = 60000;
const x = Float64Array.from({ length: count }, (_, i) => i / 1000);

function heights(path: Path): number[] {
  return Array.from({ length: path.size / 2 }, (_, i) => path.data[2 * i + 1] as number);
}

test("a peak of one sample in 60 000 survives, and few points are drawn", () => {
  const y = new Float32Array(count);
  y[31234] = 1;
  y[45001] = -1;
  const path = new Path();
  traceRising(path, x, y, count, new Scale({ x0: 0, x1: 60, y0: -1, y1: 1 }, box), 1, false);
  assert.ok(path.size / 2 < 5 * 402);
  assert.equal(Math.min(...heights(path)), 0);
  assert.equal(Math.max(...heights(path)), 100);
});

test("few samples are drawn as they are; steps hold their value", () => {
  const path = new Path();
  traceRising(path, Float64Array.of(0, 1, 2), Float64Array.of(0, 1, 0), 3, new Scale({ x0: 0, x1: 2, y0: 0, y1: 1 }, box), 1, true);
  assert.deepEqual(Array.from(path.data.subarray(0, path.size)), [10, 100, 210, 100, 210, 0, 410, 0, 410, 100]);
});

test("NaN breaks a line", () => {
  const path = new Path();
  traceFree(path, Float64Array.of(0, 1, 2), Float64Array.of(0, NaN, 1), 3, new Scale({ x0: 0, x1: 2, y0: 0, y1: 1 }, box), 1);
  assert.ok(Number.isNaN(path.data[3] as number));
  assert.equal(path.size, 6);
});

test("points at one place are drawn once", () => {
  const path = new Path();
  traceDots(path, new Float64Array(5000).fill(1), new Float64Array(5000).fill(0.5), 5000, new Scale({ x0: 0, x1: 2, y0: 0, y1: 1 }, box), 1);
  assert.equal(path.size, 2);
});

test("a closure of one sample is among the words of its stretch", () => {
  const values = new Uint8Array(10000);
  values[4321] = 2;
  const sets = new WordSets(values);
  assert.equal(sets.ask(0, 10000), 0b101);
  assert.equal(sets.ask(4300, 4321), 0b1);
  assert.equal(sets.ask(4321, 4322), 0b100);
});

test("modes of contacts differ in more than colour", () => {
  const places = ["open", "stick", "slip+", "slip-"].map((word) => `${lookOf(word, 0).top} ${lookOf(word, 0).bottom}`);
  assert.equal(new Set(places).size, 4);
});
