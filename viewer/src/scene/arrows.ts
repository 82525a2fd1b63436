// SPDX-License-Identifier: Apache-2.0
// Arrows of forces: shaft and head keep their width in pixels, only the length tells the force.
import { ConeGeometry, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import type { Theme } from "./theme.ts";

const upright = new Vector3(0, 1, 0);

export class Arrows {
  readonly group = new Group();
  private readonly material = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
  private readonly shaftGeometry = new CylinderGeometry(1, 1, 1, 10, 1).translate(0, 0.5, 0);
  private readonly headGeometry = new ConeGeometry(1, 1, 14, 1).translate(0, 0.5, 0);
  private shafts: InstancedMesh;
  private heads: InstancedMesh;
  private count = 0;
  private readonly matrix = new Matrix4();
  private readonly rotation = new Quaternion();
  private readonly stretch = new Vector3();
  private readonly tip = new Vector3();
  private readonly unit = new Vector3();

  constructor(private readonly renderOrder: number) {
    this.shafts = this.make(this.shaftGeometry, 64);
    this.heads = this.make(this.headGeometry, 64);
  }

  private make(geometry: CylinderGeometry | ConeGeometry, capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = this.renderOrder;
    this.group.add(mesh);
    return mesh;
  }

  private grow(): void {
    const capacity = 2 * this.shafts.instanceMatrix.count;
    for (const key of ["shafts", "heads"] as const) {
      const old = this[key];
      const mesh = this.make(key === "shafts" ? this.shaftGeometry : this.headGeometry, capacity);
      mesh.instanceMatrix.array.set(old.instanceMatrix.array);
      this.group.remove(old);
      old.dispose();
      this[key] = mesh;
    }
  }

  begin(): void {
    this.count = 0;
  }

  /** From a point in a direction; the length in pixels, `pixel` the size of one; `width` 1 is the usual one. */
  add(from: Vector3, direction: Vector3, pixels: number, pixel: number, width = 1): void {
    if (pixels < 1 || !(direction.lengthSq() > 0)) return;
    if (this.count === this.shafts.instanceMatrix.count) this.grow();
    this.unit.copy(direction).normalize();
    this.rotation.setFromUnitVectors(upright, this.unit);
    const head = Math.min(13 * width, 0.6 * pixels);
    const thin = pixel * Math.min(1.7 * width, 0.5 + pixels * 0.05);
    const shaft = (pixels - 0.9 * head) * pixel;
    this.matrix.compose(from, this.rotation, this.stretch.set(thin, shaft, thin));
    this.shafts.setMatrixAt(this.count, this.matrix);
    this.tip.copy(from).addScaledVector(this.unit, (pixels - head) * pixel);
    this.matrix.compose(this.tip, this.rotation, this.stretch.set(0.36 * head * pixel, head * pixel, 0.36 * head * pixel));
    this.heads.setMatrixAt(this.count, this.matrix);
    ++this.count;
  }

  end(): void {
    for (const mesh of [this.shafts, this.heads]) {
      mesh.count = this.count;
      mesh.visible = this.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  paint(theme: Theme): void {
    this.material.color.copy(theme.arrow);
  }

  dispose(): void {
    this.shafts.dispose();
    this.heads.dispose();
    this.shaftGeometry.dispose();
    this.headGeometry.dispose();
    this.material.dispose();
    this.group.removeFromParent();
  }
}
