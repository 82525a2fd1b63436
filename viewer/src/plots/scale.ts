// SPDX-License-Identifier: Apache-2.0
// What part of the plane is seen, and where it lies in the picture.
import type { Report } from "../decode.ts";
import type { Box } from "./painter.ts";

/** In the axes' own coordinates: decimal logarithms on logarithmic axes. */
export interface View {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

export type Range = [number, number];

export class Scale {
  private readonly kx: number;
  private readonly ky: number;

  constructor(
    readonly view: View,
    readonly box: Box,
  ) {
    this.kx = box.width / (view.x1 - view.x0);
    this.ky = box.height / (view.y1 - view.y0);
  }
  px(x: number): number {
    return this.box.x + (x - this.view.x0) * this.kx;
  }
  py(y: number): number {
    return this.box.y + this.box.height - (y - this.view.y0) * this.ky;
  }
  x(px: number): number {
    return this.view.x0 + (px - this.box.x) / this.kx;
  }
  y(py: number): number {
    return this.view.y0 + (this.box.y + this.box.height - py) / this.ky;
  }
  /** Lengths of one unit in pixels. */
  get perX(): number {
    return this.kx;
  }
  get perY(): number {
    return this.ky;
  }
}

/** From the first sample of any run to the last: all plots over time show the same. */
export function timeRange(report: Report): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const { time } of report.runs) {
    low = Math.min(low, time[0] ?? low);
    high = Math.max(high, time[time.length - 1] ?? high);
  }
  return padded(low, high, 0);
}

/** A range with room at both ends; a single value gets a range around it. */
export function padded(low: number, high: number, share: number): Range {
  if (!(low <= high)) return [0, 1];
  if (low === high) {
    const room = low === 0 ? 1 : 0.1 * Math.abs(low);
    return [low - room, high + room];
  }
  const room = share * (high - low);
  return [low - room, high + room];
}

/** The view widened so that a unit is as long in x as in y. */
export function withEqualUnits(view: View, box: Box): View {
  const perX = box.width / (view.x1 - view.x0);
  const perY = box.height / (view.y1 - view.y0);
  if (perX > perY) {
    const middle = (view.x0 + view.x1) / 2;
    const half = box.width / perY / 2;
    return { ...view, x0: middle - half, x1: middle + half };
  }
  const middle = (view.y0 + view.y1) / 2;
  const half = box.height / perX / 2;
  return { ...view, y0: middle - half, y1: middle + half };
}
