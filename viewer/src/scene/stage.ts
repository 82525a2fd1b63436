// SPDX-License-Identifier: Apache-2.0
// Where the machine stands: renderer, light, ground, camera. Draws when asked, never in a loop of its own.
import { DirectionalLight, HemisphereLight, PCFShadowMap, Scene, Vector3, WebGLRenderer } from "three";
import type { SceneData } from "../data.ts";
import { CameraRig } from "./camera.ts";
import type { Extent } from "./extent.ts";
import { Ground } from "./ground.ts";
import type { Theme } from "./theme.ts";

/** Null when the browser gives no WebGL. */
export function makeRenderer(): WebGLRenderer | null {
  // Asked for here first: the renderer would write an error for each way it tries.
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias: true, alpha: true, powerPreference: "high-performance" });
  if (!context) return null;
  const renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;
  renderer.setClearAlpha(0);
  return renderer;
}

export class Stage {
  readonly scene = new Scene();
  readonly rig: CameraRig;
  readonly ground: Ground;
  private readonly sky = new HemisphereLight(0xffffff, 0xffffff, 1.5);
  private readonly key = new DirectionalLight(0xffffff, 2.1);
  private readonly fill = new DirectionalLight(0xffffff, 0.5);
  private sharpness = 2; // most pixels per pixel of the page
  private slowFrames = 0;
  width = 1;
  height = 1;

  constructor(
    readonly renderer: WebGLRenderer,
    data: SceneData,
    public extent: Extent,
    factor: number,
    changed: () => void,
  ) {
    const planar = data.dimension === 2;
    const { box } = extent;
    const up = new Vector3(...data.up);
    if (!(up.lengthSq() > 0)) up.set(0, planar ? 1 : 0, planar ? 0 : 1);
    up.normalize();
    this.rig = new CameraRig(planar, up, renderer.domElement, changed);
    const normal = planar ? new Vector3(0, 0, 1) : up.clone();
    const extents = [box.min, box.max].flatMap((a) => [box.min, box.max].flatMap((b) => [box.min, box.max].map((c) => new Vector3(a.x, b.y, c.z).dot(normal))));
    this.ground = new Ground(normal, Math.min(...extents) - 0.012, data.centre, factor);
    // The key light comes from above, left, in front; of the plane, the front is +z.
    const right = this.rig.camera.up.clone().cross(normal).lengthSq() > 0.1 ? this.rig.camera.up.clone().cross(new Vector3(0, 0, 1)) : new Vector3(1, 0, 0);
    const middle = box.getCenter(new Vector3());
    const radius = Math.max(0.2, 0.5 * box.getSize(new Vector3()).length());
    if (planar) {
      this.key.position.copy(middle).addScaledVector(this.rig.camera.up, 0.75).addScaledVector(right, -0.45).addScaledVector(normal, 3.2);
      this.fill.position.set(2, -1, 2);
    } else {
      this.key.position.copy(middle).addScaledVector(up, 3).add(up.z > 0.7 ? new Vector3(1.1, -1.6, 0) : new Vector3(1.1, 0, 1.6));
      this.fill.position.copy(this.key.position).negate().addScaledVector(up, 4);
    }
    this.key.target.position.copy(middle);
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(2048, 2048);
    this.key.shadow.radius = 7;
    this.key.shadow.bias = -0.0004;
    this.key.shadow.normalBias = 0.004 * radius;
    const camera = this.key.shadow.camera;
    [camera.left, camera.right, camera.bottom, camera.top] = [-1.3 * radius, 1.3 * radius, -1.3 * radius, 1.3 * radius];
    [camera.near, camera.far] = [0.05, 12];
    this.sky.position.copy(planar ? this.rig.camera.up : up);
    this.scene.add(this.sky, this.key, this.key.target, this.fill, this.ground.group);
  }

  paint(theme: Theme): void {
    this.sky.groundColor.set(theme.dark ? "#8a93a5" : "#c9ced8");
    this.sky.intensity = theme.dark ? 1.25 : 1.55;
    this.key.intensity = theme.dark ? 1.9 : 2;
    this.ground.paint(theme);
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.renderer.setPixelRatio(Math.min(this.sharpness, devicePixelRatio || 1));
    this.renderer.setSize(this.width, this.height, false);
    this.rig.resize(this.width, this.height);
    if (this.rig.fitted) this.rig.fit(this.extent);
  }

  /** Told how long each picture of a motion took: where they take long, it is drawn more plainly. */
  took(milliseconds: number): void {
    this.slowFrames = milliseconds > 70 ? this.slowFrames + 1 : Math.max(0, this.slowFrames - 1);
    if (this.slowFrames < 8) return;
    this.slowFrames = 0;
    if (this.sharpness > 1 && devicePixelRatio > 1) {
      this.sharpness = 1;
      this.resize(this.width, this.height);
    } else {
      this.key.castShadow = false;
    }
  }

  draw(): void {
    this.rig.prepare();
    const { camera, target, pixel } = this.rig;
    // Flat, the grid fills the picture; in space it fades around the machine.
    const reach = this.rig.planar && !this.rig.isTilted ? 3 * pixel * Math.max(this.width, this.height) : Math.max(2, 0.8 * pixel * this.width);
    this.ground.adapt(pixel, target, reach);
    this.ground.lookFrom(camera.position);
    this.renderer.render(this.scene, camera);
  }

  dispose(): void {
    this.ground.dispose();
    this.key.shadow.dispose();
    this.key.dispose();
    this.sky.dispose();
    this.fill.dispose();
    this.rig.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}
