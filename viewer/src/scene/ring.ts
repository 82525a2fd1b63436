// SPDX-License-Identifier: Apache-2.0
// Bearings whose bore widens with magnified play. The bore grows by the part's factor; the wall around it keeps its
// thickness, so that at ×200 one still sees a bearing and what is behind it.
import type { BufferAttribute } from "three";

export class Ring {
  private m = 1;
  private readonly original: Float32Array[];

  private constructor(
    private readonly attributes: readonly BufferAttribute[],
    private readonly bore: number,
    private readonly grow: number,
  ) {
    this.original = attributes.map(({ array }) => Float32Array.from(array));
  }

  /** Null for a mesh without a bore about its z axis: it grows as a whole. */
  static of(attributes: readonly BufferAttribute[], grow: number): Ring | null {
    let [bore, outer] = [Infinity, 0];
    for (const attribute of attributes) {
      for (let k = 0; k < attribute.count; ++k) {
        const radius = Math.hypot(attribute.getX(k), attribute.getY(k));
        bore = Math.min(bore, radius);
        outer = Math.max(outer, radius);
      }
    }
    return bore > 0.05 * outer && Number.isFinite(bore) ? new Ring(attributes, bore, grow) : null;
  }

  widen(m: number): void {
    if (m === this.m) return;
    this.m = m;
    const by = (m - 1) * this.grow * this.bore;
    this.attributes.forEach((attribute, a) => {
      const from = this.original[a] as Float32Array;
      for (let k = 0; k < attribute.count; ++k) {
        const [x, y] = [from[3 * k] as number, from[3 * k + 1] as number];
        const factor = 1 + by / Math.hypot(x, y);
        attribute.setXY(k, x * factor, y * factor);
      }
      attribute.needsUpdate = true;
    });
  }
}
