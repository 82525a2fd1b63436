// SPDX-License-Identifier: Apache-2.0
// The solids of one run: every mesh is drawn once with all the parts that use it as its instances.
import {
  Color,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  InstancedMesh,
  BufferAttribute,
  CustomBlending,
  LineSegments,
  Matrix4,
  MeshPhongMaterial,
  NormalBlending,
  OneFactor,
  OneMinusSrcAlphaFactor,
  Quaternion,
  ShaderMaterial,
  SrcAlphaFactor,
  Vector3,
} from "three";
import type { SceneData, ScenePart, Vec3 } from "../data.ts";
import type { Run } from "../decode.ts";
import { colourOf } from "../palette.ts";
import { type Pose, aboutZ, add, multiply, scaled, toWorld } from "./frames.ts";
import { Ring } from "./ring.ts";
import { makeSolid } from "./solid.ts";
import { type Theme, bodyColour } from "./theme.ts";

/** From metres of the model to what is drawn, where the scene has size 1 about the origin. */
export interface Scale {
  centre: Vec3;
  factor: number;
}

export function shownPoint(point: Vec3, { centre, factor }: Scale, out = new Vector3()): Vector3 {
  return out.set((point[0] - centre[0]) * factor, (point[1] - centre[1]) * factor, (point[2] - centre[2]) * factor);
}

/** Parts of one mesh that grow alike. */
interface Layer {
  parts: ScenePart[];
  solids: InstancedMesh;
  edges: LineSegments<InstancedBufferGeometry, ShaderMaterial>;
  ring: Ring | null;
  backdrop: boolean;
  housing: boolean;
}

/** Bearings and guides hide what plays in them. */
export const isHousing = ({ role }: ScenePart): boolean => role === "bearing" || role === "guide";

/** What is larger than all that shall be seen: a floor, a belt. In drawn units, half a box's diagonal. */
const largestSeen = 1.1;

const edgeVertex = `
attribute mat4 instanceTransform;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * instanceTransform * vec4(position, 1.0);
  gl_Position.z -= 0.0001 * gl_Position.w; // before the faces they bound
}`;
const edgeFragment = `
uniform vec3 colour;
uniform float opacity;
void main() {
  gl_FragColor = vec4(colour, opacity);
  #include <colorspace_fragment>
}`;

const ground: Pose = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };

/** Whether another scene has the same part of the ground. */
function standsIn(scene: SceneData, { name, role, position }: ScenePart): boolean {
  return scene.parts.some((other) => other.body < 0 && other.name === name && other.role === role && other.position.every((x, c) => x === position[c]));
}

export class Bodies {
  readonly group = new Group();
  private readonly layers: Layer[] = [];
  private readonly ghost: boolean;
  private readonly material: MeshPhongMaterial;
  private readonly glass: MeshPhongMaterial; // of housings that one sees through
  private readonly edgeMaterial: ShaderMaterial;
  private readonly matrix = new Matrix4();
  private readonly place = new Vector3();
  private readonly rotation = new Quaternion();
  private readonly stretch = new Vector3();

  constructor(
    private readonly run: Run,
    private readonly scene: SceneData,
    private readonly scale: Scale,
    solid: SceneData | null, // of the run that is drawn solid, when this one is a ghost beside it
  ) {
    this.ghost = solid !== null;
    const { ghost } = this;
    this.material = new MeshPhongMaterial({
      specular: 0x1a1a1a,
      shininess: 28,
      opacity: ghost ? 0.3 : 1,
      depthWrite: !ghost,
      // Ghosts are blended, but before the solids: where both are, the solid is seen.
      blending: ghost ? CustomBlending : NormalBlending,
      blendSrc: SrcAlphaFactor,
      blendDst: OneMinusSrcAlphaFactor,
      blendSrcAlpha: OneFactor,
      blendDstAlpha: OneMinusSrcAlphaFactor,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    this.glass = this.material.clone();
    this.glass.transparent = true;
    this.glass.opacity = ghost ? 0.1 : 0.25;
    this.glass.depthWrite = false;
    this.edgeMaterial = new ShaderMaterial({
      vertexShader: edgeVertex,
      fragmentShader: edgeFragment,
      uniforms: { colour: { value: new Color() }, opacity: { value: 0.4 } },
      transparent: true,
      depthWrite: false,
    });
    const alike = new Map<string, ScenePart[]>();
    for (const part of scene.parts) {
      if (solid && part.body < 0 && standsIn(solid, part)) continue;
      const key = `${part.mesh} ${part.grow} ${isHousing(part)}`;
      const parts = alike.get(key);
      if (parts) parts.push(part);
      else alike.set(key, [part]);
    }
    for (const parts of alike.values()) {
      const { mesh: index, grow } = parts[0] as ScenePart;
      const mesh = scene.meshes[index];
      if (!mesh) continue;
      const { faces, edges } = makeSolid(run.numbers(mesh.positions), run.numbers(mesh.triangles), scale.factor);
      const solids = new InstancedMesh(faces, this.material, parts.length);
      solids.instanceMatrix.setUsage(DynamicDrawUsage);
      solids.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * parts.length), 3);
      solids.frustumCulled = false;
      solids.castShadow = !ghost;
      solids.receiveShadow = !ghost;
      solids.renderOrder = ghost ? -3 : 0;
      const lines = new InstancedBufferGeometry();
      lines.setAttribute("position", new BufferAttribute(edges, 3));
      lines.setAttribute("instanceTransform", solids.instanceMatrix);
      lines.instanceCount = parts.length;
      const edgeLines = new LineSegments(lines, this.edgeMaterial);
      edgeLines.frustumCulled = false;
      edgeLines.renderOrder = 1;
      this.group.add(solids, edgeLines);
      const ring = grow === 0 ? null : Ring.of([faces.getAttribute("position") as BufferAttribute, lines.getAttribute("position") as BufferAttribute], grow);
      faces.computeBoundingBox();
      const size = faces.boundingBox?.getSize(this.stretch).length() ?? 0;
      this.layers.push({ parts, solids, edges: edgeLines, ring, backdrop: 0.5 * size > largestSeen, housing: isHousing(parts[0] as ScenePart) });
    }
  }

  /** Moves all parts to these poses of time t, with the play of the parts themselves magnified m times. */
  move(poses: readonly Pose[], m: number, t: number): void {
    for (const { parts, solids, ring } of this.layers) {
      ring?.widen(m);
      parts.forEach((part, k) => {
        const pose = poses[part.body] ?? ground;
        const at = m === 1 ? part.position : add(part.position, scaled(part.shift, m - 1));
        const grown = ring ? 1 : 1 + (m - 1) * part.grow;
        const own = part.spin ? multiply(part.orientation, aboutZ(part.spin * t)) : part.orientation;
        const q = multiply(pose.orientation, own);
        shownPoint(toWorld(pose, at), this.scale, this.place);
        this.rotation.set(q[1], q[2], q[3], q[0]);
        this.matrix.compose(this.place, this.rotation, this.stretch.set(grown, grown, 1));
        solids.setMatrixAt(k, this.matrix);
      });
      solids.instanceMatrix.needsUpdate = true;
      solids.boundingSphere = null; // of another moment
      solids.boundingBox = null;
    }
  }

  paint(theme: Theme): void {
    const light = new Color("#ffffff");
    const deep = new Color("#0b1016");
    for (const { parts, solids } of this.layers) {
      parts.forEach((part, k) => {
        const colour = this.ghost ? new Color(colourOf(this.run.index, theme.dark)) : bodyColour(part.body, theme);
        if (part.role === "bearing") colour.lerp(light, theme.dark ? 0.12 : 0.3);
        else if (part.role === "journal") colour.lerp(deep, 0.22);
        else if (part.role === "pin") colour.lerp(deep, 0.4);
        else if (part.role === "guide") colour.lerp(theme.background, 0.15);
        solids.setColorAt(k, colour);
      });
      if (solids.instanceColor) solids.instanceColor.needsUpdate = true;
    }
    this.edgeMaterial.uniforms["colour"]!.value = theme.edge;
    this.edgeMaterial.uniforms["opacity"]!.value = this.ghost ? theme.edgeOpacity * 0.35 : theme.edgeOpacity;
  }

  showEdges(on: boolean): void {
    for (const { edges } of this.layers) edges.visible = on;
  }

  seeThrough(on: boolean): void {
    for (const { solids, housing } of this.layers) {
      if (!housing) continue;
      solids.material = on ? this.glass : this.material;
      solids.castShadow = !this.ghost && !on;
    }
  }

  /** What a ray can hit, and what it then was. */
  get targets(): InstancedMesh[] {
    return this.layers.map(({ solids }) => solids);
  }
  partOf(mesh: unknown, instance: number): ScenePart | null {
    return this.layers.find(({ solids }) => solids === mesh)?.parts[instance] ?? null;
  }

  /** Corners of the boxes of all parts but backdrops, or of those that move, as they stand, in drawn units. */
  eachCorner(moving: boolean, visit: (corner: Vector3) => void): void {
    const corner = new Vector3();
    for (const { parts, solids, backdrop } of this.layers) {
      if (backdrop) continue;
      solids.geometry.computeBoundingBox(); // rings change theirs
      const box = solids.geometry.boundingBox;
      if (!box) continue;
      for (let k = 0; k < parts.length; ++k) {
        if (moving && (parts[k] as ScenePart).body < 0) continue;
        solids.getMatrixAt(k, this.matrix);
        for (let c = 0; c < 8; ++c) {
          corner.set(c & 1 ? box.max.x : box.min.x, c & 2 ? box.max.y : box.min.y, c & 4 ? box.max.z : box.min.z);
          visit(corner.applyMatrix4(this.matrix));
        }
      }
    }
  }

  /** Radius of what is drawn of each body about its centre of mass, in drawn units. */
  radii(): number[] {
    const radii = this.scene.bodies.map(() => 0);
    const corner = new Vector3();
    for (const { parts, solids } of this.layers) {
      solids.geometry.computeBoundingBox();
      const box = solids.geometry.boundingBox;
      if (!box) continue;
      for (const { body, position } of parts) {
        const centre = this.scene.bodies[body]?.centre;
        if (!centre) continue;
        const reach = box.getSize(corner).length() / 2 + box.getCenter(corner).length();
        const away = Math.hypot(...position.map((x, c) => x - (centre[c] as number))) * this.scale.factor;
        radii[body] = Math.max(radii[body] as number, away + reach);
      }
    }
    return radii;
  }

  /** Name for a tooltip: the body, and what part of it. */
  describe(part: ScenePart): string {
    const body = this.scene.bodies[part.body]?.name ?? "ground";
    if (part.name === body || part.name === "") return body;
    if (part.role === "body" || part.role === "ground") return body;
    return part.role === part.name ? `${body} · ${part.role}` : `${body} · ${part.role} ${part.name}`;
  }

  dispose(): void {
    for (const { solids, edges } of this.layers) {
      solids.geometry.dispose();
      solids.dispose();
      edges.geometry.dispose();
    }
    this.material.dispose();
    this.glass.dispose();
    this.edgeMaterial.dispose();
    this.group.removeFromParent();
  }
}
