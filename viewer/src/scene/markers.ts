// SPDX-License-Identifier: Apache-2.0
// Rings around bodies that are too small in the picture to be seen: a ball of 4 mm that falls 1 m.
import { Vector3 } from "three";
import type { SceneData } from "../data.ts";
import { type Scale, shownPoint } from "./bodies.ts";
import { type Pose, toWorld } from "./frames.ts";
import { Sprites } from "./sprites.ts";
import { type Theme, bodyColour } from "./theme.ts";

const smallest = 1 / 60; // of the height of the picture, that needs no ring
const ringRadius = 9; // [pixels]
const mostBodies = 24; // of many grains each is seen by its neighbours

export class Markers {
  readonly sprites = new Sprites(11);
  private readonly place = new Vector3();

  constructor(
    private readonly scene: SceneData,
    private readonly radii: readonly number[], // of the bodies, in drawn units
    private readonly scale: Scale,
  ) {}

  /** Where each body that is too small is, null for others. */
  draw(poses: readonly Pose[], pixel: number, width: number, height: number, theme: Theme): (Vector3 | null)[] {
    this.sprites.begin(width, height);
    const places = this.scene.bodies.map(({ centre }, body) => {
      const small = 2 * (this.radii[body] ?? 0) < smallest * height * pixel;
      const pose = poses[body];
      if (!small || !pose || this.scene.bodies.length > mostBodies) return null;
      shownPoint(toWorld(pose, centre), this.scale, this.place);
      this.sprites.add(this.place, ringRadius, bodyColour(body, theme), 0.95, 2);
      return this.place.clone();
    });
    this.sprites.end();
    return places;
  }

  dispose(): void {
    this.sprites.dispose();
  }
}
