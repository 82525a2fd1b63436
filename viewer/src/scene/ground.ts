// SPDX-License-Identifier: Apache-2.0
// The plane behind or under the machine: a grid in round lengths that follows the zoom, and the shadows.
import { DoubleSide, Group, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, ShadowMaterial, Vector2, Vector3 } from "three";
import type { Theme } from "./theme.ts";

const vertex = `
varying vec2 at;
void main() {
  at = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
// Lines one pixel wide whatever the distance: their strength is what of the pixel they cover.
const fragment = `
varying vec2 at;
uniform vec3 colour;
uniform float minor, major, reach, strength;
uniform vec2 minorOffset, majorOffset, middle;
float lines(vec2 p, float spacing, vec2 offset) {
  vec2 q = p / spacing + offset;
  vec2 width = fwidth(q);
  vec2 d = abs(fract(q - 0.5) - 0.5) / width;
  vec2 seen = clamp(1.0 - d, 0.0, 1.0) * clamp(1.5 - width * 3.0, 0.0, 1.0);
  return max(seen.x, seen.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.35, 1.0, length(at - middle) / reach);
  float a = max(lines(at, minor, minorOffset) * 0.4, lines(at, major, majorOffset)) * strength * fade;
  if (a < 0.004) discard;
  gl_FragColor = vec4(colour, a);
  #include <colorspace_fragment>
}`;

/** The next of 1, 2, 5, 10, … at or above a length, and into how many parts it is divided. */
export function roundStep(least: number): { step: number; parts: number } {
  const decade = 10 ** Math.floor(Math.log10(least) + 1e-9);
  const ratio = least / decade;
  const lead = ratio <= 1.0001 ? 1 : ratio <= 2.0001 ? 2 : ratio <= 5.0001 ? 5 : 10;
  return { step: lead * decade, parts: lead === 2 ? 4 : 5 };
}

const fractionOf = (x: number): number => x - Math.floor(x);

export class Ground {
  readonly group = new Group();
  private readonly grid: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly shadow: Mesh<PlaneGeometry, ShadowMaterial>;
  private readonly across = new Vector3();
  private readonly along = new Vector3();
  step = 0; // of the strong lines, in metres

  /** `normal` points to the machine, `level` is how far the plane is along it, in drawn units. */
  constructor(
    private readonly normal: Vector3,
    private readonly level: number,
    centre: [number, number, number],
    private readonly factor: number,
  ) {
    const plane = new PlaneGeometry(400, 400);
    this.grid = new Mesh(
      plane,
      new ShaderMaterial({
        vertexShader: vertex,
        fragmentShader: fragment,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        uniforms: {
          colour: { value: null },
          minor: { value: 1 },
          major: { value: 1 },
          reach: { value: 1 },
          strength: { value: 0.4 },
          minorOffset: { value: new Vector2() },
          majorOffset: { value: new Vector2() },
          middle: { value: new Vector2() },
        },
      }),
    );
    this.shadow = new Mesh(plane, new ShadowMaterial({ opacity: 0.2, depthWrite: false }));
    this.shadow.receiveShadow = true;
    this.grid.renderOrder = -2;
    this.shadow.renderOrder = -1;
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
    this.group.quaternion.copy(turn);
    this.group.position.copy(normal).multiplyScalar(level);
    this.across.set(1, 0, 0).applyQuaternion(turn);
    this.along.set(0, 1, 0).applyQuaternion(turn);
    this.group.add(this.grid, this.shadow);
    const middle = new Vector3(...centre).multiplyScalar(factor);
    this.origin = new Vector2(middle.dot(this.across), middle.dot(this.along));
  }
  private readonly origin: Vector2; // of the drawn units, from that of the model

  /** Fits the spacing to the size of a pixel and the fading to what is in view. */
  adapt(pixel: number, target: Vector3, reach: number): void {
    const { step, parts } = roundStep((90 * pixel) / this.factor);
    this.step = step;
    const uniforms = this.grid.material.uniforms;
    const major = step * this.factor;
    const minor = major / parts;
    uniforms["major"]!.value = major;
    uniforms["minor"]!.value = minor;
    (uniforms["majorOffset"]!.value as Vector2).set(fractionOf(this.origin.x / major), fractionOf(this.origin.y / major));
    (uniforms["minorOffset"]!.value as Vector2).set(fractionOf(this.origin.x / minor), fractionOf(this.origin.y / minor));
    (uniforms["middle"]!.value as Vector2).set(target.dot(this.across), target.dot(this.along));
    uniforms["reach"]!.value = reach;
  }

  paint(theme: Theme): void {
    this.grid.material.uniforms["colour"]!.value = theme.grid;
    this.grid.material.uniforms["strength"]!.value = theme.dark ? 0.42 : 0.5;
    this.shadow.material.opacity = theme.shadow;
  }

  /** Whether the plane is between the camera and the machine: from below it is not drawn. */
  lookFrom(camera: Vector3): void {
    this.group.visible = camera.dot(this.normal) > this.level;
  }

  dispose(): void {
    this.grid.geometry.dispose();
    this.grid.material.dispose();
    this.shadow.material.dispose();
    this.group.removeFromParent();
  }
}
