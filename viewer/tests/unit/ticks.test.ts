// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { linearTicks, logTicks, niceStep } from "../../src/plots/ticks.ts";

test("steps are 1, 2 or 5 times a power of ten", () => {
  for (const length of [1e-9, 0.013, 0.7, 1, 42, 3.6e7])
    for (const count of [2, 5, 9]) {
      const step = niceStep(length, count);
      const mantissa = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
      assert.ok([1, 2, 5].some((nice) => Math.abs(mantissa - nice) < 1e-6), `${step}`);
      assert.ok(step > 0.57 * (length / count));
    }
});

test("ticks lie within the range and have equal decimals", () => {
  const ticks = linearTicks(-0.31, 0.72, 5);
  assert.deepEqual(ticks.labels, ["−0.2", "0.0", "0.2", "0.4", "0.6"]);
  assert.equal(ticks.exponent, 0);
});

test("very small and large numbers share a power of ten that is a multiple of three", () => {
  const small = linearTicks(0, 4.2e-5, 4);
  assert.equal(small.exponent, -6);
  assert.deepEqual(small.labels, ["0", "10", "20", "30", "40"]);
  assert.equal(linearTicks(0, 3e7, 3).exponent, 6);
  assert.equal(linearTicks(0, 0.01, 4).exponent, 0);
});

test("deep in a zoom the labels still differ", () => {
  const { labels } = linearTicks(5.000001, 5.0000023, 5);
  assert.equal(new Set(labels).size, labels.length);
});

test("degrees go by 45 and 90", () => {
  assert.deepEqual(linearTicks(0, 360, 4, true).at, [0, 90, 180, 270, 360]);
  assert.deepEqual(linearTicks(0, 40, 4, true).at, [0, 10, 20, 30, 40]);
});

test("decades on logarithmic axes, plain numbers within one", () => {
  assert.deepEqual(logTicks(-3.2, 0.5, 6).labels, ["10^{−3}", "10^{−2}", "10^{−1}", "10^{0}"]);
  const inner = logTicks(Math.log10(2), Math.log10(5), 4);
  assert.ok(inner.at.length >= 3);
  assert.deepEqual(inner.labels[0], "2");
  assert.ok(logTicks(-30, 0, 6).at.length <= 7);
});

test("an empty or broken range has no ticks", () => {
  assert.deepEqual(linearTicks(1, 1, 5).at, []);
  assert.deepEqual(linearTicks(NaN, 1, 5).at, []);
  assert.deepEqual(linearTicks(0, Infinity, 5).at, []);
});

test("there are always two ticks to tell the scale", () => {
  for (const range of [[-4.4, 4.4], [0.9, 1.9], [-0.1, 0.3]] as const) assert.ok(linearTicks(range[0], range[1], 2).at.length >= 2);
});
