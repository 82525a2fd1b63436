// SPDX-License-Identifier: Apache-2.0
// From samples to the points that are worth drawing: each column of pixels keeps its first, least, greatest and
// last value, so peaks survive however long the curve is.
import type { Numbers } from "../decode.ts";
import { firstNotBelow } from "./curve.ts";
import type { Path } from "./painter.ts";
import { pyramidOf } from "./pyramid.ts";
import type { Scale } from "./scale.ts";

/** A curve over rising x. */
export function traceRising(path: Path, x: Numbers, y: Numbers, count: number, scale: Scale, resolution: number, steps: boolean): void {
  path.clear();
  const { view, box } = scale;
  const from = Math.max(0, firstNotBelow(x, view.x0, count) - 1);
  const to = Math.min(count, firstNotBelow(x, view.x1, count) + 1);
  const columns = Math.max(1, Math.ceil(box.width * resolution));
  let last = NaN;
  if (to - from <= 4 * columns) {
    for (let i = from; i < to; ++i) {
      const px = scale.px(x[i] as number);
      const py = scale.py(y[i] as number);
      if (steps && i > from) path.add(px, last);
      path.add(px, py);
      last = py;
    }
    return;
  }
  const pyramid = pyramidOf(y);
  const width = (view.x1 - view.x0) / columns;
  let i = from;
  for (let column = -1; column <= columns && i < to; ++column) {
    const end = column === columns ? to : Math.min(to, firstNotBelow(x, view.x0 + (column + 1) * width, to, i));
    if (end === i) continue;
    const first = y[i] as number;
    const final = y[end - 1] as number;
    const px = scale.px(x[i] as number);
    if (steps) path.add(px, last);
    path.add(px, scale.py(first));
    last = scale.py(final);
    // A stretch that only rises or falls needs no more than its ends, at their places: smooth curves stay smooth.
    if (end - i > 2 && pyramid.ask(i, end) && !(pyramid.low === Math.min(first, final) && pyramid.high === Math.max(first, final))) {
      const middle = box.x + (column + 0.5) / resolution;
      path.add(middle, scale.py(pyramid.low));
      path.add(middle, scale.py(pyramid.high));
    }
    if (end - i > 1) path.add(scale.px(x[end - 1] as number), last);
    i = end;
  }
}

/** Any other curve: points that would fall on the pixel of the last one are left out. */
export function traceFree(path: Path, x: Numbers, y: Numbers, count: number, scale: Scale, resolution: number): void {
  path.clear();
  const near = 0.5 / resolution;
  let lastX = NaN;
  let lastY = NaN;
  let skipped = false;
  for (let i = 0; i < count; ++i) {
    const px = scale.px(x[i] as number);
    const py = scale.py(y[i] as number);
    if (Math.abs(px - lastX) < near && Math.abs(py - lastY) < near) {
      skipped = true;
      continue;
    }
    skipped = false;
    path.add(px, py);
    lastX = px;
    lastY = py;
  }
  if (skipped) path.add(scale.px(x[count - 1] as number), scale.py(y[count - 1] as number));
}

/** Single points: one per place in the picture. */
export function traceDots(path: Path, x: Numbers, y: Numbers, count: number, scale: Scale, resolution: number): void {
  path.clear();
  const { box } = scale;
  const wide = Math.ceil(box.width * resolution);
  const high = Math.ceil(box.height * resolution);
  const taken = new Uint8Array(wide * high);
  for (let i = 0; i < count; ++i) {
    const px = scale.px(x[i] as number);
    const py = scale.py(y[i] as number);
    const column = Math.floor((px - box.x) * resolution);
    const row = Math.floor((py - box.y) * resolution);
    if (!(column >= 0 && row >= 0 && column < wide && row < high) || taken[row * wide + column]) continue;
    taken[row * wide + column] = 1;
    path.add(px, py);
  }
}
