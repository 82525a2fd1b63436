// SPDX-License-Identifier: Apache-2.0
// Paths: of a point of a body through the run, and of journals in their bearings. Both follow the magnified play.
import { Color, Vector3 } from "three";
import type { SceneData, Vec3 } from "../data.ts";
import { sampleAt } from "../decode.ts";
import { type Scale, shownPoint } from "./bodies.ts";
import { type Pose, add, scaled, toWorld, turn } from "./frames.ts";
import { Lines } from "./lines.ts";
import { jointState, Magnifier } from "./magnify.ts";
import type { Poses } from "./poses.ts";
import { type Theme, bodyColour } from "./theme.ts";

export type TraceKind = "whole" | "fading";

const orbitSamples = 160;
const tracePoints = 3000; // more samples than this are thinned
const magnifiedPoints = 1000; // each is found by iteration
const pathBudget = 10; // ms for each picture
const nowhere: Pose = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };

/** A point that can be traced. */
export interface TracePoint {
  label: string;
  body: number;
  point: Vec3; // in the body's frame
}

/** Centres of mass, then the points of joints on the bodies they join. */
export function tracePointsOf(scene: SceneData): TracePoint[] {
  const centres = scene.bodies.map((body, k) => ({ label: body.name, body: k, point: body.centre }));
  const joints = scene.joints.flatMap((joint) =>
    joint.bodies.flatMap((body, side) =>
      body >= 0 && scene.bodies[body] ? [{ label: `${joint.name} on ${scene.bodies[body].name}`, body, point: joint.points[side] as Vec3 }] : [],
    ),
  );
  return [...centres, ...joints];
}

/** Of a point, with play magnified. */
interface Path {
  which: number;
  m: number;
  samples: number[];
  points: Float32Array;
  known: number; // so many of the points
}

export class Traces {
  readonly path = new Lines(2.2, { renderOrder: 8, hidden: false });
  readonly orbits = new Lines(1.5, { renderOrder: 9, hidden: false });
  private readonly playing: number[]; // joints whose second frame can move in a plane or in space
  private readonly offered: TracePoint[];
  private readonly magnifier: Magnifier; // its own: that of the machine begins where the machine was drawn last
  private found: Path | null = null;

  constructor(
    private readonly scene: SceneData,
    private readonly poses: Poses,
    private readonly scale: Scale,
  ) {
    this.offered = tracePointsOf(scene);
    this.magnifier = new Magnifier(scene);
    this.playing = scene.joints.flatMap((joint, index) =>
      joint.clearance !== null && !joint.distance && joint.held.displacement.filter(Boolean).length >= 2 ? [index] : [],
    );
  }

  get hasOrbits(): boolean {
    return this.playing.length > 0;
  }

  /** The path of a point with play m times as large, as far as it is known after `budget` ms of work. */
  private pathOf(which: number, { body, point }: TracePoint, m: number, budget: number): Path {
    if (this.found?.which !== which || this.found.m !== m) {
      const count = this.poses.time.length;
      const step = Math.max(1, Math.ceil(count / (m === 1 ? tracePoints : magnifiedPoints)));
      const samples: number[] = [];
      for (let k = 0; k < count; k += step) samples.push(k);
      if (count > 0 && samples[samples.length - 1] !== count - 1) samples.push(count - 1);
      this.found = { which, m, samples, points: new Float32Array(3 * samples.length), known: 0 };
    }
    const path = this.found;
    const start = performance.now();
    const at = new Vector3();
    for (; path.known < path.samples.length && performance.now() - start < budget; ++path.known) {
      const sample = path.samples[path.known] as number;
      const pose = m === 1 ? this.poses.atSample(body, sample) : this.magnifier.apply(this.poses.all(this.poses.time[sample] as number), m)[body];
      shownPoint(toWorld(pose ?? nowhere, point), this.scale, at).toArray(path.points, 3 * path.known);
    }
    return path;
  }

  /**
   * `which`: of tracePointsOf. The whole path, what is to come fainter; or the last tenth of it, fading. Play is m times as large.
   * True while a part of it is still to be found.
   */
  drawPath(which: number, kind: TraceKind, t: number, shown: readonly Pose[], m: number, theme: Theme, budget = pathBudget): boolean {
    this.path.begin();
    const traced = this.offered[which];
    let growing = false;
    if (traced && this.poses.has(traced.body)) {
      const { body, point } = traced;
      const { points, samples, known } = this.pathOf(which, traced, m, budget);
      growing = known < samples.length;
      const sample = sampleAt(this.poses.time, t);
      const strong = bodyColour(body, theme).lerp(theme.dark ? new Color("#ffffff") : new Color("#000000"), 0.15);
      const faint = strong.clone().lerp(theme.background, 0.6);
      const [a, b] = [new Color(), new Color()];
      const here = shownPoint(toWorld(shown[body] ?? nowhere, point), this.scale);
      const window = Math.max(2, samples.length * 0.1);
      let last = 0; // of the points that have been passed
      while (last + 1 < samples.length && (samples[last + 1] as number) <= sample) ++last;
      const tint = (k: number, out: Color): Color => {
        if (kind === "whole") return out.copy(k <= last ? strong : faint);
        return out.copy(strong).lerp(theme.background, Math.min(1, (last - k) / window));
      };
      const stretch = (first: number, end: number): void => {
        for (let k = first; k < Math.min(end, known - 1); ++k) {
          const p = 3 * k;
          this.path.segment(points[p]!, points[p + 1]!, points[p + 2]!, points[p + 3]!, points[p + 4]!, points[p + 5]!, tint(k, a), tint(k + 1, b));
        }
      };
      if (kind === "whole") stretch(last, samples.length - 1); // what is to come lies under what has been
      stretch(kind === "whole" ? 0 : Math.max(0, Math.ceil(last - window)), last);
      const p = 3 * last;
      if (last < known) this.path.segment(points[p]!, points[p + 1]!, points[p + 2]!, here.x, here.y, here.z, strong, strong);
    }
    this.path.end();
    return growing;
  }

  /** The last samples of each journal's centre in its bearing, m times as far from the middle as it was. */
  drawOrbits(on: boolean, t: number, shown: readonly Pose[], actual: readonly Pose[], m: number, theme: Theme): void {
    this.orbits.begin();
    if (on) {
      const last = sampleAt(this.poses.time, t);
      const from = Math.max(0, last - orbitSamples);
      const colour = theme.arrow;
      const [a, b] = [new Color(), new Color()];
      const [p, q] = [new Vector3(), new Vector3()];
      for (const index of this.playing) {
        const joint = this.scene.joints[index]!;
        const carrier = shown[joint.bodies[0]] ?? nowhere;
        const place = (poses: readonly Pose[], out: Vector3): Vector3 => {
          const { displacement } = jointState(joint, poses);
          const offset = turn(joint.orientations[0], scaled(displacement, m));
          return shownPoint(toWorld(carrier, add(joint.points[0], offset)), this.scale, out);
        };
        const posesAt = (sample: number): Pose[] => {
          const list: Pose[] = [];
          for (const body of joint.bodies) if (body >= 0) list[body] = this.poses.atSample(body, sample);
          return list;
        };
        place(posesAt(from), p);
        for (let k = from + 1; k <= last + 1; ++k) {
          place(k <= last ? posesAt(k) : actual, q);
          a.copy(theme.background).lerp(colour, (k - 1 - from) / orbitSamples);
          b.copy(theme.background).lerp(colour, Math.min(1, (k - from) / orbitSamples));
          this.orbits.segment(p.x, p.y, p.z, q.x, q.y, q.z, a, b);
          p.copy(q);
        }
      }
    }
    this.orbits.end();
  }

  dispose(): void {
    this.path.dispose();
    this.orbits.dispose();
  }
}
