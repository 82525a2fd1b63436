// SPDX-License-Identifier: Apache-2.0
// Dots and rings of so many pixels that face the camera, in front of everything.
import { BufferAttribute, Color, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial, Vector2, type Vector3 } from "three";

const vertex = `
attribute vec3 centre;
attribute vec4 look; // radius in pixels, opacity, kind, width of the rim
attribute vec3 tint;
uniform vec2 viewport;
varying vec2 at;
varying vec4 shape;
varying vec3 paint;
void main() {
  at = position.xy * (look.x + 1.0);
  shape = look;
  paint = tint;
  vec4 c = projectionMatrix * modelViewMatrix * vec4(centre, 1.0);
  c.xy += at * 2.0 / viewport * c.w;
  gl_Position = c;
}`;
const fragment = `
varying vec2 at;
varying vec4 shape;
varying vec3 paint;
void main() {
  float r = length(at);
  float disc = clamp(shape.x + 0.5 - r, 0.0, 1.0);
  float ring = disc * clamp(r - (shape.x - shape.w) + 0.5, 0.0, 1.0);
  float glow = pow(max(0.0, 1.0 - r / shape.x), 1.5);
  float a = shape.z < 0.5 ? disc : max(ring, 0.55 * glow);
  if (a * shape.y < 0.003) discard;
  gl_FragColor = vec4(paint, a * shape.y);
  #include <colorspace_fragment>
}`;

export class Sprites {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  private capacity = 0;
  private count = 0;
  private centre = new Float32Array(0);
  private look = new Float32Array(0);
  private tint = new Float32Array(0);

  constructor(renderOrder: number) {
    const material = new ShaderMaterial({
      vertexShader: vertex,
      fragmentShader: fragment,
      uniforms: { viewport: { value: new Vector2(1, 1) } },
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = renderOrder;
    this.grow(64);
  }

  private grow(capacity: number): void {
    const old = this.mesh.geometry;
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const widened = (from: Float32Array, width: number) => {
      const to = new Float32Array(width * capacity);
      to.set(from);
      return to;
    };
    this.centre = widened(this.centre, 3);
    this.look = widened(this.look, 4);
    this.tint = widened(this.tint, 3);
    for (const [name, numbers, width] of [["centre", this.centre, 3], ["look", this.look, 4], ["tint", this.tint, 3]] as const) {
      geometry.setAttribute(name, new InstancedBufferAttribute(numbers, width).setUsage(DynamicDrawUsage));
    }
    old.dispose();
    this.mesh.geometry = geometry;
    this.capacity = capacity;
  }

  begin(width: number, height: number): void {
    this.count = 0;
    (this.mesh.material.uniforms["viewport"]!.value as Vector2).set(width, height);
  }

  /** rim > 0: a ring of that width with a glow inside; otherwise a disc. */
  add(at: Vector3, radius: number, colour: Color, opacity: number, rim = 0): void {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    const k = this.count++;
    at.toArray(this.centre, 3 * k);
    colour.toArray(this.tint, 3 * k);
    this.look.set([radius, opacity, rim > 0 ? 1 : 0, rim], 4 * k);
  }

  end(): void {
    const geometry = this.mesh.geometry;
    geometry.instanceCount = this.count;
    for (const name of ["centre", "look", "tint"]) geometry.attributes[name]!.needsUpdate = true;
    this.mesh.visible = this.count > 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.removeFromParent();
  }
}
