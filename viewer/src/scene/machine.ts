// SPDX-License-Identifier: Apache-2.0
// One run as it is drawn: its solids, its poses at a time, its play magnified.
import type { Vector3 } from "three";
import type { SceneData } from "../data.ts";
import type { Run } from "../decode.ts";
import { Bodies, type Scale, shownPoint } from "./bodies.ts";
import type { Extent } from "./extent.ts";
import { type Pose, toWorld } from "./frames.ts";
import { Magnifier } from "./magnify.ts";
import { Poses } from "./poses.ts";

const extentSamples = 24;
const springReach = 1.1; // in drawn units; the size of the scene leaves out what holds springs far away
const limitSamples = 60;
export const largestMagnification = 200;
// Found by trial: play that is drawn as a twentieth of the machine is seen at once, and the machine still looks like itself.
const tellingShare = 0.05;
const tellingMagnifications = [200, 50, 10];

export class Machine {
  readonly poses: Poses;
  readonly magnifier: Magnifier;
  private searched = 1; // the magnification up to which `most` is known
  private most = 1;
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

  /** As much of m as every moment of the run allows: one factor for all of it, so that bearings keep their size. */
  limit(m: number): number {
    if (!this.magnifier.useful) return m;
    if (m <= this.searched) return Math.min(m, this.most);
    this.searched = Math.max(m, largestMagnification);
    this.most = this.searched;
    const count = this.poses.time.length;
    for (let k = 0; k < limitSamples; ++k) {
      const sample = Math.round((k * (count - 1)) / (limitSamples - 1));
      this.magnifier.apply(this.poses.all(this.poses.time[sample] ?? 0), this.most);
      this.most = Math.min(this.most, this.magnifier.reached);
    }
    return Math.min(m, this.most);
  }

  /** The magnification that shows play at first sight: 1 where it is seen without, or where there is none. */
  telling(): number {
    if (!this.magnifier.useful) return 1;
    const plays = this.scene.joints.map((joint) => joint.clearance ?? 0);
    const most = Math.max(0, ...plays);
    const fits = (m: number): boolean => most * m <= tellingShare * this.scene.size && this.limit(m) >= 0.99 * m;
    return tellingMagnifications.find(fits) ?? 1;
  }

  bodyIndex(name: string): number {
    return this.scene.bodies.findIndex((body) => body.name === name);
  }
}

/** A machine with its solids. */
export class DrawnMachine extends Machine {
  readonly bodies: Bodies;

  constructor(
    run: Run,
    scene: SceneData,
    private readonly scale: Scale,
    solid: SceneData | null,
  ) {
    super(run, scene);
    this.bodies = new Bodies(run, scene, scale, solid);
  }

  /** What the solids and springs sweep with this magnification, from samples through the run. */
  addTo(extent: Extent, m: number): void {
    const count = this.poses.time.length;
    const step = Math.max(1, Math.floor(count / extentSamples));
    const add = (corner: Vector3): void => extent.add(corner);
    for (let k = 0; k < Math.max(1, count); k += step) {
      const shownWith = this.pose(this.poses.time[k] ?? 0, m);
      this.bodies.move(this.shown, shownWith, this.poses.time[k] ?? 0);
      this.bodies.eachCorner(k > 0, add);
      for (const spring of this.scene.springs) {
        for (const end of [0, 1] as const) {
          const pose = this.shown[spring.bodies[end]] ?? { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
          const at = shownPoint(toWorld(pose, spring.points[end]), this.scale);
          if (at.length() < springReach) add(at);
        }
      }
    }
  }
}
