// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeOf, placeText } from "../../src/place.ts";

test("a place survives its address", () => {
  const place = { tab: "energy", t: 0.0123456789, play: 50, from: 0.01, to: 0.05 };
  assert.deepEqual(placeOf(`#${placeText(place)}`), place);
  assert.deepEqual(placeOf(`#${placeText({ ...place, from: null, to: null })}`), { ...place, from: null, to: null });
});

test("what an address does not say, or says wrongly, is left as it is", () => {
  assert.deepEqual(placeOf(""), { tab: null, t: null, play: null, from: null, to: null });
  assert.deepEqual(placeOf("#t=soon&play=&from=NaN&tab=a%20b"), { tab: "a b", t: null, play: null, from: null, to: null });
});
