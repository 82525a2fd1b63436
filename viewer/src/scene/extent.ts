// SPDX-License-Identifier: Apache-2.0
// The room that a machine takes through its run: points at its outside, and their box.
import { Box3, Vector3 } from "three";

export class Extent {
  readonly box = new Box3();
  private readonly points: number[] = [];

  add(point: Vector3): void {
    if (!Number.isFinite(point.x + point.y + point.z)) return;
    this.box.expandByPoint(point);
    this.points.push(point.x, point.y, point.z);
  }

  /** With nothing in it there is still something to look at. */
  complete(): this {
    if (this.box.isEmpty()) for (const x of [-0.5, 0.5]) this.add(new Vector3(x, x, x / 5));
    return this;
  }

  forEach(visit: (point: Vector3) => void): void {
    const point = new Vector3();
    for (let k = 0; k < this.points.length; k += 3) visit(point.fromArray(this.points, k));
  }
}
