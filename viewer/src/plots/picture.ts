// SPDX-License-Identifier: Apache-2.0
// What a plot shows, without the page around it: axes with curves, or a timeline of words.
import type { Box, Ink, Painter } from "./painter.ts";
import type { Range, Scale, View } from "./scale.ts";

export interface LegendEntry {
  label: string;
  colour: number;
  mark: "line" | "dashed" | "points" | "area" | "word";
}

export interface Marker {
  x: number; // in the coordinates of the axes
  y: number;
  colour: number;
}

/** The point of a curve nearest to the pointer. */
export interface Nearest {
  label: string;
  colour: number;
  x: number;
  y: number;
  time: number | null;
}

export interface Picture {
  readonly title: string;
  readonly note: string;
  readonly xIsTime: boolean;
  readonly equalAspect: boolean;
  /** The rows of a timeline are always all seen. */
  readonly fixedY: boolean;
  readonly entries: LegendEntry[];
  /** Unit that stands behind values of y, for reading. */
  readonly unit: string;
  /** Height that suits the picture at this width; 0: whatever the page gives. */
  height(width: number): number;
  hide(label: string, hidden: boolean): void;
  rangeX(): Range;
  rangeY(x: Range): Range;
  /** With `whole`, the picture has its title and legend as well, as files have. */
  paint(painter: Painter, width: number, height: number, view: View, ink: Ink, whole: boolean): Scale;
  /** What each entry of the legend is worth at a time, as text; without a legend, what the only curve is worth. */
  valuesAt(time: number): string[];
  /** What a tooltip lists at a time; colour −1 has no swatch. */
  readout(time: number): { label: string; colour: number; value: string }[];
  markersAt(time: number): Marker[];
  nearest(px: number, py: number, scale: Scale): Nearest | null;
  /** Numbers that were drawn, as rows with a header. */
  table(): { header: string[]; columns: ArrayLike<number | string>[] };
  /** Text of a coordinate, for tooltips. */
  textX(x: number): string;
  textY(y: number): string;
}

/** Title and legend at the top of a file; returns the height they took. */
export function paintHead(
  painter: Painter,
  width: number,
  title: string,
  entries: readonly LegendEntry[],
  ink: Ink,
  swatch: (entry: LegendEntry, box: Box) => void,
): number {
  let y = 0;
  if (title) {
    painter.text(12, 22, title, { size: 14, colour: ink.text, anchor: "start", bold: true });
    y = 32;
  }
  const shown = entries.filter((entry) => entry.label);
  if (shown.length === 0) return y;
  let x = 12;
  y += 14;
  for (const entry of shown) {
    const wide = painter.textWidth(entry.label, 11) + 40;
    if (x > 12 && x + wide > width) {
      x = 12;
      y += 17;
    }
    swatch(entry, { x, y: y - 8, width: 18, height: 9 });
    painter.text(x + 24, y, entry.label, { size: 11, colour: ink.text, anchor: "start" });
    x += wide;
  }
  return y + 6;
}
