// SPDX-License-Identifier: Apache-2.0
// How the machine is looked at. Planar models: flat, from +z, moved and zoomed, or tilted on demand. Spatial ones: in
// perspective, orbited. The wheel zooms only once the picture has been clicked (or with Ctrl), so that a page scrolls.
import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Extent } from "./extent.ts";

const distance = 20; // of the orthographic camera: all that is seen has size 1
const viewAngle = 32; // [°]

export class CameraRig {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  private readonly controls: OrbitControls;
  private aspect = 1;
  private height = 1; // of the canvas, in pixels of the page
  private tilted = false;
  private turning: { from: Vector3; to: Vector3; start: number; fit: Extent | null } | null = null;
  private readonly up: Vector3;
  private readonly onWheel: (event: WheelEvent) => void;
  /** Nobody has moved the camera since it was last fitted: a new size of the window fits again. */
  fitted = true;

  constructor(
    readonly planar: boolean,
    up: Vector3,
    private readonly canvas: HTMLCanvasElement,
    private readonly changed: () => void,
  ) {
    this.up = up.clone().normalize();
    if (planar && Math.abs(this.up.z) > 0.99) this.up.set(0, 1, 0);
    this.camera = planar ? new OrthographicCamera(-1, 1, 1, -1, 0.5 * distance, 2 * distance) : new PerspectiveCamera(viewAngle, 1, 0.01, 100);
    this.camera.up.copy(this.up);
    this.camera.position.copy(this.direction(false)).multiplyScalar(distance);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.maxZoom = 1e6;
    this.controls.minZoom = 0.05;
    this.controls.minDistance = 1e-4;
    this.controls.maxDistance = 60;
    canvas.style.touchAction = "pan-y"; // one finger up and down scrolls the page
    this.onWheel = (event) => {
      this.controls.enableZoom = event.ctrlKey || event.metaKey || document.activeElement === canvas;
    };
    canvas.addEventListener("wheel", this.onWheel, { capture: true, passive: true });
    this.controls.addEventListener("change", () => this.changed());
    this.controls.addEventListener("start", () => {
      this.turning = null;
      this.fitted = false;
    });
    this.setButtons();
    this.controls.update();
  }

  private setButtons(): void {
    const flat = this.planar && !this.tilted;
    this.controls.enableRotate = !flat;
    this.controls.mouseButtons = { LEFT: flat ? MOUSE.PAN : MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: flat ? MOUSE.ROTATE : MOUSE.PAN };
    this.controls.touches = { ONE: flat ? TOUCH.PAN : TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
  }

  /** From the target to the camera. */
  private direction(tilted: boolean): Vector3 {
    const up = this.up;
    if (this.planar && !tilted) return new Vector3(0, 0, 1);
    if (this.planar) {
      const right = up.clone().cross(new Vector3(0, 0, 1));
      return right.multiplyScalar(-0.55).addScaledVector(up, 0.5).add(new Vector3(0, 0, 1)).normalize();
    }
    // In space: from the front right, above. The front is −y when z is up.
    const front = Math.abs(up.z) > 0.7 ? new Vector3(0, -1, 0) : new Vector3(0, 0, 1);
    front.addScaledVector(up, -front.dot(up)).normalize();
    const right = front.clone().negate().cross(up);
    return front.addScaledVector(right, 0.62).addScaledVector(up, 0.5).normalize();
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(1, height);
    this.height = Math.max(1, height);
    if (this.camera instanceof OrthographicCamera) {
      this.camera.left = -this.aspect;
      this.camera.right = this.aspect;
    } else {
      this.camera.aspect = this.aspect;
    }
    this.camera.updateProjectionMatrix();
  }

  /** Looks from as near as shows all of it, with as much room on the left as on the right, and above as below. */
  fit(extent: Extent, back = true): void {
    const middle = extent.box.getCenter(new Vector3());
    if (back) {
      this.turning = null;
      this.look(this.direction(this.tilted), middle);
    }
    const forward = this.controls.target.clone().sub(this.camera.position).normalize();
    const right = forward.clone().cross(this.camera.up).normalize();
    const above = right.clone().cross(forward);
    // Slopes of the sides of the picture as seen by the camera; flat, they are parallel.
    const perspective = this.camera instanceof PerspectiveCamera;
    const slope = perspective ? Math.tan((viewAngle * Math.PI) / 360) : 0;
    // Each side is pushed outward until all points are within it; z is towards the camera.
    const sides = { left: -Infinity, right: -Infinity, below: -Infinity, above: -Infinity };
    const corner = new Vector3();
    extent.forEach((point) => {
      corner.copy(point).sub(middle);
      const [x, y, z] = [corner.dot(right), corner.dot(above), -corner.dot(forward)];
      sides.left = Math.max(sides.left, z * slope * this.aspect - x);
      sides.right = Math.max(sides.right, z * slope * this.aspect + x);
      sides.below = Math.max(sides.below, z * slope - y);
      sides.above = Math.max(sides.above, z * slope + y);
    });
    const across = Math.max(1e-6, 0.5 * (sides.left + sides.right));
    const along = Math.max(1e-6, 0.5 * (sides.below + sides.above));
    const target = this.controls.target.copy(middle);
    target.addScaledVector(right, 0.5 * (sides.right - sides.left)).addScaledVector(above, 0.5 * (sides.above - sides.below));
    if (this.camera instanceof OrthographicCamera) {
      this.camera.zoom = 0.88 * Math.min(this.aspect / across, 1 / along);
      this.camera.position.copy(target).addScaledVector(forward, -distance);
    } else {
      const need = Math.max(1e-3, across / (slope * this.aspect), along / slope);
      this.camera.position.copy(target).addScaledVector(forward, -1.08 * need);
    }
    this.fitted = true;
    this.update();
  }

  private look(direction: Vector3, target: Vector3): void {
    const far = this.camera instanceof OrthographicCamera ? distance : this.camera.position.distanceTo(this.controls.target);
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, far);
    this.camera.lookAt(target);
  }

  private update(): void {
    this.controls.update();
    this.camera.updateProjectionMatrix();
    this.changed();
  }

  /** Before a picture: what is near and far goes with the distance. */
  prepare(): void {
    if (!(this.camera instanceof PerspectiveCamera)) return;
    const far = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(far * 0.02, 1e-6);
    this.camera.far = far + 60;
    this.camera.updateProjectionMatrix();
  }

  get isTilted(): boolean {
    return this.tilted;
  }

  /** To the tilted view of a planar model and back to the flat one. */
  tilt(on: boolean, extent: Extent, animated: boolean): void {
    if (!this.planar || on === this.tilted) return;
    this.tilted = on;
    this.setButtons();
    const from = this.camera.position.clone().sub(this.controls.target).normalize();
    const to = this.direction(on);
    const fit = this.fitted ? extent : null;
    if (animated) {
      this.turning = { from, to, start: performance.now(), fit };
    } else {
      this.look(to, this.controls.target.clone());
      if (fit) this.fit(fit);
      else this.update();
    }
    this.changed();
  }

  /** Goes on turning; true while there is more to come. */
  advance(clock: number): boolean {
    if (!this.turning) return false;
    const { from, to, start, fit } = this.turning;
    const part = Math.min(1, Math.max(0, (clock - start) / 380));
    const eased = part * part * (3 - 2 * part);
    this.look(from.clone().lerp(to, eased).normalize(), this.controls.target.clone());
    if (fit) this.fit(fit, false);
    else this.update();
    if (part >= 1) this.turning = null;
    return part < 1;
  }

  /** Moves with a body that is followed. */
  shift(by: Vector3): void {
    this.controls.target.add(by);
    this.camera.position.add(by);
    this.controls.update();
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  /** Size of a pixel at the target, in drawn units. */
  get pixel(): number {
    if (this.camera instanceof OrthographicCamera) return 2 / (this.camera.zoom * this.height);
    const far = this.camera.position.distanceTo(this.controls.target);
    return (2 * far * Math.tan((viewAngle * Math.PI) / 360)) / this.height;
  }

  dispose(): void {
    this.canvas.removeEventListener("wheel", this.onWheel, { capture: true });
    this.controls.dispose();
  }
}
