// SPDX-License-Identifier: Apache-2.0
// How far a frame is turned against another, as three numbers that are zero where a joint holds them, and how they
// change with a further small turn w on the left.
//
// In general the rotation vector v: δv = L(v) w,  L = 1 − [v]/2 + (1/a² − (1 + cos a)/(2 a sin a)) [v]²,  a = |v|.
//
// A joint that is free about one axis n and held about the others (a hinge) may have turned far about it. There it is
// the tilt of the axis that is held: with d = R n, a the angle between n and d, the vector s = (a / sin a) n × d, so
// δs = (a / sin a) n × δd − (sin a − a cos a)/sin³ a (n·δd) (n × d),  δd = w × d.
import type { Quat, Vec3 } from "../data.ts";
import { add, cross, dot, length, scaled, sub, toRotation, turn } from "./frames.ts";

type Rows = [Vec3, Vec3, Vec3];

export interface Turn {
  vector: Vec3;
  rows: Rows; // δ vector[c] = rows[c] · w
}

const unit: Rows = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function ofRotation(v: Vec3): Turn {
  const a = length(v);
  const c = a < 1e-4 ? 1 / 12 : 1 / (a * a) - (1 + Math.cos(a)) / (2 * a * Math.sin(a));
  // Row c of L is Lᵀ e: [v] changes its sign.
  const row = (e: Vec3): Vec3 => add(add(e, scaled(cross(v, e), 0.5)), scaled(cross(v, cross(v, e)), c));
  return { vector: v, rows: [row(unit[0]), row(unit[1]), row(unit[2])] };
}

function ofTilt(q: Quat, n: Vec3): Turn {
  const d = turn(q, n);
  const c = cross(n, d);
  const sine = length(c);
  const a = Math.atan2(sine, dot(n, d));
  const f = sine < 1e-4 ? 1 + (a * a) / 6 : a / sine;
  const g = sine < 1e-3 ? 1 / 3 : (sine - a * Math.cos(a)) / sine ** 3;
  const along = cross(d, n); // n·δd = along·w
  const row = (k: 0 | 1 | 2): Vec3 => sub(scaled(cross(d, cross(unit[k], n)), f), scaled(along, g * c[k]));
  return { vector: scaled(c, f), rows: [row(0), row(1), row(2)] };
}

/** Of a turn q; `held` says which of its components a joint holds. */
export function measureTurn(q: Quat, held: readonly [boolean, boolean, boolean]): Turn {
  const free = ([0, 1, 2] as const).filter((c) => !held[c]);
  const [axis] = free;
  return free.length === 1 && axis !== undefined ? ofTilt(q, unit[axis]) : ofRotation(toRotation(q));
}

/** The same turn with the rotation vector that is nearest to another one: turns by π do not jump. */
export function nearestTurn(turned: Turn, reference: Vec3): Turn {
  const a = length(turned.vector);
  if (a < Math.PI / 2) return turned;
  const other = scaled(turned.vector, 1 - (2 * Math.PI) / a);
  return length(sub(other, reference)) < length(sub(turned.vector, reference)) ? ofRotation(other) : turned;
}
