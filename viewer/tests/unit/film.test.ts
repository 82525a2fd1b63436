// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { planFilm } from "../../src/scene/film.ts";

test("a short film has 25 pictures a second and is as fast as asked", () => {
  const { times, delay, hurried } = planFilm(0.5, 2.5, 0.5); // four seconds
  assert.equal(delay, 4);
  assert.equal(times.length, 100);
  assert.equal(hurried, 1);
  assert.equal(times[0], 0.5);
  assert.equal(times[99], 2.5);
  assert.ok(Math.abs(times[50]! - times[49]! - 2 / 99) < 1e-12);
});

test("a longer one has fewer pictures a second, and a long one is hurried, which is said", () => {
  const twenty = planFilm(0, 20, 1);
  assert.deepEqual([twenty.times.length, twenty.delay, twenty.hurried], [250, 8, 1]);
  const minute = planFilm(0, 1, 1 / 60);
  assert.deepEqual([minute.times.length, minute.delay], [250, 10]);
  assert.ok(Math.abs(minute.hurried - 2.4) < 1e-12);
});

test("a moment has its beginning and its end", () => {
  assert.deepEqual(planFilm(0, 1e-3, 1).times, [0, 1e-3]);
});
