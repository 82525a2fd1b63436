// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { openReport } from "../../src/decode.ts";
import { ContactData } from "../../src/scene/contact_data.ts";
import { lengthText, rateText, roundRates, timeFormat, timesText } from "../../src/scene/format.ts";
import { length } from "../../src/scene/frames.ts";
import { roundStep } from "../../src/scene/ground.ts";
import { Magnifier, jointState } from "../../src/scene/magnify.ts";
import { Poses } from "../../src/scene/poses.ts";
import { makeSolid } from "../../src/scene/solid.ts";
import { circle, prism, rectangle } from "../fixtures/pack.ts";
import { decode } from "../../src/decode.ts";
import { sliderCrank } from "../fixtures/slider_crank.ts";

const report = openReport(sliderCrank());
const run = report.runs[0]!;
const scene = run.data.scene!;

test("poses: the sample at its time, a straight line between samples", () => {
  const poses = new Poses(run, scene.bodies);
  const x = run.channel("/body/slider/position", 0)!;
  assert.equal(poses.all(run.time[7]!)[2]!.position[0], x[7]);
  const half = poses.all(0.5 * (run.time[7]! + run.time[8]!))[2]!.position[0];
  assert.ok(Math.abs(half - 0.5 * (x[7]! + x[8]!)) < 1e-12);
  assert.equal(poses.all(1e9)[2]!.position[0], x[x.length - 1]);
  assert.equal(poses.all(-1)[2]!.position[0], x[0]);
});

test("slider-crank through a whole turn: play ×50, ideal joints closed", () => {
  const poses = new Poses(run, scene.bodies);
  const magnifier = new Magnifier(scene);
  let whole = 0;
  for (let k = 0; k < 300; ++k) {
    const actual = scene.bodies.map((_, body) => poses.atSample(body, k));
    const shown = magnifier.apply(actual, 50);
    if (magnifier.reached === 50) ++whole;
    for (const joint of scene.joints) {
      const [before, after] = [jointState(joint, actual), jointState(joint, shown)];
      const factor = joint.clearance === null ? 1 : magnifier.reached;
      const along = joint.type === "prismatic";
      const error = along
        ? Math.abs(after.displacement[1] - factor * before.displacement[1])
        : length([after.displacement[0] - factor * before.displacement[0], after.displacement[1] - factor * before.displacement[1], 0]);
      assert.ok(error < 1e-9, `sample ${k}, ${joint.name}: ${error}`);
    }
  }
  assert.ok(whole > 200, `only ${whole} samples reach ×50`);
});

test("contacts and impacts come from channels and table", () => {
  const data = new ContactData(run, scene);
  assert.ok(data.largeForce > 100);
  assert.ok(data.impacts.length > 5);
  const first = data.impacts[0]!;
  assert.ok(first.point !== null);
  assert.deepEqual(data.between(first.time, first.time).length, 0);
  assert.ok(data.between(first.time - 1e-9, first.time).includes(first));
  assert.equal(data.between(-Infinity, Infinity).length, data.impacts.length);
  for (let k = 0; k < 50; ++k) for (const touch of data.at(k)) assert.ok(touch.point !== null && Math.hypot(...touch.force) >= 0);
});

test("solids: normals are sharp on a box and round on a cylinder, edges where faces meet, at any scale", () => {
  for (const scale of [1e-7, 1, 1e4]) {
    const box = prism(rectangle(2 * scale, scale), 0, 0.5 * scale);
    const solid = makeSolid(decode(box.positions), decode(box.triangles), 1 / scale);
    assert.equal(solid.edges.length / 6, 12);
    const disc = prism(circle(scale, 40), 0, 0.2 * scale);
    const round = makeSolid(decode(disc.positions), decode(disc.triangles), 1 / scale);
    assert.equal(round.edges.length / 6, 80);
    const normals = round.faces.getAttribute("normal");
    for (let k = 0; k < normals.count; ++k) assert.ok(Math.abs(Math.hypot(normals.getX(k), normals.getY(k), normals.getZ(k)) - 1) < 1e-5);
  }
});

test("numbers in words", () => {
  assert.equal(timeFormat(0.24, 4e-4)(0.12), "120.0 ms");
  assert.equal(timeFormat(60, 1e-2)(1.5), "1.50 s");
  assert.equal(lengthText(0.02), "20 mm");
  assert.equal(lengthText(5e-6), "5 µm");
  assert.equal(rateText(0.02), "1/50 of real time");
  assert.equal(rateText(1), "real time");
  assert.equal(rateText(2), "2 × real time");
  assert.ok(roundRates(0.024).includes(0.02));
  assert.equal(timesText(50), "×50");
  assert.deepEqual(roundStep(0.013), { step: 0.02, parts: 4 });
  assert.equal(roundStep(1e-6).step, 1e-6);
});
