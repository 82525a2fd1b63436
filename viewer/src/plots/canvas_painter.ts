// SPDX-License-Identifier: Apache-2.0
// Paints on a canvas in CSS pixels, sharp on any screen.
import { fontFamily, type Box, type Painter, type Path, type Stroke, type TextStyle } from "./painter.ts";
import { spans } from "./rich_text.ts";

export class CanvasPainter implements Painter {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    readonly resolution: number,
  ) {}

  clip(box: Box, draw: () => void): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(box.x, box.y, box.width, box.height);
    this.context.clip();
    draw();
    this.context.restore();
  }

  line(path: Path, stroke: Stroke): void {
    const { context } = this;
    const { data, size } = path;
    context.beginPath();
    let down = false;
    for (let i = 0; i < size; i += 2) {
      const x = data[i] as number;
      const y = data[i + 1] as number;
      if (x !== x || y !== y) {
        down = false;
      } else if (down) {
        context.lineTo(x, y);
      } else {
        context.moveTo(x, y);
        down = true;
      }
    }
    this.use(stroke);
    context.stroke();
  }

  area(path: Path, fill: string, opacity: number): void {
    const { context } = this;
    context.beginPath();
    for (let i = 0; i < path.size; i += 2) context.lineTo(path.data[i] as number, path.data[i + 1] as number);
    context.closePath();
    context.globalAlpha = opacity;
    context.fillStyle = fill;
    context.fill();
    context.globalAlpha = 1;
  }

  dots(path: Path, radius: number, fill: string | null, stroke: Stroke | null): void {
    const { context } = this;
    if (radius < 2 && fill) {
      context.fillStyle = fill; // thousands of dots: squares are much faster and look the same
      for (let i = 0; i < path.size; i += 2)
        context.fillRect((path.data[i] as number) - radius, (path.data[i + 1] as number) - radius, 2 * radius, 2 * radius);
      return;
    }
    for (let i = 0; i < path.size; i += 2) this.circle(path.data[i] as number, path.data[i + 1] as number, radius, fill, stroke);
  }

  rect(box: Box, fill: string, opacity = 1): void {
    this.context.globalAlpha = opacity;
    this.context.fillStyle = fill;
    this.context.fillRect(box.x, box.y, box.width, box.height);
    this.context.globalAlpha = 1;
  }

  bars(path: Path, y: number, height: number, fill: string, opacity: number): void {
    const { context } = this;
    const { data, size } = path;
    context.globalAlpha = opacity;
    context.fillStyle = fill;
    for (let i = 0; i < size; i += 2) context.fillRect(data[i] as number, y, (data[i + 1] as number) - (data[i] as number), height);
    context.globalAlpha = 1;
  }

  circle(x: number, y: number, radius: number, fill: string | null, stroke: Stroke | null): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (stroke) {
      this.use(stroke);
      context.stroke();
    }
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const { context } = this;
    context.save();
    context.translate(x, y);
    if (style.upwards) context.rotate(-Math.PI / 2);
    context.fillStyle = style.colour;
    context.textAlign = "left";
    const weight = style.bold ? "600 " : "";
    const width = this.textWidth(text, style.size);
    let at = style.anchor === "start" ? 0 : style.anchor === "middle" ? -width / 2 : -width;
    for (const span of spans(text)) {
      const size = span.level === 0 ? style.size : 0.75 * style.size;
      context.font = `${weight}${size}px ${fontFamily}`;
      context.fillText(span.text, at, -0.35 * style.size * span.level + (span.level < 0 ? -0.15 * style.size : 0));
      at += context.measureText(span.text).width;
    }
    context.restore();
  }

  textWidth(text: string, size: number): number {
    let width = 0;
    for (const span of spans(text)) {
      this.context.font = `${span.level === 0 ? size : 0.75 * size}px ${fontFamily}`;
      width += this.context.measureText(span.text).width;
    }
    return width;
  }

  private use(stroke: Stroke): void {
    this.context.strokeStyle = stroke.colour;
    this.context.lineWidth = stroke.width;
    this.context.lineJoin = "round";
    this.context.setLineDash((stroke.dash ?? []) as number[]);
  }
}
