// SPDX-License-Identifier: Apache-2.0
// Springs between points of bodies: zigzags in the plane, coils in space, with straight ends. The coils keep their
// number and width and stretch along.
import { type Color, Vector3 } from "three";
import type { SceneData } from "../data.ts";
import { type Scale, shownPoint } from "./bodies.ts";
import { type Pose, toWorld } from "./frames.ts";
import { Lines } from "./lines.ts";

const coils = 8;
const endPart = 0.14; // of the length, straight at each end
const nowhere: Pose = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };

export class Springs {
  readonly lines = new Lines(2, { renderOrder: 2, hidden: true });
  private readonly width: number;

  constructor(
    private readonly scene: SceneData,
    private readonly scale: Scale,
  ) {
    this.width = 0.035;
  }

  draw(poses: readonly Pose[], colour: Color): void {
    this.lines.begin();
    const [a, b] = [new Vector3(), new Vector3()];
    for (const { bodies, points } of this.scene.springs) {
      shownPoint(toWorld(poses[bodies[0]] ?? nowhere, points[0]), this.scale, a);
      shownPoint(toWorld(poses[bodies[1]] ?? nowhere, points[1]), this.scale, b);
      this.one(a, b, colour);
    }
    this.lines.end();
  }

  private one(a: Vector3, b: Vector3, colour: Color): void {
    const along = b.clone().sub(a);
    const length = along.length();
    if (length < 1e-9) return;
    along.divideScalar(length);
    const flat = this.scene.dimension === 2;
    const aside = flat ? new Vector3(-along.y, along.x, 0) : new Vector3(0, 0, 1).cross(along);
    if (aside.lengthSq() < 1e-6) aside.set(1, 0, 0).cross(along);
    aside.normalize();
    const other = flat ? new Vector3(0, 0, 1) : along.clone().cross(aside);
    const radius = Math.min(this.width, 0.25 * length);
    const perCoil = flat ? 4 : 14;
    const steps = coils * perCoil;
    let last = a.clone();
    const to = (point: Vector3): void => {
      this.lines.segment(last.x, last.y, last.z, point.x, point.y, point.z, colour, colour);
      last = point;
    };
    const at = (part: number): Vector3 => a.clone().addScaledVector(along, part * length);
    to(at(endPart));
    for (let k = 1; k < steps; ++k) {
      const angle = (2 * Math.PI * k) / perCoil;
      const point = at(endPart + ((1 - 2 * endPart) * k) / steps);
      // A zigzag is a triangle wave, sampled at its corners and zeros; a coil a helix.
      if (flat) point.addScaledVector(aside, radius * Math.sin(angle));
      else point.addScaledVector(aside, radius * Math.sin(angle)).addScaledVector(other, radius * (1 - Math.cos(angle)) * 0.9);
      to(point);
    }
    to(at(1 - endPart));
    to(b);
  }

  dispose(): void {
    this.lines.dispose();
  }
}
