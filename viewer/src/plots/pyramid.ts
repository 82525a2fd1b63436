// SPDX-License-Identifier: Apache-2.0
// Least and greatest value of any stretch of samples, fast: blocks of 16, 64, 256, … samples know theirs.
// So a curve of any length is drawn with one look per column of pixels, and no peak is lost.
import type { Numbers } from "../decode.ts";

const base = 16;
const fan = 4;

interface Level {
  low: Float64Array;
  high: Float64Array;
}

export class Pyramid {
  low = NaN; // of the last asked stretch; NaN when it holds no number
  high = NaN;
  private readonly levels: Level[] = [];

  constructor(private readonly values: Numbers) {
    let count = Math.floor(values.length / base);
    if (count === 0) return;
    const first: Level = { low: new Float64Array(count), high: new Float64Array(count) };
    for (let block = 0; block < count; ++block) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = block * base; i < (block + 1) * base; ++i) {
        const value = values[i] as number;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      first.low[block] = low;
      first.high[block] = high;
    }
    this.levels.push(first);
    while (count >= fan) {
      const below = this.levels[this.levels.length - 1] as Level;
      count = Math.floor(count / fan);
      const level: Level = { low: new Float64Array(count), high: new Float64Array(count) };
      for (let block = 0; block < count; ++block) {
        let low = Infinity;
        let high = -Infinity;
        for (let i = block * fan; i < (block + 1) * fan; ++i) {
          if ((below.low[i] as number) < low) low = below.low[i] as number;
          if ((below.high[i] as number) > high) high = below.high[i] as number;
        }
        level.low[block] = low;
        level.high[block] = high;
      }
      this.levels.push(level);
    }
  }

  /** Sets low and high to those of samples from … to − 1; false when there is no number among them. */
  ask(from: number, to: number): boolean {
    this.low = Infinity;
    this.high = -Infinity;
    this.collect(Math.max(0, from), Math.min(this.values.length, to));
    if (this.low <= this.high) return true;
    this.low = this.high = NaN;
    return false;
  }

  private collect(from: number, to: number): void {
    let i = from;
    while (i < to) {
      // The largest block that begins here and ends in time.
      let level = -1;
      let size = base;
      while (level + 1 < this.levels.length && i % size === 0 && i + size <= to && i / size < (this.levels[level + 1] as Level).low.length) {
        ++level;
        size *= fan;
      }
      if (level < 0) {
        const value = this.values[i] as number;
        if (value < this.low) this.low = value;
        if (value > this.high) this.high = value;
        ++i;
        continue;
      }
      size /= fan;
      const found = this.levels[level] as Level;
      const low = found.low[i / size] as number;
      const high = found.high[i / size] as number;
      if (low < this.low) this.low = low;
      if (high > this.high) this.high = high;
      i += size;
    }
  }
}

const known = new WeakMap<Numbers, Pyramid>();

/** A value for reading: 0 when it is rounding, below 1e-12 of the largest of the series that it is read with. */
export function settled(value: number, ...series: Numbers[]): number {
  let largest = 0;
  for (const numbers of series) {
    const pyramid = pyramidOf(numbers);
    if (pyramid.ask(0, numbers.length)) largest = Math.max(largest, Math.abs(pyramid.low), Math.abs(pyramid.high));
  }
  return Math.abs(value) < 1e-12 * largest ? 0 : value;
}

/** The pyramid of these numbers, built when first asked for. */
export function pyramidOf(values: Numbers): Pyramid {
  let found = known.get(values);
  if (!found) {
    found = new Pyramid(values);
    known.set(values, found);
  }
  return found;
}
