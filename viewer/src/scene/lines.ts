// SPDX-License-Identifier: Apache-2.0
// Lines some pixels wide whose points change from picture to picture.
import { type Color, type InterleavedBufferAttribute } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";

export class Lines {
  readonly object: LineSegments2;
  private readonly material: LineMaterial;
  private geometry = new LineSegmentsGeometry();
  private capacity = 0;
  private count = 0;
  private places = new Float32Array(0);
  private tints = new Float32Array(0);

  constructor(width: number, options: { renderOrder: number; hidden: boolean }) {
    this.material = new LineMaterial({ linewidth: width, vertexColors: true, worldUnits: false });
    this.material.depthTest = options.hidden;
    this.material.transparent = !options.hidden; // after the solids when nothing hides it
    this.object = new LineSegments2(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = options.renderOrder;
  }

  private grow(capacity: number): void {
    const places = new Float32Array(6 * capacity);
    const tints = new Float32Array(6 * capacity);
    places.set(this.places);
    tints.set(this.tints);
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry();
    this.geometry.setPositions(places); // keeps these arrays
    this.geometry.setColors(tints);
    this.places = places;
    this.tints = tints;
    this.object.geometry = this.geometry;
    this.capacity = capacity;
  }

  begin(): void {
    this.count = 0;
  }

  segment(ax: number, ay: number, az: number, bx: number, by: number, bz: number, a: Color, b: Color): void {
    if (this.count === this.capacity) this.grow(Math.max(64, 2 * this.capacity));
    const k = 6 * this.count++;
    const p = this.places;
    p[k] = ax;
    p[k + 1] = ay;
    p[k + 2] = az;
    p[k + 3] = bx;
    p[k + 4] = by;
    p[k + 5] = bz;
    a.toArray(this.tints, k);
    b.toArray(this.tints, k + 3);
  }

  end(): void {
    this.object.visible = this.count > 0;
    if (this.count === 0) return;
    this.geometry.instanceCount = this.count;
    for (const name of ["instanceStart", "instanceColorStart"]) {
      (this.geometry.attributes[name] as InterleavedBufferAttribute).data.needsUpdate = true;
    }
  }

  set width(pixels: number) {
    this.material.linewidth = pixels;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.object.removeFromParent();
  }
}
