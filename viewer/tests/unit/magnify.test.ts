// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quat, SceneJoint, Vec3 } from "../../src/data.ts";
import { type Pose, aboutZ, fromRotation, length, multiply, sub, toWorld } from "../../src/scene/frames.ts";
import { Magnifier, jointState } from "../../src/scene/magnify.ts";
import { measureTurn } from "../../src/scene/turns.ts";

const identity: Quat = [1, 0, 0, 0];
const still = { held: { displacement: [true, true, false], turn: [false, false, false] }, distance: false } as const;

function revolute(name: string, bodies: [number, number], points: [Vec3, Vec3], clearance: number | null): SceneJoint {
  return {
    name,
    type: "revolute",
    bodies,
    points,
    orientations: [identity, identity],
    held: { displacement: [...still.held.displacement], turn: [...still.held.turn] },
    distance: false,
    clearance,
  };
}

const body = (name: string) => ({ name, mass: 1, centre: [0, 0, 0] as Vec3 });

/** A four-bar linkage of this scale whose joint between coupler and rocker is open by d. */
function fourBar(scale: number, d: [number, number]) {
  const a = 0.1 * scale;
  const coupler = 0.3 * scale;
  const rocker = 0.25 * scale;
  const ground = 0.3 * scale;
  const crankAngle = 1.1;
  const tip: Vec3 = [a * Math.cos(crankAngle), a * Math.sin(crankAngle), 0];
  const couplerAngle = 0.45;
  const end: Vec3 = [tip[0] + coupler * Math.cos(couplerAngle), tip[1] + coupler * Math.sin(couplerAngle), 0];
  // The rocker ends at d from there in the coupler's axes: the ground joint is where it must be.
  const rockerAngle = 1.6;
  const c = Math.cos(couplerAngle);
  const s = Math.sin(couplerAngle);
  const top: Vec3 = [end[0] + c * d[0] - s * d[1], end[1] + s * d[0] + c * d[1], 0];
  const foot: Vec3 = [top[0] - rocker * Math.cos(rockerAngle), top[1] - rocker * Math.sin(rockerAngle), 0];
  const poses: Pose[] = [
    { position: [0, 0, 0], orientation: aboutZ(crankAngle) },
    { position: tip, orientation: aboutZ(couplerAngle) },
    { position: foot, orientation: aboutZ(rockerAngle) },
  ];
  const joints = [
    revolute("O", [-1, 0], [[0, 0, 0], [0, 0, 0]], null),
    revolute("A", [0, 1], [[a, 0, 0], [0, 0, 0]], null),
    revolute("B", [1, 2], [[coupler, 0, 0], [rocker, 0, 0]], 1e-3 * scale),
    revolute("C", [-1, 2], [foot, [0, 0, 0]], null),
  ];
  return { scene: { bodies: [body("crank"), body("coupler"), body("rocker")], joints, dimension: 2 as const, size: ground }, poses };
}

for (const scale of [1e-6, 1, 1e3]) {
  test(`four-bar of scale ${scale}: m times the play, ideal joints closed`, () => {
    const d: [number, number] = [0.3e-3 * scale, -0.4e-3 * scale];
    const { scene, poses } = fourBar(scale, d);
    const magnifier = new Magnifier(scene);
    assert.ok(magnifier.useful);
    for (const m of [10, 50, 100]) {
      const shown = magnifier.apply(poses, m);
      assert.equal(magnifier.reached, m);
      for (const [k, joint] of scene.joints.entries()) {
        const { displacement } = jointState(joint, shown);
        const want: Vec3 = k === 2 ? [m * d[0], m * d[1], 0] : [0, 0, 0];
        assert.ok(length(sub(displacement, want)) < 1e-9 * scale, `${joint.name} at ×${m}: ${displacement.join(" ")}`);
      }
    }
  });
}

test("m = 1 gives the very same poses, also after another m", () => {
  const { scene, poses } = fourBar(1, [1e-3, 0]);
  const magnifier = new Magnifier(scene);
  assert.equal(magnifier.apply(poses, 1), poses);
  magnifier.apply(poses, 50);
  assert.equal(magnifier.apply(poses, 1), poses);
});

test("bodies move by about the play that is shown", () => {
  const { scene, poses } = fourBar(1, [1e-3, 0]);
  const shown = new Magnifier(scene).apply(poses, 20);
  const cost = (other: Pose[]): number =>
    other.reduce((sum, pose, k) => sum + length(sub(pose.position, (poses[k] as Pose).position)) ** 2, 0);
  assert.ok(cost(shown) < 0.02 ** 2 * 3, `moved by ${Math.sqrt(cost(shown))}`);
});

test("more play than the loop can have is shown as far as it goes", () => {
  const { scene, poses } = fourBar(1, [2e-3, 0]);
  const magnifier = new Magnifier(scene);
  const shown = magnifier.apply(poses, 2000);
  assert.ok(magnifier.reached > 20 && magnifier.reached < 2000, `reached ${magnifier.reached}`);
  for (const k of [0, 1, 3]) assert.ok(length(jointState(scene.joints[k] as SceneJoint, shown).displacement) < 1e-8);
});

test("slider in a guide: across and tilt are magnified, along is left", () => {
  const joint: SceneJoint = {
    name: "guide",
    type: "prismatic",
    bodies: [-1, 0],
    points: [[0, 0, 0], [0, 0, 0]],
    orientations: [aboutZ(0.3), identity],
    held: { displacement: [false, true, false], turn: [false, false, true] },
    distance: false,
    clearance: 1e-3,
  };
  const at: Vec3 = [0.2 * Math.cos(0.3) - 4e-4 * Math.sin(0.3), 0.2 * Math.sin(0.3) + 4e-4 * Math.cos(0.3), 0];
  const poses: Pose[] = [{ position: at, orientation: aboutZ(0.3 + 2e-3) }];
  const shown = new Magnifier({ bodies: [body("slider")], joints: [joint], dimension: 2, size: 0.3 }).apply(poses, 50);
  const state = jointState(joint, shown);
  assert.ok(Math.abs(state.displacement[0] - 0.2) < 1e-9);
  assert.ok(Math.abs(state.displacement[1] - 0.02) < 1e-9);
  assert.ok(Math.abs(state.turned.vector[2] - 0.1) < 1e-9);
});

test("bodies without play stay where they are", () => {
  const { scene, poses } = fourBar(1, [1e-3, 0]);
  scene.bodies.push(body("alone"));
  const alone: Pose = { position: [1, 2, 0], orientation: aboutZ(0.2) };
  const shown = new Magnifier(scene).apply([...poses, alone], 50);
  assert.deepEqual(shown[3], alone);
});

test("in space: a spatial chain with a revolute that plays in five components, turned by nearly π", () => {
  const hinge = (bodies: [number, number], points: [Vec3, Vec3], clearance: number | null): SceneJoint => ({
    ...revolute("hinge", bodies, points, clearance),
    held: { displacement: [true, true, true], turn: [true, true, false] },
  });
  const joints = [hinge([-1, 0], [[0, 0, 0], [0, 0, 0]], null), hinge([0, 1], [[0.2, 0, 0], [-0.1, 0, 0]], 1e-3)];
  joints[1]!.orientations = [fromRotation([0, 1.2, 0]), fromRotation([0, 1.2, 0])];
  const first: Pose = { position: [0, 0, 0], orientation: aboutZ(2) };
  const tilt = fromRotation([1e-3, -2e-3, 0]);
  const axes = multiply(first.orientation, fromRotation([0, 1.2, 0]));
  const second = multiply(multiply(multiply(axes, tilt), aboutZ(3.1)), fromRotation([0, -1.2, 0]));
  const hingeAt = toWorld(first, [0.2, 0, 0]);
  const offset = toWorld({ position: [0, 0, 0], orientation: second }, [-0.1, 0, 0]);
  const play: Vec3 = [3e-4, 2e-4, -1e-4];
  const poses: Pose[] = [first, { position: sub([hingeAt[0] + play[0], hingeAt[1] + play[1], hingeAt[2] + play[2]], offset), orientation: second }];
  const before = jointState(joints[1]!, poses);
  const magnifier = new Magnifier({ bodies: [body("a"), body("b")], joints, dimension: 3, size: 0.3 });
  const shown = magnifier.apply(poses, 50);
  assert.equal(magnifier.reached, 50);
  const after = jointState(joints[1]!, shown);
  for (const c of [0, 1, 2] as const) assert.ok(Math.abs(after.displacement[c] - 50 * before.displacement[c]) < 1e-9);
  for (const c of [0, 1] as const) {
    const [tilt0, tilt1] = [before.turned.vector[c], after.turned.vector[c]];
    assert.ok(Math.abs(tilt1 - 50 * tilt0) < 1e-9, `${tilt1} and ${50 * tilt0}`);
  }
  assert.ok(length(jointState(joints[0]!, shown).displacement) < 1e-9);
});

test("turns: their change agrees with differences, free about no, one or two axes", () => {
  const q = fromRotation([0.4, -0.7, 0.3]);
  for (const held of [[true, true, true], [true, true, false], [false, true, true], [false, false, true]] as [boolean, boolean, boolean][]) {
    const { vector, rows } = measureTurn(q, held);
    for (const axis of [0, 1, 2] as const) {
      const h = 1e-6;
      const w: Vec3 = [0, 0, 0];
      w[axis] = h;
      const moved = measureTurn(multiply(fromRotation(w), q), held).vector;
      for (const c of [0, 1, 2] as const) assert.ok(Math.abs((moved[c] - vector[c]) / h - rows[c][axis]) < 1e-5, `${held} ${c} ${axis}`);
    }
  }
});
