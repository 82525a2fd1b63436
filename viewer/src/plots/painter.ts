// SPDX-License-Identifier: Apache-2.0
// What a picture is drawn with. A canvas on the page and an SVG file for download are two painters, so both show
// the same picture.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Stroke {
  colour: string;
  width: number;
  dash?: readonly number[];
}

export interface TextStyle {
  size: number;
  colour: string;
  anchor: "start" | "middle" | "end";
  bold?: boolean;
  upwards?: boolean; // turned by a quarter, as labels of y axes are
}

/** Points of a curve, x and y in turn; NaN breaks the line. Grows as needed and is used again and again. */
export class Path {
  data = new Float64Array(1024);
  size = 0; // numbers used, twice the points

  clear(): this {
    this.size = 0;
    return this;
  }
  add(x: number, y: number): void {
    if (this.size + 2 > this.data.length) {
      const larger = new Float64Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.size++] = x;
    this.data[this.size++] = y;
  }
}

export interface Painter {
  /** How many columns per pixel are worth drawing. */
  readonly resolution: number;
  clip(box: Box, draw: () => void): void;
  line(path: Path, stroke: Stroke): void;
  area(path: Path, fill: string, opacity: number): void;
  /** Circles of one radius at all points of the path. */
  dots(path: Path, radius: number, fill: string | null, stroke: Stroke | null): void;
  rect(box: Box, fill: string, opacity?: number): void;
  /** Bars of one height beside each other; the path holds the left and right end of each. */
  bars(path: Path, y: number, height: number, fill: string, opacity: number): void;
  circle(x: number, y: number, radius: number, fill: string | null, stroke: Stroke | null): void;
  text(x: number, y: number, text: string, style: TextStyle): void;
  textWidth(text: string, size: number): number;
}

export const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** Colours that do not belong to a curve. */
export interface Ink {
  paper: string;
  text: string;
  muted: string;
  grid: string;
  axis: string;
  dark: boolean; // which palette the curves take
}

export const paperInk: Ink = {
  paper: "#ffffff",
  text: "#1b2430",
  muted: "#55606e",
  grid: "#e4e8ed",
  axis: "#8a94a1",
  dark: false,
};
export const nightInk: Ink = {
  paper: "#171d25",
  text: "#e7ecf2",
  muted: "#a5b0be",
  grid: "#2a333e",
  axis: "#65717f",
  dark: true,
};
