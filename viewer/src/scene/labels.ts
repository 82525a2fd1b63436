// SPDX-License-Identifier: Apache-2.0
// Names over the picture: of joints and of small bodies beside them, and of what the pointer is on.
import { type Camera, Raycaster, Vector2, Vector3 } from "three";
import type { Bodies } from "./bodies.ts";

export class Labels {
  readonly element = document.createElement("div");
  private readonly texts: HTMLElement[];
  private readonly at = new Vector3();

  constructor(names: readonly string[]) {
    this.element.className = "scene-labels";
    this.element.setAttribute("aria-hidden", "true");
    this.texts = names.map((name) => {
      const text = document.createElement("span");
      text.textContent = name;
      this.element.append(text);
      return text;
    });
  }

  /** Puts each name beside its point; one that would cover another is left out. */
  place(points: readonly (Vector3 | null)[], camera: Camera, width: number, height: number): void {
    const taken: [number, number, number][] = [];
    this.texts.forEach((text, k) => {
      const point = points[k];
      text.hidden = !point;
      if (!point) return;
      this.at.copy(point).project(camera);
      const x = (this.at.x * 0.5 + 0.5) * width + 10;
      const y = (0.5 - this.at.y * 0.5) * height - 12;
      const wide = 7 * (text.textContent?.length ?? 0) + 10;
      const free = taken.every(([tx, ty, tw]) => Math.abs(y - ty) > 18 || x > tx + tw || tx > x + wide);
      const inside = this.at.z < 1 && x > -wide && x < width && y > 0 && y < height;
      text.hidden = !free || !inside;
      if (text.hidden) return;
      taken.push([x, y, wide]);
      text.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    });
  }
}

/** The name of the body under the pointer. */
export class Tooltip {
  readonly element = document.createElement("div");
  private readonly caster = new Raycaster();
  private pending = 0;
  private readonly leave = (): void => this.hide();
  private readonly move: (event: PointerEvent) => void;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    private readonly solids: () => { bodies: Bodies; label: string }[],
  ) {
    this.element.className = "scene-tip";
    this.element.setAttribute("role", "tooltip");
    this.element.hidden = true;
    this.move = (event) => {
      if (event.buttons !== 0 || event.pointerType === "touch") return this.hide();
      cancelAnimationFrame(this.pending);
      const { offsetX, offsetY } = event;
      this.pending = requestAnimationFrame(() => this.look(offsetX, offsetY));
    };
    canvas.addEventListener("pointermove", this.move);
    canvas.addEventListener("pointerleave", this.leave);
    canvas.addEventListener("pointerdown", this.leave);
  }

  private look(x: number, y: number): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    let nearest = Infinity;
    let text = "";
    for (const { bodies, label } of this.solids()) {
      for (const hit of this.caster.intersectObjects(bodies.targets, false)) {
        if (hit.distance >= nearest || hit.instanceId === undefined) continue;
        const part = bodies.partOf(hit.object, hit.instanceId);
        if (!part) continue;
        nearest = hit.distance;
        text = label === "" ? bodies.describe(part) : `${bodies.describe(part)} (${label})`;
      }
    }
    if (text === "") return this.hide();
    this.element.textContent = text;
    this.element.hidden = false;
    const left = Math.min(x + 14, width - this.element.offsetWidth - 6);
    this.element.style.transform = `translate(${left}px, ${Math.max(4, y - 34)}px)`;
  }

  private hide(): void {
    cancelAnimationFrame(this.pending);
    this.element.hidden = true;
  }

  dispose(): void {
    this.hide();
    this.canvas.removeEventListener("pointermove", this.move);
    this.canvas.removeEventListener("pointerleave", this.leave);
    this.canvas.removeEventListener("pointerdown", this.leave);
  }
}
