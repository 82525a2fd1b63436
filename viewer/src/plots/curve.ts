// SPDX-License-Identifier: Apache-2.0
// The numbers of a series, ready to be drawn.
import type { AxesSpec, SeriesSpec, Source } from "../data.ts";
import type { Numbers, Report } from "../decode.ts";

export interface Curve {
  spec: SeriesSpec;
  x: Numbers; // in the coordinates of the axes: decimal logarithms on logarithmic ones
  y: Numbers;
  base: Numbers | null; // lower edge of an area
  count: number;
  sorted: boolean; // x never falls
  samples: boolean; // point k is that of sample k of the run; false for rows of tables
}

/** Which rows of a table a source takes; null: all. */
function rowsOf(source: Source, report: Report): number[] | null {
  if (!source.where || source.table === undefined) return null;
  const run = report.runs[source.run];
  const column = run?.tables.get(source.table)?.columns.find((c) => c.name === source.where?.column);
  if (!run || !column) return [];
  const wanted = column.words.indexOf(source.where.word);
  const values = run.numbers(column.data);
  const rows: number[] = [];
  for (let i = 0; i < values.length; ++i) if (values[i] === wanted) rows.push(i);
  return rows;
}

/** Whether the result has it, with any rows; nothing is decoded. */
export function isThere(source: Source, report: Report): boolean {
  const run = report.runs[source.run];
  if (source.numbers) return source.numbers.count > 0;
  if (source.channel !== undefined) return run?.channels.get(source.channel)?.data[source.component ?? 0] !== undefined;
  const table = run?.tables.get(source.table ?? "");
  return table !== undefined && table.rows > 0 && table.columns.some((column) => column.name === source.column);
}

/** factor · numbers + offset of a source, as logarithms when asked; null when it is not in the result. */
export function resolve(source: Source, report: Report, log = false): Numbers | null {
  const run = report.runs[source.run];
  if (!run) return null;
  const raw = source.numbers
    ? run.numbers(source.numbers)
    : source.channel !== undefined
      ? run.channel(source.channel, source.component ?? 0)
      : run.column(source.table ?? "", source.column ?? "");
  if (!raw) return null;
  const rows = rowsOf(source, report);
  if (!rows && !log && source.factor === 1 && source.offset === 0) return raw; // shared, not copied
  const count = rows ? rows.length : raw.length;
  const values = new Float64Array(count);
  for (let i = 0; i < count; ++i) {
    const value = source.factor * (raw[rows ? (rows[i] as number) : i] as number) + source.offset;
    values[i] = log ? (value > 0 ? Math.log10(value) : NaN) : value;
  }
  return values;
}

const rising = new WeakMap<Numbers, boolean>();

export function isRising(values: Numbers): boolean {
  let found = rising.get(values);
  if (found === undefined) {
    found = true;
    for (let i = 1; i < values.length; ++i)
      if (!((values[i] as number) >= (values[i - 1] as number))) {
        found = false;
        break;
      }
    rising.set(values, found);
  }
  return found;
}

export function curvesOf(axes: AxesSpec, report: Report): Curve[] {
  const curves: Curve[] = [];
  for (const spec of axes.series) {
    const x = resolve(spec.x, report, axes.logX);
    const y = resolve(spec.y, report, axes.logY);
    if (!x || !y) continue;
    curves.push({
      spec,
      x,
      y,
      base: null,
      count: Math.min(x.length, y.length),
      sorted: isRising(x),
      samples: spec.x.channel !== undefined && spec.y.channel !== undefined,
    });
  }
  return curves;
}

/**
 * Areas put on top of each other in their order, those of each run by themselves; other curves as they are.
 * What is not a number counts as zero.
 */
export function stacked(curves: readonly Curve[]): Curve[] {
  const tops = new Map<number, Numbers>();
  return curves.map((curve) => {
    if (curve.spec.style !== "area") return curve;
    const base = tops.get(curve.spec.y.run) ?? new Float64Array(curve.count);
    const count = Math.min(curve.count, base.length);
    const top = new Float64Array(count);
    for (let i = 0; i < count; ++i) {
      const value = curve.y[i] as number;
      top[i] = (base[i] as number) + (Number.isFinite(value) ? value : 0);
    }
    tops.set(curve.spec.y.run, top);
    return { ...curve, y: top, base, count };
  });
}

/** Index of the first value that is not below x, among rising values. */
export function firstNotBelow(values: Numbers, x: number, count: number, from = 0): number {
  let low = from;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
