// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { numberText, suitedTo, suitedToAll } from "../../src/study/units.ts";

const text = (unit: string, value: number): string => {
  const suited = suitedTo(unit, Math.abs(value));
  return `${numberText(value * suited.factor)} ${suited.unit}`.trim();
};

test("numbers have units that suit their size", () => {
  assert.equal(text("m", 1.79e-5), "17.90 µm");
  assert.equal(text("m", 0.025), "25 mm");
  assert.equal(text("N*s", 0.1339), "133.9 mN·s");
  assert.equal(text("N", 743.84), "743.8 N");
  assert.equal(text("N*m", 12345), "12.35 kN·m");
  assert.equal(text("s", 4000), "4000 s");
  assert.equal(text("rad", -7.98e-7), "−798.0 nrad");
});

test("units that take no prefix stay", () => {
  assert.equal(text("kg", 0.05), "0.05000 kg");
  assert.equal(text("m^2", 1e-4), "1.000·10⁻⁴ m^{2}");
  assert.equal(text("1/s", 78.63), "78.63 1/s");
  assert.equal(text("-", 6), "6");
  assert.equal(text("m", NaN), "– m");
  assert.equal(numberText(null), "–");
});

test("the largest decides", () => {
  assert.deepEqual(suitedToAll("m", [1e-5, NaN, -0.2, null]), { factor: 1000, unit: "mm" });
  assert.equal(suitedToAll("m", []).unit, "m");
});
