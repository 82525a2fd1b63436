// SPDX-License-Identifier: Apache-2.0
// Paints into an SVG file: valid XML, no script, no reference to anything outside.
import { fontFamily, type Box, type Painter, type Path, type Stroke, type TextStyle } from "./painter.ts";
import { plain, spans } from "./rich_text.ts";

/** Text as it may stand in XML; characters that XML does not know become a replacement character. */
export function xmlText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const short = (value: number): string => String(Math.round(100 * value) / 100);

export class SvgPainter implements Painter {
  readonly resolution = 2;
  private readonly parts: string[] = [];
  private clips = 0;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly measure: (text: string, size: number) => number = (text, size) => 0.55 * size * text.length,
  ) {}

  /** The whole file. */
  file(title: string): string {
    const size = `width="${short(this.width)}" height="${short(this.height)}" viewBox="0 0 ${short(this.width)} ${short(this.height)}"`;
    return (
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${xmlText(fontFamily)}">\n` +
      `<title>${xmlText(plain(title))}</title>\n${this.parts.join("\n")}\n</svg>\n`
    );
  }

  clip(box: Box, draw: () => void): void {
    const id = `clip${this.clips++}`;
    this.parts.push(`<clipPath id="${id}"><rect ${corners(box)}/></clipPath>`, `<g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }

  line(path: Path, stroke: Stroke): void {
    const text = pathText(path);
    if (text) this.parts.push(`<path d="${text}" fill="none" ${strokeText(stroke)}/>`);
  }

  area(path: Path, fill: string, opacity: number): void {
    const text = pathText(path);
    if (text) this.parts.push(`<path d="${text}Z" fill="${xmlText(fill)}" fill-opacity="${opacity}"/>`);
  }

  dots(path: Path, radius: number, fill: string | null, stroke: Stroke | null): void {
    const { data, size } = path;
    this.parts.push(`<g fill="${fill ? xmlText(fill) : "none"}" ${stroke ? strokeText(stroke) : ""}>`);
    for (let i = 0; i < size; i += 2)
      this.parts.push(`<circle cx="${short(data[i] as number)}" cy="${short(data[i + 1] as number)}" r="${short(radius)}"/>`);
    this.parts.push("</g>");
  }

  rect(box: Box, fill: string, opacity = 1): void {
    const faint = opacity < 1 ? ` fill-opacity="${opacity}"` : "";
    this.parts.push(`<rect ${corners(box)} fill="${xmlText(fill)}"${faint}/>`);
  }

  bars(path: Path, y: number, height: number, fill: string, opacity: number): void {
    const { data, size } = path;
    const parts: string[] = [];
    for (let i = 0; i < size; i += 2)
      parts.push(`M${short(data[i] as number)} ${short(y)}H${short(data[i + 1] as number)}v${short(height)}H${short(data[i] as number)}Z`);
    if (size > 0) this.parts.push(`<path d="${parts.join("")}" fill="${xmlText(fill)}" fill-opacity="${opacity}"/>`);
  }

  circle(x: number, y: number, radius: number, fill: string | null, stroke: Stroke | null): void {
    const paint = `fill="${fill ? xmlText(fill) : "none"}" ${stroke ? strokeText(stroke) : ""}`;
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" ${paint}/>`);
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const turn = style.upwards ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : "";
    const weight = style.bold ? ' font-weight="600"' : "";
    let shift = 0; // dy adds up along the text
    const inner = spans(text).map((span) => {
      const wanted = span.level === 0 ? 0 : span.level > 0 ? -0.35 * style.size : 0.2 * style.size;
      const dy = wanted - shift;
      shift = wanted;
      const size = span.level === 0 ? "" : ` font-size="${short(0.75 * style.size)}"`;
      return `<tspan dy="${short(dy)}"${size}>${xmlText(span.text)}</tspan>`;
    });
    const place = `x="${short(x)}" y="${short(y)}" font-size="${short(style.size)}" text-anchor="${style.anchor}"`;
    this.parts.push(`<text ${place} fill="${xmlText(style.colour)}"${weight}${turn} xml:space="preserve">${inner.join("")}</text>`);
  }

  textWidth(text: string, size: number): number {
    return spans(text).reduce((sum, span) => sum + this.measure(span.text, span.level === 0 ? size : 0.75 * size), 0);
  }
}

function corners(box: Box): string {
  return `x="${short(box.x)}" y="${short(box.y)}" width="${short(Math.max(0, box.width))}" height="${short(Math.max(0, box.height))}"`;
}

function strokeText(stroke: Stroke): string {
  const dash = stroke.dash?.length ? ` stroke-dasharray="${stroke.dash.join(" ")}"` : "";
  return `stroke="${xmlText(stroke.colour)}" stroke-width="${short(stroke.width)}" stroke-linejoin="round"${dash}`;
}

function pathText(path: Path): string {
  const parts: string[] = [];
  let down = false;
  for (let i = 0; i < path.size; i += 2) {
    const x = path.data[i] as number;
    const y = path.data[i + 1] as number;
    if (x !== x || y !== y) {
      down = false;
    } else {
      parts.push(`${down ? "L" : "M"}${short(x)} ${short(y)}`);
      down = true;
    }
  }
  return parts.join("");
}
