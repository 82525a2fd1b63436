// SPDX-License-Identifier: Apache-2.0
// What a pointer, a wheel or fingers on a plot mean.
//   click: this time · drag: zoom to the box · drag the cursor: scrub · shift-drag, two fingers: pan ·
//   wheel with ctrl or on the chosen plot, pinch: zoom · double click: all · one finger sideways: scrub
import type { Box } from "./painter.ts";
import type { Scale } from "./scale.ts";

export interface GestureTarget {
  readonly timePlot: boolean;
  scale(): Scale | null;
  cursorPixel(): number | null;
  seekAt(px: number, py: number): void;
  scrubTo(px: number): void;
  zoomToBox(box: Box): void;
  zoomAbout(px: number, py: number, factor: number): void;
  panBy(dx: number, dy: number): void;
  hover(px: number, py: number): void;
  leave(): void;
  rubberBand(box: Box | null): void;
  reset(): void;
}

type Mode = "idle" | "pending" | "box" | "pan" | "scrub" | "fingers";

interface Finger {
  x: number;
  y: number;
}

const slack = 4; // pixels a click may wander
const grip = 7; // pixels around the cursor that take hold of it

export class Gestures {
  private mode: Mode = "idle";
  private readonly fingers = new Map<number, Finger>();
  private startX = 0;
  private startY = 0;

  constructor(
    private readonly stage: HTMLElement,
    private readonly target: GestureTarget,
  ) {
    stage.addEventListener("pointerdown", this.down);
    stage.addEventListener("pointermove", this.move);
    stage.addEventListener("pointerup", this.up);
    stage.addEventListener("pointercancel", this.cancel);
    stage.addEventListener("pointerleave", () => target.leave());
    stage.addEventListener("dblclick", () => target.reset());
    stage.addEventListener("wheel", this.wheel, { passive: false });
  }

  private at(event: MouseEvent): Finger {
    const place = this.stage.getBoundingClientRect();
    return { x: event.clientX - place.left, y: event.clientY - place.top };
  }

  private readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const { x, y } = this.at(event);
    this.fingers.set(event.pointerId, { x, y });
    this.stage.setPointerCapture(event.pointerId);
    this.stage.focus({ preventScroll: true });
    if (this.fingers.size === 2) {
      this.mode = "fingers";
      this.target.rubberBand(null);
      return;
    }
    this.startX = x;
    this.startY = y;
    const cursor = this.target.cursorPixel();
    if (event.shiftKey) this.mode = "pan";
    else if (this.target.timePlot && cursor !== null && Math.abs(cursor - x) <= grip) this.mode = "scrub";
    else this.mode = "pending";
  };

  private readonly move = (event: PointerEvent): void => {
    const { x, y } = this.at(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") this.target.hover(x, y);
      return;
    }
    if (this.mode === "fingers") this.pinch(event.pointerId, { x, y });
    this.fingers.set(event.pointerId, { x, y });
    if (this.mode === "pending" && Math.hypot(x - this.startX, y - this.startY) > slack)
      this.mode = event.pointerType === "touch" && this.target.timePlot ? "scrub" : "box";
    if (this.mode === "pan") this.target.panBy(x - before.x, y - before.y);
    if (this.mode === "scrub") this.target.scrubTo(x);
    if (this.mode === "box") this.target.rubberBand(this.box(x, y));
  };

  private readonly up = (event: PointerEvent): void => {
    const { x, y } = this.at(event);
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.mode === "pending") this.target.seekAt(x, y);
    if (this.mode === "box") {
      this.target.rubberBand(null);
      const box = this.box(x, y);
      if (box && (box.width > slack || box.height > slack)) this.target.zoomToBox(box);
    }
    if (this.fingers.size === 0) this.mode = "idle";
  };

  private readonly cancel = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    this.target.rubberBand(null);
    if (this.fingers.size === 0) this.mode = "idle";
  };

  private readonly wheel = (event: WheelEvent): void => {
    const meant = event.ctrlKey || event.metaKey || document.activeElement === this.stage;
    if (!meant) return; // the page scrolls
    event.preventDefault();
    const { x, y } = this.at(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey) this.target.panBy(-lines * (event.deltaX || event.deltaY), 0);
    else this.target.zoomAbout(x, y, Math.exp(-0.0015 * lines * event.deltaY * (event.ctrlKey ? 4 : 1)));
  };

  private pinch(id: number, now: Finger): void {
    const before = this.fingers.get(id) as Finger;
    for (const [other, still] of this.fingers) {
      if (other === id) continue;
      const old = Math.hypot(before.x - still.x, before.y - still.y);
      const wide = Math.hypot(now.x - still.x, now.y - still.y);
      if (old > 10 && wide > 10) this.target.zoomAbout((now.x + still.x) / 2, (now.y + still.y) / 2, wide / old);
      this.target.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
    }
  }

  /** What has been dragged over; a flat box on a time plot zooms time only and takes the whole height. */
  private box(x: number, y: number): Box | null {
    const scale = this.target.scale();
    if (!scale) return null;
    const { box } = scale;
    const clampX = (value: number): number => Math.min(Math.max(value, box.x), box.x + box.width);
    const clampY = (value: number): number => Math.min(Math.max(value, box.y), box.y + box.height);
    const [x0, x1] = [clampX(Math.min(x, this.startX)), clampX(Math.max(x, this.startX))];
    const [y0, y1] = [clampY(Math.min(y, this.startY)), clampY(Math.max(y, this.startY))];
    if (this.target.timePlot && y1 - y0 < 14) return { x: x0, y: box.y, width: x1 - x0, height: box.height };
    return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  }
}
