// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { Color } from "three";
import type { SceneData } from "../../src/data.ts";
import { aboutZ, type Pose } from "../../src/scene/frames.ts";
import type { Poses } from "../../src/scene/poses.ts";
import type { Theme } from "../../src/scene/theme.ts";
import { Traces } from "../../src/scene/traces.ts";

const count = 400;
const play = 1e-3;
const turn = (k: number): number => (2 * Math.PI * k) / (count - 1);
const scale = { centre: [0, 0, 0] as [number, number, number], factor: 1 };
const theme = { dark: false, background: new Color("white"), arrow: new Color("black"), palette: ["#0072b2"] } as unknown as Theme;

// A journal that goes round in its bearing, and a point a tenth of a metre from its middle.
const scene = {
  bodies: [{ name: "journal", mass: 1, centre: [0.1, 0, 0] }],
  joints: [{
    name: "bearing", type: "revolute", bodies: [-1, 0], points: [[0, 0, 0], [0, 0, 0]], orientations: [[1, 0, 0, 0], [1, 0, 0, 0]],
    held: { displacement: [true, true, false], turn: [false, false, false] }, distance: false, clearance: play,
  }],
  springs: [], contacts: [], parts: [], dimension: 2, size: 0.2,
} as unknown as SceneData;
const pose = (k: number): Pose => ({ position: [play * Math.cos(turn(k)), play * Math.sin(turn(k)), 0], orientation: aboutZ(0) });
const poses = { time: Float64Array.from({ length: count }, (_, k) => k), has: () => true, atSample: (_: number, k: number) => pose(k), all: (t: number) => [pose(t)] } as unknown as Poses;

function drawn(traces: Traces, m: number, budget: number): { points: number[][]; growing: boolean } {
  const points: number[][] = [];
  traces.path.segment = (...p: unknown[]) => void points.push((p as number[]).slice(0, 3));
  const growing = traces.drawPath(0, "whole", count - 1, [pose(count - 1)], m, theme, budget);
  return { points, growing };
}

test("a path follows the magnified play", () => {
  for (const m of [1, 20, 50]) {
    const { points, growing } = drawn(new Traces(scene, poses, scale), m, Infinity);
    assert.equal(growing, false);
    assert.ok(points.length >= count - 1);
    for (const [x, y] of points) assert.ok(Math.abs(Math.hypot((x as number) - 0.1, y as number) - m * play) < 1e-6 * m * play + 1e-8, `${x} ${y} of ×${m}`);
  }
});

test("a path that takes long grows from picture to picture", () => {
  const traces = new Traces(scene, poses, scale);
  const first = drawn(traces, 50, 0);
  assert.deepEqual([first.points.length, first.growing], [0, true]);
  const next = drawn(traces, 50, Infinity);
  assert.equal(next.growing, false);
  assert.equal(next.points.length, drawn(traces, 50, 0).points.length, "what is known stays known");
  assert.equal(drawn(traces, 20, 0).growing, true, "other play, another path");
});
