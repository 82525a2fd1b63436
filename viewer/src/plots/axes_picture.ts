// SPDX-License-Identifier: Apache-2.0
// Axes with curves: layout, grid, lines, areas, points; the values at a time.
import type { AxesSpec } from "../data.ts";
import { sampleAt, type Report } from "../decode.ts";
import { colourOf } from "../palette.ts";
import { curvesOf, firstNotBelow, isThere, stacked, type Curve } from "./curve.ts";
import { Path, type Box, type Ink, type Painter, type Stroke } from "./painter.ts";
import { paintHead, type LegendEntry, type Marker, type Nearest, type Picture } from "./picture.ts";
import { pyramidOf, settled } from "./pyramid.ts";
import { plain, readable, unitOfLabel } from "./rich_text.ts";
import { padded, Scale, timeRange, withEqualUnits, type Range, type View } from "./scale.ts";
import { traceDots, traceFree, traceRising } from "./thin.ts";
import { linearTicks, logTicks, type Ticks } from "./ticks.ts";

const dash = [5, 4];
const path = new Path(); // one drawing at a time
const under = new Path();

export class AxesPicture implements Picture {
  readonly title: string;
  readonly note: string;
  readonly xIsTime: boolean;
  readonly equalAspect: boolean;
  readonly fixedY = false;
  readonly entries: LegendEntry[] = [];
  readonly unit: string;
  private resolved: { all: Curve[]; shown: Curve[] } | null = null; // numbers are decoded when first drawn
  private readonly hidden = new Set<string>();

  constructor(
    readonly spec: AxesSpec,
    private readonly report: Report,
    title = "",
  ) {
    this.title = spec.title || title;
    this.note = spec.note;
    this.xIsTime = spec.xIsTime && !spec.logX;
    this.equalAspect = spec.equalAspect && !spec.logX && !spec.logY;
    this.unit = unitOfLabel(spec.yLabel);
    for (const series of spec.series) {
      if (!series.label || this.entries.some((entry) => entry.label === series.label)) continue;
      if (!isThere(series.x, report) || !isThere(series.y, report)) continue;
      const mark = series.style === "steps" ? "line" : series.style === "stems" ? "points" : series.style;
      this.entries.push({ label: series.label, colour: series.colour, mark });
    }
  }

  height(width: number): number {
    return this.equalAspect ? Math.min(460, Math.max(240, 0.82 * width)) : Math.min(320, Math.max(210, 0.5 * width));
  }

  hide(label: string, hidden: boolean): void {
    if (hidden) this.hidden.add(label);
    else this.hidden.delete(label);
    if (this.resolved) this.resolved.shown = this.visible(this.resolved.all);
  }

  rangeX(): Range {
    if (this.xIsTime) return timeRange(this.report);
    let low = Infinity;
    let high = -Infinity;
    const include = (value: number): void => {
      if (value < low) low = value;
      if (value > high) high = value;
    };
    for (const curve of this.all) {
      const pyramid = pyramidOf(curve.x);
      if (pyramid.ask(0, curve.count)) {
        include(pyramid.low);
        include(pyramid.high);
      }
    }
    for (const x of this.spec.vLines) include(this.spec.logX ? Math.log10(x) : x);
    for (const circle of this.spec.circles) {
      include(circle.x - circle.r);
      include(circle.x + circle.r);
    }
    return padded(low, high, 0.04);
  }

  rangeY(x: Range): Range {
    let low = Infinity;
    let high = -Infinity;
    const include = (value: number): void => {
      if (value < low) low = value;
      if (value > high) high = value;
    };
    for (const curve of this.curves) {
      const from = curve.sorted ? Math.max(0, firstNotBelow(curve.x, x[0], curve.count) - 1) : 0;
      const to = curve.sorted ? Math.min(curve.count, firstNotBelow(curve.x, x[1], curve.count) + 1) : curve.count;
      const pyramid = pyramidOf(curve.y);
      if (pyramid.ask(from, to)) {
        include(pyramid.low);
        include(pyramid.high);
      }
      if (!this.spec.logY && (curve.spec.style === "area" || curve.spec.style === "stems")) include(0);
    }
    for (const y of this.spec.hLines) {
      const value = this.spec.logY ? Math.log10(y) : y;
      if (Number.isFinite(value)) include(value);
    }
    for (const circle of this.spec.circles) {
      include(circle.y - circle.r);
      include(circle.y + circle.r);
    }
    // Rounding alone is no movement: a curve that is constant to twelve digits is drawn as such.
    if (high > low && high - low < 1e-12 * Math.max(Math.abs(low), Math.abs(high))) low = high = (low + high) / 2;
    return padded(low, high, 0.06);
  }

  paint(painter: Painter, width: number, height: number, asked: View, ink: Ink, whole: boolean): Scale {
    painter.rect({ x: 0, y: 0, width, height }, ink.paper);
    const swatch = (entry: LegendEntry, box: Box): void => this.swatch(painter, entry, box, ink);
    const entries = this.entries.filter((entry) => !this.hidden.has(entry.label));
    const head = whole ? paintHead(painter, width, this.title, entries, ink, swatch) : 0;
    const foot = whole && this.note ? 18 : 0;
    let view = asked;
    let box = this.box(painter, width, height, view, head, foot);
    if (this.equalAspect) {
      view = withEqualUnits(asked, box);
      box = this.box(painter, width, height, view, head, foot);
      view = withEqualUnits(asked, box);
    }
    const scale = new Scale(view, box);
    this.paintAxes(painter, scale, ink);
    painter.clip(box, () => {
      this.paintGuides(painter, scale, ink);
      for (const curve of this.curves) if (curve.base) this.paintArea(painter, curve, scale, ink);
      for (const curve of this.curves) if (!curve.base) this.paintCurve(painter, curve, scale, ink);
    });
    if (foot) painter.text(12, height - 6, this.note, { size: 10, colour: ink.muted, anchor: "start" });
    return scale;
  }

  valuesAt(time: number): string[] {
    if (this.entries.length === 0) return this.curves.length === 1 ? [this.valueAt(this.curves[0], time)] : [];
    return this.entries.map((entry) => this.valueAt(this.curves.find((c) => c.spec.label === entry.label), time));
  }

  readout(time: number): { label: string; colour: number; value: string }[] {
    const values = this.valuesAt(time);
    const lone = this.entries.length === 0 ? this.curves[0] : undefined;
    if (lone) return values.map((value) => ({ label: this.title, colour: lone.spec.colour, value }));
    return this.entries
      .map((entry, k) => ({ label: entry.label, colour: entry.colour, value: values[k] as string }))
      .filter((line) => line.value !== "");
  }

  markersAt(time: number): Marker[] {
    const markers: Marker[] = [];
    for (const curve of this.curves) {
      if (curve.spec.style === "dashed" && !this.xIsTime) continue; // guides do not move
      const k = this.indexAt(curve, time);
      if (k < 0) continue;
      markers.push({ x: this.xIsTime ? time : (curve.x[k] as number), y: curve.y[k] as number, colour: curve.spec.colour });
    }
    return markers;
  }

  nearest(px: number, py: number, scale: Scale): Nearest | null {
    let best = 24 * 24; // further than 24 pixels is not meant
    let found: Nearest | null = null;
    for (const curve of this.curves) {
      const time = curve.samples ? this.report.runs[curve.spec.x.run]?.time : undefined;
      for (let i = 0; i < curve.count; ++i) {
        const dx = scale.px(curve.x[i] as number) - px;
        const dy = scale.py(curve.y[i] as number) - py;
        const distance = dx * dx + dy * dy;
        if (distance >= best) continue;
        best = distance;
        found = {
          label: curve.spec.label,
          colour: curve.spec.colour,
          x: this.spec.logX ? (curve.x[i] as number) : settled(curve.x[i] as number, curve.x),
          y: this.spec.logY ? (curve.y[i] as number) : settled(curve.y[i] as number, curve.y),
          time: time?.[i] ?? null,
        };
      }
    }
    return found;
  }

  table(): { header: string[]; columns: ArrayLike<number>[] } {
    const header: string[] = [];
    const columns: ArrayLike<number>[] = [];
    const real = (values: ArrayLike<number>, log: boolean): ArrayLike<number> =>
      log ? Array.from(values, (value) => 10 ** value) : values;
    let lastX: ArrayLike<number> | null = null;
    for (const curve of this.all) {
      if (this.hidden.has(curve.spec.label)) continue;
      if (curve.x !== lastX) {
        header.push(plain(this.spec.xLabel) || "x");
        columns.push(real(curve.x, this.spec.logX));
        lastX = curve.x;
      }
      const name = plain(curve.spec.label || this.spec.title);
      header.push(this.unit && !name.includes(`(${this.unit})`) ? `${name} (${this.unit})` : name);
      columns.push(real(curve.y, this.spec.logY));
    }
    return { header, columns };
  }

  textX(x: number): string {
    return withUnit(readable(this.spec.logX ? 10 ** x : x), unitOfLabel(this.spec.xLabel));
  }
  textY(y: number): string {
    return withUnit(readable(this.spec.logY ? 10 ** y : y), this.unit);
  }

  private visible(all: readonly Curve[]): Curve[] {
    return stacked(all.filter((curve) => !this.hidden.has(curve.spec.label)));
  }
  private resolve(): { all: Curve[]; shown: Curve[] } {
    if (!this.resolved) {
      const all = curvesOf(this.spec, this.report);
      this.resolved = { all, shown: this.visible(all) };
    }
    return this.resolved;
  }
  private get all(): Curve[] {
    return this.resolve().all;
  }
  private get curves(): Curve[] {
    return this.resolve().shown;
  }

  private valueAt(curve: Curve | undefined, time: number): string {
    if (!curve) return "";
    if (!this.xIsTime && !curve.samples) return ""; // it has nothing to do with the time
    const k = this.indexAt(curve, time);
    if (k < 0) return "–";
    const value = (curve.y[k] as number) - (curve.base ? (curve.base[k] as number) : 0);
    // beside a run with play the rounding of an ideal joint is zero
    const text = this.textY(this.spec.logY ? value : settled(value, ...this.curves.map((each) => each.y)));
    return this.xIsTime ? text : `${this.textX(this.spec.logX ? (curve.x[k] as number) : settled(curve.x[k] as number, curve.x))}, ${text}`;
  }

  /** The point of a curve that belongs to a time, or −1. */
  private indexAt(curve: Curve, time: number): number {
    if (curve.samples) {
      const times = this.report.runs[curve.spec.y.run]?.time;
      if (!times || times.length === 0 || time > (times[times.length - 1] as number) * (1 + 1e-9)) return -1;
      return Math.min(sampleAt(times, time), curve.count - 1);
    }
    if (!this.xIsTime || !curve.sorted || curve.count === 0) return -1;
    const k = sampleAt(curve.x, time);
    return (curve.x[k] as number) <= time && k < curve.count ? k : -1;
  }

  private ticks(low: number, high: number, pixels: number, each: number, log: boolean, label: string): Ticks {
    const count = Math.max(2, Math.floor(pixels / each));
    return log ? logTicks(low, high, count) : linearTicks(low, high, count, label.includes("(°)"));
  }

  private box(painter: Painter, width: number, height: number, view: View, head: number, foot: number): Box {
    const top = head + 18;
    const bottom = (this.spec.xLabel ? 42 : 26) + foot;
    const ticks = this.ticks(view.y0, view.y1, height - top - bottom, 42, this.spec.logY, this.spec.yLabel);
    const widest = ticks.labels.reduce((most, label) => Math.max(most, painter.textWidth(label, 11)), 0);
    const left = Math.max(this.spec.yLabel ? 58 : 42, widest + (this.spec.yLabel ? 32 : 14)); // panels below each other line up
    return { x: left, y: top, width: Math.max(20, width - left - 20), height: Math.max(20, height - top - bottom) };
  }

  private paintAxes(painter: Painter, scale: Scale, ink: Ink): void {
    const { box, view } = scale;
    const spec = this.spec;
    const xTicks = this.ticks(view.x0, view.x1, box.width, 84, spec.logX, spec.xLabel);
    const yTicks = this.ticks(view.y0, view.y1, box.height, 42, spec.logY, spec.yLabel);
    const right = box.x + box.width;
    const floor = box.y + box.height;
    const small = { size: 11, colour: ink.muted } as const;
    const thin: Stroke = { colour: ink.grid, width: 1 };
    const straight = (x0: number, y0: number, x1: number, y1: number, stroke: Stroke): void => {
      path.clear().add(x0, y0);
      path.add(x1, y1);
      painter.line(path, stroke);
    };
    for (const x of [...xTicks.minor, ...xTicks.at]) straight(crisp(scale.px(x)), box.y, crisp(scale.px(x)), floor, thin);
    for (const y of [...yTicks.minor, ...yTicks.at]) straight(box.x, crisp(scale.py(y)), right, crisp(scale.py(y)), thin);
    straight(box.x, crisp(floor), right, crisp(floor), { colour: ink.axis, width: 1 });
    straight(crisp(box.x), box.y, crisp(box.x), floor, { colour: ink.axis, width: 1 });
    xTicks.at.forEach((x, k) => painter.text(scale.px(x), floor + 16, xTicks.labels[k] as string, { ...small, anchor: "middle" }));
    yTicks.at.forEach((y, k) => painter.text(box.x - 7, scale.py(y) + 4, yTicks.labels[k] as string, { ...small, anchor: "end" }));
    const power = (exponent: number): string => `×10^{${String(exponent).replace("-", "−")}}`;
    if (yTicks.exponent) painter.text(box.x - 7, box.y - 7, power(yTicks.exponent), { ...small, anchor: "start" });
    const xLabel = xTicks.exponent ? `${spec.xLabel} ${power(xTicks.exponent)}` : spec.xLabel;
    painter.text(box.x + box.width / 2, floor + 34, xLabel, { size: 12, colour: ink.text, anchor: "middle" });
    painter.text(14, box.y + box.height / 2, spec.yLabel, { size: 12, colour: ink.text, anchor: "middle", upwards: true });
  }

  private paintGuides(painter: Painter, scale: Scale, ink: Ink): void {
    const { box } = scale;
    const stroke: Stroke = { colour: ink.axis, width: 1, dash };
    for (const y of this.spec.hLines) {
      const py = scale.py(this.spec.logY ? Math.log10(y) : y);
      path.clear().add(box.x, py);
      path.add(box.x + box.width, py);
      painter.line(path, stroke);
    }
    for (const x of this.spec.vLines) {
      const px = scale.px(this.spec.logX ? Math.log10(x) : x);
      path.clear().add(px, box.y);
      path.add(px, box.y + box.height);
      painter.line(path, stroke);
    }
    for (const circle of this.spec.circles) {
      path.clear();
      for (let k = 0; k <= 180; ++k) {
        const angle = (2 * Math.PI * k) / 180; // an ellipse on the screen when the units differ
        path.add(scale.px(circle.x + circle.r * Math.cos(angle)), scale.py(circle.y + circle.r * Math.sin(angle)));
      }
      painter.line(path, { colour: ink.axis, width: 1.25 });
      if (circle.label)
        painter.text(scale.px(circle.x), scale.py(circle.y + circle.r) - 5, circle.label, { size: 10, colour: ink.muted, anchor: "middle" });
    }
  }

  private paintArea(painter: Painter, curve: Curve, scale: Scale, ink: Ink): void {
    const colour = colourOf(curve.spec.colour, ink.dark);
    traceRising(path, curve.x, curve.y, curve.count, scale, painter.resolution, false);
    traceRising(under, curve.x, curve.base as Float64Array, curve.count, scale, painter.resolution, false);
    const top = path.size;
    for (let i = under.size - 2; i >= 0; i -= 2) path.add(under.data[i] as number, under.data[i + 1] as number);
    painter.area(path, colour, 0.38);
    path.size = top;
    painter.line(path, { colour, width: 1.2 });
  }

  private paintCurve(painter: Painter, curve: Curve, scale: Scale, ink: Ink): void {
    const { x, y, count } = curve;
    const { style } = curve.spec;
    const colour = colourOf(curve.spec.colour, ink.dark);
    if (style === "points" || style === "stems") {
      traceDots(path, x, y, count, scale, painter.resolution);
      if (style === "stems") {
        const zero = scale.py(this.spec.logY ? scale.view.y0 : 0);
        under.clear();
        for (let i = 0; i < path.size; i += 2) {
          under.add(path.data[i] as number, zero);
          under.add(path.data[i] as number, path.data[i + 1] as number);
          under.add(NaN, NaN);
        }
        painter.line(under, { colour, width: 1 });
      }
      if (path.size > 1200) painter.dots(path, 1.1, colour, null);
      else if (style === "stems") painter.dots(path, 2.4, colour, null);
      else painter.dots(path, 2.8, null, { colour, width: 1.3 });
      return;
    }
    if (curve.sorted) traceRising(path, x, y, count, scale, painter.resolution, style === "steps");
    else traceFree(path, x, y, count, scale, painter.resolution);
    const rough = travel(path, scale.box) > 12;
    if (style === "dashed") painter.line(path, { colour, width: 1.2, ...(rough ? {} : { dash }) });
    else painter.line(path, { colour, width: rough ? 1.2 : this.lineWidth(curve) });
  }

  /** Runs that agree lie on each other: the first is seen behind the others. */
  private lineWidth(curve: Curve): number {
    if (this.curves.every((other) => other.spec.y.run === curve.spec.y.run)) return 1.6;
    return curve.spec.y.run === 0 ? 2.6 : 1.2;
  }

  private swatch(painter: Painter, entry: LegendEntry, box: Box, ink: Ink): void {
    const colour = colourOf(entry.colour, ink.dark);
    const middle = box.y + box.height / 2;
    if (entry.mark === "area") painter.rect(box, colour, 0.5);
    else if (entry.mark === "points") painter.circle(box.x + box.width / 2, middle, 3, null, { colour, width: 1.4 });
    else {
      path.clear().add(box.x, middle);
      path.add(box.x + box.width, middle);
      painter.line(path, { colour, width: 2, ...(entry.mark === "dashed" ? { dash } : {}) });
    }
  }
}

/** How often a curve crosses its box: many times when it rattles. */
function travel(curve: Path, box: Box): number {
  const { data, size } = curve;
  let sum = 0;
  for (let i = 2; i < size; i += 2) {
    const step = Math.abs((data[i] as number) - (data[i - 2] as number)) / box.width + Math.abs((data[i + 1] as number) - (data[i - 1] as number)) / box.height;
    if (step > 0) sum += step; // not at gaps
  }
  return sum;
}

const crisp = (value: number): number => Math.round(value) + 0.5;

export function withUnit(number: string, unit: string): string {
  return unit && number !== "–" ? (unit === "°" ? number + unit : `${number} ${unit}`) : number;
}
