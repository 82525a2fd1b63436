// SPDX-License-Identifier: Apache-2.0
// Drawing happens once per frame, and only so much of it that the page stays fluid: the rest waits a frame.

export interface Drawable {
  draw(): void;
}

const waiting = new Set<Drawable>();
const budget = 10; // ms of a frame
let asked = false;

export function schedule(item: Drawable): void {
  waiting.add(item);
  if (asked) return;
  asked = true;
  requestAnimationFrame(frame);
}

export function unschedule(item: Drawable): void {
  waiting.delete(item);
}

function frame(): void {
  asked = false;
  const start = performance.now();
  for (const item of waiting) {
    waiting.delete(item);
    item.draw();
    if (performance.now() - start > budget) break;
  }
  if (waiting.size > 0 && !asked) {
    asked = true;
    requestAnimationFrame(frame);
  }
}
