// SPDX-License-Identifier: Apache-2.0
// Drawing happens once per frame. What moves is drawn in any case; of curves only so much that the page stays fluid,
// the rest waits a frame.

export interface Drawable {
  /** Whether curves have to be drawn, not only what moves over them. */
  readonly stale: boolean;
  draw(): void;
}

const waiting = new Set<Drawable>();
const budget = 10; // ms of a frame for curves
let asked = false;

export function schedule(item: Drawable): void {
  waiting.add(item);
  ask();
}

export function unschedule(item: Drawable): void {
  waiting.delete(item);
}

function ask(): void {
  if (asked) return;
  asked = true;
  requestAnimationFrame(frame);
}

function frame(): void {
  asked = false;
  const start = performance.now();
  for (const item of [...waiting]) {
    if (item.stale && performance.now() - start > budget) continue;
    waiting.delete(item);
    item.draw();
  }
  if (waiting.size > 0) ask();
}
