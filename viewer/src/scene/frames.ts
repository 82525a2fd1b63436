// SPDX-License-Identifier: Apache-2.0
// Vectors, quaternions (w, x, y, z) and poses as plain arrays in double precision.
import type { Quat, Vec3 } from "../data.ts";

export interface Pose {
  position: Vec3;
  orientation: Quat;
}

export const atRest = (): Pose => ({ position: [0, 0, 0], orientation: [1, 0, 0, 0] });

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function multiply(a: Quat, b: Quat): Quat {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export const conjugate = (q: Quat): Quat => [q[0], -q[1], -q[2], -q[3]];

export function normalised(q: Quat): Quat {
  const n = Math.hypot(q[0], q[1], q[2], q[3]);
  return n > 0 ? [q[0] / n, q[1] / n, q[2] / n, q[3] / n] : [1, 0, 0, 0];
}

/** v turned by q: v + 2 w (u × v) + 2 u × (u × v). */
export function turn(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [q[1], q[2], q[3]];
  const t = scaled(cross(u, v), 2);
  return add(add(v, scaled(t, q[0])), cross(u, t));
}

export const turnBack = (q: Quat, v: Vec3): Vec3 => turn(conjugate(q), v);

export const aboutZ = (angle: number): Quat => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];

/** Quaternion of a rotation vector. */
export function fromRotation(v: Vec3): Quat {
  const angle = length(v);
  const s = angle < 1e-8 ? 0.5 - (angle * angle) / 48 : Math.sin(angle / 2) / angle;
  return [Math.cos(angle / 2), v[0] * s, v[1] * s, v[2] * s];
}

/** Rotation vector of a quaternion, of at most π. */
export function toRotation(q: Quat): Vec3 {
  const sign = q[0] < 0 ? -1 : 1;
  const sine = Math.hypot(q[1], q[2], q[3]);
  const angle = 2 * Math.atan2(sine, sign * q[0]);
  const factor = sign * (sine < 1e-12 ? 2 : angle / sine);
  return [q[1] * factor, q[2] * factor, q[3] * factor];
}

/** A point of a body in the world. */
export const toWorld = (pose: Pose, point: Vec3): Vec3 => add(pose.position, turn(pose.orientation, point));
/** A point of the world in the frame of a body. */
export const toBody = (pose: Pose, point: Vec3): Vec3 => turnBack(pose.orientation, sub(point, pose.position));
