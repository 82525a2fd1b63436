// SPDX-License-Identifier: Apache-2.0
// Poses of the bodies of a run at any time: those of the result at its samples, between them positions and angles
// along straight lines, orientations along the chord of the quaternions.
import type { SceneBody, Vec3 } from "../data.ts";
import { type Numbers, type Run, sampleAt } from "../decode.ts";
import { type Pose, aboutZ, normalised } from "./frames.ts";

interface BodyChannels {
  position: (Numbers | null)[];
  angle: Numbers | null;
  orientation: (Numbers | null)[] | null;
}

/** A sample and how far the time is on the way to the next one. */
export interface Moment {
  sample: number;
  fraction: number;
}

export function momentAt(time: Numbers, t: number): Moment {
  const sample = sampleAt(time, t);
  const here = time[sample] ?? 0;
  const next = time[sample + 1];
  if (next === undefined || t <= here) return { sample, fraction: 0 };
  return { sample, fraction: Math.min(1, (t - here) / (next - here)) };
}

export class Poses {
  private readonly channels: BodyChannels[];
  readonly time: Numbers;

  constructor(run: Run, bodies: readonly SceneBody[]) {
    this.time = run.time;
    this.channels = bodies.map(({ name }) => {
      const path = `/body/${name}`;
      const turned = run.channels.has(`${path}/orientation`);
      return {
        position: [0, 1, 2].map((c) => run.channel(`${path}/position`, c)),
        angle: run.channel(`${path}/angle`),
        orientation: turned ? [0, 1, 2, 3].map((c) => run.channel(`${path}/orientation`, c)) : null,
      };
    });
  }

  /** Whether a body's pose was recorded; without it the body stands at the origin. */
  has(body: number): boolean {
    return Boolean(this.channels[body]?.position[0]);
  }

  atSample(body: number, sample: number): Pose {
    return this.at(body, { sample, fraction: 0 });
  }

  at(body: number, { sample, fraction }: Moment): Pose {
    const channels = this.channels[body];
    if (!channels) return { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
    const value = (numbers: Numbers | null | undefined): number => {
      const here = numbers?.[sample] ?? 0;
      return fraction === 0 ? here : here + fraction * ((numbers?.[sample + 1] ?? here) - here);
    };
    const position: Vec3 = [value(channels.position[0]), value(channels.position[1]), value(channels.position[2])];
    const q = channels.orientation;
    if (!q) return { position, orientation: aboutZ(value(channels.angle)) };
    const here = [0, 1, 2, 3].map((c) => q[c]?.[sample] ?? (c === 0 ? 1 : 0)) as [number, number, number, number];
    if (fraction === 0) return { position, orientation: here };
    const next = [0, 1, 2, 3].map((c) => q[c]?.[sample + 1] ?? here[c]) as [number, number, number, number];
    // q and −q are the same orientation: towards the nearer one.
    const sign = here[0] * next[0] + here[1] * next[1] + here[2] * next[2] + here[3] * next[3] < 0 ? -1 : 1;
    const between = (c: 0 | 1 | 2 | 3): number => (1 - fraction) * here[c] + fraction * sign * next[c];
    return { position, orientation: normalised([between(0), between(1), between(2), between(3)]) };
  }

  all(t: number): Pose[] {
    const moment = momentAt(this.time, t);
    return this.channels.map((_, body) => this.at(body, moment));
  }
}
