// SPDX-License-Identifier: Apache-2.0
// Contacts of the run that is drawn solid: dots where bodies touch, arrows of the forces, and a flash for each
// impact. An impact takes no time, so its flash lives by the clock on the wall.
import { Group, Vector3 } from "three";
import type { SceneData, Vec3 } from "../data.ts";
import type { Run } from "../decode.ts";
import { Arrows } from "./arrows.ts";
import { type Scale, shownPoint } from "./bodies.ts";
import { ContactData, type Impact } from "./contact_data.ts";
import { type Pose, toBody, toWorld } from "./frames.ts";
import { Sprites } from "./sprites.ts";
import type { Theme } from "./theme.ts";

const flashTime = 190; // [ms]
const longestArrow = 110; // [pixels] for a large force of the run, less in a small picture

export interface ContactLook {
  arrows: boolean;
  arrowScale: number;
  proportional: boolean; // lengths as the forces, not as their roots
}

export interface Frame {
  actual: readonly Pose[];
  shown: readonly Pose[];
  pixel: number;
  width: number;
  height: number;
}

const nowhere: Pose = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };

export class Contacts {
  readonly group = new Group();
  readonly data: ContactData;
  private readonly carriers: number[]; // body on whose surface the point of each contact lies
  private readonly arrows = new Arrows(12);
  private readonly dots = new Sprites(13);
  private flashes: { impact: Impact; born: number }[] = [];
  private readonly place = new Vector3();
  private readonly direction = new Vector3();

  constructor(
    run: Run,
    private readonly scene: SceneData,
    private readonly scale: Scale,
    private theme: Theme,
  ) {
    this.data = new ContactData(run, scene);
    this.carriers = scene.contacts.map(({ name, joint }) => carrierOf(scene, name, joint));
    this.group.add(this.arrows.group, this.dots.mesh);
  }

  paint(theme: Theme): void {
    this.theme = theme;
    this.arrows.paint(theme);
  }

  get hasImpacts(): boolean {
    return this.data.impacts.length > 0;
  }

  /** Every impact after t0, up to t1, begins to flash. */
  flash(t0: number, t1: number, clock: number): void {
    for (const impact of this.data.between(t0, t1)) this.flashes.push({ impact, born: clock });
    // Of very many in one picture the strongest are seen anyway.
    if (this.flashes.length > 400) this.flashes = this.flashes.sort((a, b) => b.impact.strength - a.impact.strength).slice(0, 400);
  }

  /** Draws the contacts of a sample; true while a flash still fades. */
  draw(sample: number, frame: Frame, look: ContactLook, clock: number): boolean {
    this.arrows.begin();
    this.dots.begin(frame.width, frame.height);
    const touches = this.data.at(sample);
    const crowd = Math.max(0.35, Math.min(1, Math.sqrt(16 / Math.max(1, touches.length)))); // smaller where there are many
    for (const touch of touches) {
      if (!this.put(touch.contact, touch.point, frame)) continue;
      const ratio = this.data.largeForce > 0 ? Math.min(1.7, Math.hypot(...touch.force) / this.data.largeForce) : 0;
      this.dots.add(this.place, 5.6 * crowd, this.theme.edge, 0.9);
      this.dots.add(this.place, 4 * crowd, this.theme.contact, 1);
      if (!look.arrows || ratio === 0) continue;
      const long = Math.min(longestArrow, 0.16 * frame.width) * crowd * look.arrowScale * (look.proportional ? ratio : Math.sqrt(ratio));
      this.arrows.add(this.place, this.direction.set(...touch.force), long, frame.pixel, crowd);
    }
    this.flashes = this.flashes.filter(({ born }) => clock - born < flashTime);
    for (const { impact, born } of this.flashes) {
      if (!this.put(impact.contact, impact.point, frame)) continue;
      const age = Math.max(0, clock - born) / flashTime;
      const radius = (13 + 21 * Math.sqrt(impact.strength)) * (0.55 + 0.45 * Math.sqrt(age));
      this.dots.add(this.place, radius, this.theme.flash, (1 - age) ** 0.7, 2.5);
    }
    this.arrows.end();
    this.dots.end();
    return this.flashes.length > 0;
  }

  /** The point of a contact as drawn: with magnified play it stays on the surface it lies on. */
  private put(contact: number, point: Vec3 | null, { actual, shown }: Frame): boolean {
    const joint = this.scene.joints[this.scene.contacts[contact]?.joint ?? -1];
    if (point) {
      const carrier = contact < 0 ? -1 : (this.carriers[contact] ?? -1);
      const [from, to] = [actual[carrier], shown[carrier]];
      shownPoint(from && to && from !== to ? toWorld(to, toBody(from, point)) : point, this.scale, this.place);
      return true;
    }
    if (!joint) return false;
    shownPoint(toWorld(shown[joint.bodies[1]] ?? nowhere, joint.points[1]), this.scale, this.place);
    return true;
  }

  dispose(): void {
    this.arrows.dispose();
    this.dots.dispose();
  }
}

/** Journals and sliders keep their size when play is magnified, their bearings and guides do not. */
function carrierOf(scene: SceneData, name: string, joint: number): number {
  const found = scene.joints[joint];
  if (found) {
    const inner = scene.parts.find((part) => part.joint === joint && (part.role === "journal" || part.role === "slider"));
    if (inner && inner.body >= 0) return inner.body;
    return found.bodies[1] >= 0 ? found.bodies[1] : found.bodies[0];
  }
  // Of shapes: FIRST/SECOND, perhaps with a corner.
  const [first, second] = name.replace(/\.[ab]\d+$/, "").split("/");
  for (const shape of [second, first]) {
    const part = scene.parts.find((p) => p.name === shape && p.body >= 0);
    if (part) return part.body;
  }
  return -1;
}
