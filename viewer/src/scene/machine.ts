// SPDX-License-Identifier: Apache-2.0
// One run as it is drawn: its solids, its poses at a time, its play magnified.
import { Box3 } from "three";
import type { SceneData } from "../data.ts";
import type { Run } from "../decode.ts";
import { Bodies, type Scale } from "./bodies.ts";
import type { Pose } from "./frames.ts";
import { Magnifier } from "./magnify.ts";
import { Poses } from "./poses.ts";

const boxSamples = 24;

export class Machine {
  readonly poses: Poses;
  readonly magnifier: Magnifier;
  actual: Pose[] = [];
  shown: Pose[] = [];

  constructor(
    readonly run: Run,
    readonly scene: SceneData,
  ) {
    this.poses = new Poses(run, scene.bodies);
    this.magnifier = new Magnifier(scene);
  }

  /** Finds the poses of a time; returns the magnification that they have. */
  pose(t: number, m: number): number {
    this.actual = this.poses.all(t);
    this.shown = this.magnifier.apply(this.actual, m);
    return m === 1 || !this.magnifier.useful ? 1 : this.magnifier.reached;
  }

  bodyIndex(name: string): number {
    return this.scene.bodies.findIndex((body) => body.name === name);
  }
}

/** A machine with its solids. */
export class DrawnMachine extends Machine {
  readonly bodies: Bodies;

  constructor(run: Run, scene: SceneData, scale: Scale, ghost: boolean) {
    super(run, scene);
    this.bodies = new Bodies(run, scene, scale, ghost);
  }

  /** The box that the solids sweep, from samples through the run. */
  addTo(box: Box3): void {
    const count = this.poses.time.length;
    const step = Math.max(1, Math.floor(count / boxSamples));
    for (let k = 0; k < Math.max(1, count); k += step) {
      this.bodies.move(this.scene.bodies.map((_, body) => this.poses.atSample(body, k)), 1);
      this.bodies.eachCorner((corner) => {
        if (Number.isFinite(corner.x + corner.y + corner.z)) box.expandByPoint(corner);
      });
    }
  }
}
