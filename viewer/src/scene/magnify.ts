// SPDX-License-Identifier: Apache-2.0
// The play of joints magnified m times: poses in which each joint with clearance is m times as far from its ideal
// place as it was, ideal joints stay as they are, and the bodies are moved as little as that allows:
//
//   minimise  Σ |Δx|² + ℓ² |Δφ|²   subject to   r(q) = r*,   r* = m r(q₀) where there is play, r(q₀) elsewhere
//
// with q₀ the poses of the result, r the held components of all joints, ℓ a length of the mechanism. Newton's method
// on it without the curvature of r, M = diag(1, ℓ²):
//
//   q ← q₀ + M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ (r* − r(q) + J (q − q₀))
//
// Bodies form groups that joints connect; groups without play are left alone. A loop may be unable to close with so
// much play (a crank that is shorter than m times the clearance): then its m is lowered until it does.
import type { SceneData, SceneJoint, Vec3 } from "../data.ts";
import {
  type Pose,
  add,
  atRest,
  conjugate,
  cross,
  fromRotation,
  length,
  multiply,
  normalised,
  scaled,
  sub,
  turn,
  turnBack,
} from "./frames.ts";
import { solveRegularised } from "./normal_equations.ts";
import { type Turn, measureTurn, nearestTurn } from "./turns.ts";

/** Groups of more bodies than this are shown as they are: the equations are dense. */
export const largestGroup = 60;
const largestTurn = 0.7; // [rad] of a held turn that is magnified; beyond it a slider would seem to turn over
const firstStep = 1.2; // of log m, at most
const lastStep = 0.03; // no nearer to the most that fits
const maxIterations = 12;
const closedTo = 1e-12; // of the size of the scene

export interface JointState {
  displacement: Vec3; // of the second frame's origin, in the axes of the first
  turned: Turn; // of the second frame, in the axes of the first
}

/** How the two frames of a joint stand to each other. */
export function jointState(joint: SceneJoint, poses: readonly Pose[]): JointState {
  const a = poses[joint.bodies[0]] ?? atRest();
  const b = poses[joint.bodies[1]] ?? atRest();
  const axes = multiply(a.orientation, joint.orientations[0]);
  const first = add(a.position, turn(a.orientation, joint.points[0]));
  const second = add(b.position, turn(b.orientation, joint.points[1]));
  return {
    displacement: turnBack(axes, sub(second, first)),
    turned: measureTurn(multiply(conjugate(axes), multiply(b.orientation, joint.orientations[1])), joint.held.turn),
  };
}

function isFinitePose(pose: Pose): boolean {
  return Number.isFinite(pose.position[0] + pose.position[1] + pose.position[2] + pose.orientation[0]);
}

/** Bodies that joints connect, at least one of which has play. */
class Group {
  private readonly columns: number; // of unknowns per body
  private readonly rows: number;
  private readonly slot = new Map<number, number>(); // body → place among the unknowns
  private readonly arm: number; // ℓ
  private readonly jacobian: Float64Array;
  private readonly residual: Float64Array;
  private readonly delta: Float64Array; // M^{1/2} (q − q₀): positions, and rotation vectors times ℓ
  private readonly kept: Float64Array; // of the last m that was reached
  reached = 1; // the m that was last shown

  constructor(
    readonly bodies: number[],
    readonly joints: SceneJoint[],
    private readonly planar: boolean,
    private readonly size: number,
  ) {
    this.columns = planar ? 3 : 6;
    bodies.forEach((body, k) => this.slot.set(body, k));
    this.rows = joints.reduce((sum, joint) => sum + heldCount(joint), 0);
    let square = 0;
    let count = 0;
    for (const joint of joints) {
      for (const end of [0, 1] as const) {
        if (joint.bodies[end] < 0) continue;
        square += length(joint.points[end]) ** 2;
        ++count;
      }
    }
    const rms = Math.sqrt(square / Math.max(1, count));
    this.arm = rms > 1e-3 * size ? rms : size;
    this.jacobian = new Float64Array(this.rows * this.columns * bodies.length);
    this.residual = new Float64Array(this.rows);
    this.delta = new Float64Array(this.columns * bodies.length);
    this.kept = new Float64Array(this.delta.length);
  }

  /** Puts the magnified poses of its bodies into `shown`. */
  magnify(actual: readonly Pose[], m: number, shown: Pose[]): void {
    this.reached = 1;
    if (!this.bodies.every((b) => isFinitePose(actual[b] as Pose))) return;
    // Step by step from the poses as they are: a single step might fold a loop over to its other side, and so might
    // a start from the last picture, which would make a picture depend on those before it.
    this.delta.fill(0);
    this.kept.fill(0);
    const most = this.mostFor(actual, m);
    let step = Math.log(most) / Math.max(1, Math.ceil(Math.log(most) / firstStep));
    while (this.reached < most && step > lastStep) {
      const next = Math.min(most, this.reached * Math.exp(step));
      if (this.attempt(actual, next, shown)) {
        this.reached = next > 0.999999 * most ? most : next;
        this.kept.set(this.delta);
      } else {
        this.delta.set(this.kept);
        step /= 2;
      }
    }
    this.delta.set(this.kept);
    this.apply(actual, shown);
  }

  /** As much of m as keeps held turns small enough to be seen for what they are. */
  private mostFor(actual: readonly Pose[], m: number): number {
    let largest = 0;
    for (const joint of this.joints) {
      if (joint.clearance === null || joint.distance) continue;
      const { vector } = jointState(joint, actual).turned;
      largest = Math.max(largest, Math.hypot(...vector.filter((_, c) => joint.held.turn[c])));
    }
    return Math.max(1, Math.min(m, largestTurn / Math.max(largest, 1e-300)));
  }

  private attempt(actual: readonly Pose[], m: number, shown: Pose[]): boolean {
    const n = this.delta.length;
    const targets = this.joints.map((joint) => target(joint, jointState(joint, actual), m));
    let last = Infinity;
    for (let iteration = 0; iteration < maxIterations; ++iteration) {
      this.apply(actual, shown);
      const error = this.linearise(shown, targets);
      if (!Number.isFinite(error)) return false;
      if (error <= closedTo * this.size) return true;
      if (iteration > 4 && error > 0.7 * last) return error <= 1e-9 * this.size;
      last = error;
      // λ from (J M⁻¹ Jᵀ) λ = r* − r + J (q − q₀), then M^{1/2} (q − q₀) = M^{-1/2} Jᵀ λ; J here is J M^{-1/2}.
      const right = new Float64Array(this.rows);
      for (let i = 0; i < this.rows; ++i) {
        let sum = -(this.residual[i] as number);
        for (let j = 0; j < n; ++j) sum += (this.jacobian[i * n + j] as number) * (this.delta[j] as number);
        right[i] = sum;
      }
      if (!solveRegularised(this.jacobian, this.rows, n, right)) return false;
      let largest = 0;
      const wanted = new Float64Array(n);
      for (let j = 0; j < n; ++j) {
        let sum = 0;
        for (let i = 0; i < this.rows; ++i) sum += (this.jacobian[i * n + j] as number) * (right[i] as number);
        wanted[j] = sum;
        largest = Math.max(largest, Math.abs(sum - (this.delta[j] as number)));
      }
      if (!Number.isFinite(largest)) return false;
      const shorter = Math.min(1, (0.6 * this.arm) / Math.max(largest, 1e-300)); // no more than a good half radian
      for (let j = 0; j < n; ++j) this.delta[j] = (this.delta[j] as number) + shorter * ((wanted[j] as number) - (this.delta[j] as number));
    }
    this.apply(actual, shown);
    return this.linearise(shown, targets) <= 1e-9 * this.size;
  }

  /** q = q₀ ⊕ Δ. */
  private apply(actual: readonly Pose[], shown: Pose[]): void {
    this.bodies.forEach((body, k) => {
      const pose = actual[body] as Pose;
      const d = this.delta;
      const at = k * this.columns;
      const position: Vec3 = this.planar ? [d[at] ?? 0, d[at + 1] ?? 0, 0] : [d[at] ?? 0, d[at + 1] ?? 0, d[at + 2] ?? 0];
      const rotation: Vec3 = this.planar
        ? [0, 0, (d[at + 2] ?? 0) / this.arm]
        : [(d[at + 3] ?? 0) / this.arm, (d[at + 4] ?? 0) / this.arm, (d[at + 5] ?? 0) / this.arm];
      shown[body] = {
        position: add(pose.position, position),
        orientation: normalised(multiply(fromRotation(rotation), pose.orientation)),
      };
    });
  }

  /** r − r* and J M^{-1/2} at the poses; returns the largest error as a length. */
  private linearise(poses: readonly Pose[], targets: readonly JointState[]): number {
    this.jacobian.fill(0);
    let row = 0;
    let worst = 0;
    this.joints.forEach((joint, k) => {
      const state = jointState(joint, poses);
      const wanted = targets[k] as JointState;
      const a = poses[joint.bodies[0]] ?? atRest();
      const b = poses[joint.bodies[1]] ?? atRest();
      const axes = multiply(a.orientation, joint.orientations[0]);
      const armA = turn(a.orientation, joint.points[0]);
      const armB = turn(b.orientation, joint.points[1]);
      const span = turn(axes, state.displacement);
      // δ of e·(second − first) with e fixed in the first body.
      const along = (e: Vec3): void => {
        this.write(row, joint.bodies[1], e, cross(armB, e));
        this.write(row, joint.bodies[0], scaled(e, -1), scaled(cross(add(armA, span), e), -1));
      };
      if (joint.distance) {
        const now = length(state.displacement);
        this.residual[row] = now - length(wanted.displacement);
        worst = Math.max(worst, Math.abs(this.residual[row] as number));
        along(scaled(span, 1 / Math.max(now, 1e-300)));
        ++row;
        return;
      }
      const unit: [Vec3, Vec3, Vec3] = [turn(axes, [1, 0, 0]), turn(axes, [0, 1, 0]), turn(axes, [0, 0, 1])];
      for (const c of [0, 1, 2] as const) {
        if (!joint.held.displacement[c]) continue;
        this.residual[row] = state.displacement[c] - wanted.displacement[c];
        worst = Math.max(worst, Math.abs(this.residual[row] as number));
        along(unit[c]);
        ++row;
      }
      if (!joint.held.turn.some(Boolean)) return;
      const turned = nearestTurn(state.turned, wanted.turned.vector);
      for (const c of [0, 1, 2] as const) {
        if (!joint.held.turn[c]) continue;
        this.residual[row] = (turned.vector[c] - wanted.turned.vector[c]) * this.arm; // rows of turns are lengths too
        worst = Math.max(worst, Math.abs(this.residual[row] as number));
        const w = turn(axes, scaled(turned.rows[c], this.arm));
        this.write(row, joint.bodies[1], [0, 0, 0], w);
        this.write(row, joint.bodies[0], [0, 0, 0], scaled(w, -1));
        ++row;
      }
    });
    return worst;
  }

  private write(row: number, body: number, force: Vec3, torque: Vec3): void {
    const k = this.slot.get(body);
    if (k === undefined) return; // the ground
    const at = row * this.delta.length + k * this.columns;
    const put = (offset: number, value: number): void => {
      this.jacobian[at + offset] = (this.jacobian[at + offset] as number) + value;
    };
    put(0, force[0]);
    put(1, force[1]);
    if (this.planar) {
      put(2, torque[2] / this.arm);
      return;
    }
    put(2, force[2]);
    for (const c of [0, 1, 2] as const) put(3 + c, torque[c] / this.arm);
  }
}

function heldCount(joint: SceneJoint): number {
  if (joint.distance) return 1;
  return [...joint.held.displacement, ...joint.held.turn].filter(Boolean).length;
}

/** What a joint shows: all of it times m with play, as it is without. Of a distance no ideal one is known. */
function target(joint: SceneJoint, state: JointState, m: number): JointState {
  if (joint.clearance === null || joint.distance) return state;
  const displacement = state.displacement.map((v, c) => (joint.held.displacement[c] ? m * v : v)) as Vec3;
  const wanted = state.turned.vector.map((v, c) => (joint.held.turn[c] ? m * v : v)) as Vec3;
  return { displacement, turned: { ...state.turned, vector: wanted } };
}

export class Magnifier {
  private readonly groups: Group[] = [];
  readonly leftOut: number = 0; // groups that are too large

  constructor(scene: Pick<SceneData, "bodies" | "joints" | "dimension" | "size">) {
    const parent = scene.bodies.map((_, body) => body);
    const root = (body: number): number => {
      let r = body;
      while (parent[r] !== r) r = parent[r] as number;
      return r;
    };
    for (const { bodies } of scene.joints) {
      if (bodies[0] >= 0 && bodies[1] >= 0) parent[root(bodies[0])] = root(bodies[1]);
    }
    const bodies = new Map<number, number[]>();
    parent.forEach((_, body) => {
      const list = bodies.get(root(body));
      if (list) list.push(body);
      else bodies.set(root(body), [body]);
    });
    for (const [key, members] of bodies) {
      const joints = scene.joints.filter((joint) => joint.bodies.some((body) => body >= 0 && root(body) === key));
      if (!joints.some((joint) => joint.clearance !== null && !joint.distance)) continue;
      if (members.length > largestGroup) ++this.leftOut;
      else this.groups.push(new Group(members, joints, scene.dimension === 2, scene.size));
    }
  }

  /** Whether there is any play to magnify. */
  get useful(): boolean {
    return this.groups.length > 0;
  }

  /** The poses to draw for those of the result; the very same ones for m = 1. */
  apply(actual: Pose[], m: number): Pose[] {
    if (m === 1 || this.groups.length === 0) return actual;
    const shown = actual.slice();
    for (const group of this.groups) group.magnify(actual, m, shown);
    return shown;
  }

  /** The least magnification that a group got last time. */
  get reached(): number {
    return Math.min(Infinity, ...this.groups.map((group) => group.reached));
  }
}
