// SPDX-License-Identifier: Apache-2.0
// Words over time as bars, one row per channel: when each contact is open, sticks or slips.
import type { TimelineRow } from "../data.ts";
import { sampleAt, type Numbers, type Report, type Run } from "../decode.ts";
import { colourOf } from "../palette.ts";
import { firstNotBelow } from "./curve.ts";
import { Path, type Box, type Ink, type Painter } from "./painter.ts";
import { paintHead, type LegendEntry, type Marker, type Nearest, type Picture } from "./picture.ts";
import { readable } from "./rich_text.ts";
import { Scale, timeRange, type Range, type View } from "./scale.ts";
import { linearTicks } from "./ticks.ts";
import { lookOf, wordSetsOf, type WordLook } from "./words.ts";

const rowHeight = 24;
const path = new Path();

/** A row; its numbers are decoded when first drawn. */
class Row {
  constructor(
    readonly label: string,
    readonly words: string[],
    private readonly run: Run,
    private readonly channel: string,
  ) {}
  get time(): Numbers {
    return this.run.time;
  }
  get values(): Numbers {
    return this.run.channel(this.channel) as Numbers;
  }
}

export class TimelinePicture implements Picture {
  readonly unit = "";
  readonly xIsTime = true;
  readonly equalAspect = false;
  readonly fixedY = true;
  readonly entries: LegendEntry[] = [];
  private readonly rows: Row[] = [];
  private readonly hidden = new Set<string>();

  constructor(
    readonly title: string,
    spec: readonly TimelineRow[],
    private readonly report: Report,
    readonly note = "",
  ) {
    for (const row of spec) {
      const run = report.runs[row.run];
      const channel = run?.channels.get(row.channel);
      if (!run || !channel || channel.data.length === 0) continue;
      this.rows.push(new Row(row.label, channel.words, run, row.channel));
      for (const word of channel.words)
        if (!this.entries.some((entry) => entry.label === word))
          this.entries.push({ label: word, colour: lookOf(word, channel.words.indexOf(word)).colour, mark: "word" });
    }
  }

  height(): number {
    return this.rows.length * rowHeight + 52;
  }
  hide(label: string, hidden: boolean): void {
    if (hidden) this.hidden.add(label);
    else this.hidden.delete(label);
  }
  rangeX(): Range {
    return timeRange(this.report);
  }
  rangeY(): Range {
    return [0, Math.max(1, this.rows.length)];
  }

  paint(painter: Painter, width: number, height: number, view: View, ink: Ink, whole: boolean): Scale {
    painter.rect({ x: 0, y: 0, width, height }, ink.paper);
    const swatch = (entry: LegendEntry, box: Box): void => {
      path.clear().add(box.x, box.x + box.width);
      paintBars(painter, path, { ...lookOf(entry.label, 0), colour: entry.colour }, box, ink);
    };
    const head = whole ? paintHead(painter, width, this.title, this.entries, ink, swatch) : 0;
    const foot = whole && this.note ? 18 : 0;
    const most = Math.max(60, 0.34 * width);
    const labels = this.rows.map((row) => shortened(painter, row.label, most));
    const left = Math.max(58, labels.reduce((widest, label) => Math.max(widest, painter.textWidth(label, 11)), 0) + 16);
    const box: Box = { x: left, y: head + 8, width: Math.max(20, width - left - 20), height: Math.max(20, height - head - foot - 50) };
    const scale = new Scale(view, box);
    const floor = box.y + box.height;
    const each = box.height / Math.max(1, this.rows.length);
    const ticks = linearTicks(view.x0, view.x1, Math.max(2, Math.floor(box.width / 84)));
    ticks.at.forEach((t, k) => {
      path.clear().add(Math.round(scale.px(t)) + 0.5, box.y);
      path.add(Math.round(scale.px(t)) + 0.5, floor);
      painter.line(path, { colour: ink.grid, width: 1 });
      painter.text(scale.px(t), floor + 16, ticks.labels[k] as string, { size: 11, colour: ink.muted, anchor: "middle" });
    });
    painter.text(box.x + box.width / 2, floor + 34, ticks.exponent ? `t (s) ×10^{${ticks.exponent}}` : "t (s)", {
      size: 12,
      colour: ink.text,
      anchor: "middle",
    });
    this.rows.forEach((row, k) => {
      const y = box.y + k * each;
      painter.text(left - 8, y + each / 2 + 4, labels[k] as string, { size: 11, colour: ink.text, anchor: "end" });
      this.paintRow(painter, row, { x: box.x, y: y + 3, width: box.width, height: each - 6 }, view, ink);
    });
    if (foot) painter.text(12, height - 6, this.note, { size: 10, colour: ink.muted, anchor: "start" });
    return scale;
  }

  valuesAt(): string[] {
    return this.entries.map(() => "");
  }
  readout(time: number): { label: string; colour: number; value: string }[] {
    return this.rows.map((row) => {
      const index = row.values[sampleAt(row.time, time)] as number;
      const value = row.words[index] ?? "–";
      return { label: row.label, colour: lookOf(value, index).colour, value };
    });
  }
  markersAt(): Marker[] {
    return [];
  }
  nearest(): Nearest | null {
    return null;
  }

  table(): { header: string[]; columns: ArrayLike<number | string>[] } {
    const header: string[] = [];
    const columns: ArrayLike<number | string>[] = [];
    let last: Numbers | null = null;
    for (const row of this.rows) {
      if (row.time !== last) {
        header.push("t (s)");
        columns.push(row.time);
        last = row.time;
      }
      header.push(row.label);
      columns.push(Array.from(row.values, (value) => row.words[value] ?? "?"));
    }
    return { header, columns };
  }
  textX(x: number): string {
    return `${readable(x)} s`;
  }
  textY(): string {
    return "";
  }

  /** A bar for each stretch of columns in which a word occurs; words have their own place or colour in the row. */
  private paintRow(painter: Painter, row: Row, box: Box, view: View, ink: Ink): void {
    const { time, values } = row;
    const sets = wordSetsOf(values);
    const columns = Math.max(1, Math.ceil(box.width));
    const step = (view.x1 - view.x0) / columns;
    const end = time[time.length - 1] ?? 0;
    const begin = new Float64Array(row.words.length);
    const bars = row.words.map(() => new Path());
    let i = firstNotBelow(time, view.x0, time.length);
    let current = 0;
    for (let column = 0; column <= columns; ++column) {
      const t = view.x0 + column * step;
      const next = column < columns ? firstNotBelow(time, t + step, time.length, i) : i;
      // The word of the sample before holds until here.
      const set = column === columns || t > end || t + step < (time[0] ?? 0) ? 0 : sets.ask(i - 1, next);
      const changed = set ^ current;
      if (changed !== 0)
        for (let w = 0; w < bars.length; ++w) {
          if (!(changed & (1 << w))) continue;
          if (set & (1 << w)) begin[w] = column;
          else (bars[w] as Path).add(box.x + (begin[w] as number), box.x + column);
        }
      current = set;
      i = next;
    }
    row.words.forEach((word, w) => {
      if (!this.hidden.has(word)) paintBars(painter, bars[w] as Path, lookOf(word, w), box, ink);
    });
  }
}

function paintBars(painter: Painter, bars: Path, look: WordLook, box: Box, ink: Ink): void {
  const y = box.y + look.top * box.height;
  painter.bars(bars, y, (look.bottom - look.top) * box.height, colourOf(look.colour, ink.dark), look.quiet ? 0.35 : 0.92);
}

function shortened(painter: Painter, text: string, width: number): string {
  if (painter.textWidth(text, 11) <= width) return text;
  let kept = text;
  while (kept.length > 3 && painter.textWidth(`…${kept}`, 11) > width) kept = kept.slice(1);
  return `…${kept}`; // the end tells contacts of one joint apart
}
