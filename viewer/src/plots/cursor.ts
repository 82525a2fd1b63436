// SPDX-License-Identifier: Apache-2.0
// What moves over the curves: the shared cursor, markers, the rubber band. It has a canvas of its own, so that
// playing does not draw the curves again.
import { colourOf } from "../palette.ts";
import type { Box, Ink } from "./painter.ts";
import type { Marker } from "./picture.ts";
import type { Scale } from "./scale.ts";

export interface CursorState {
  scale: Scale;
  time: number;
  timePlot: boolean;
  markers: readonly Marker[];
  hoverX: number | null; // pixel of a second, thin line
  hoverPoint: { x: number; y: number; colour: number } | null; // in the coordinates of the axes
  band: Box | null;
}

export function paintCursor(context: CanvasRenderingContext2D, state: CursorState, ink: Ink): void {
  const { scale, band } = state;
  const { box } = scale;
  const accent = ink.dark ? "#f2f5f9" : "#111a24";
  context.save();
  context.beginPath();
  context.rect(box.x - 6, box.y - 6, box.width + 12, box.height + 12);
  context.clip();
  if (state.hoverX !== null) upright(context, state.hoverX, box, ink.muted, [2, 3], 1);
  if (state.timePlot) {
    const x = scale.px(state.time);
    if (x >= box.x - 0.5 && x <= box.x + box.width + 0.5) {
      upright(context, x, box, accent, [], 1.25);
      context.beginPath(); // a grip to take it by
      context.moveTo(x - 5, box.y - 6);
      context.lineTo(x + 5, box.y - 6);
      context.lineTo(x, box.y + 1);
      context.closePath();
      context.fillStyle = accent;
      context.fill();
    }
  }
  for (const marker of state.markers) dot(context, scale, marker, ink, state.timePlot ? 3.5 : 5);
  if (state.hoverPoint) dot(context, scale, state.hoverPoint, ink, 4);
  if (band) {
    context.fillStyle = ink.dark ? "rgba(140,190,255,0.18)" : "rgba(0,90,170,0.12)";
    context.strokeStyle = ink.dark ? "#8cbeff" : "#005aaa";
    context.setLineDash([]);
    context.lineWidth = 1;
    context.fillRect(band.x, band.y, band.width, band.height);
    context.strokeRect(band.x + 0.5, band.y + 0.5, band.width, band.height);
  }
  context.restore();
}

function upright(context: CanvasRenderingContext2D, x: number, box: Box, colour: string, dash: number[], width: number): void {
  context.beginPath();
  context.setLineDash(dash);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.moveTo(x, box.y);
  context.lineTo(x, box.y + box.height);
  context.stroke();
}

function dot(
  context: CanvasRenderingContext2D,
  scale: Scale,
  point: { x: number; y: number; colour: number },
  ink: Ink,
  radius: number,
): void {
  const x = scale.px(point.x);
  const y = scale.py(point.y);
  const { box } = scale;
  if (!(x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1)) return;
  context.beginPath();
  context.setLineDash([]);
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colourOf(point.colour, ink.dark);
  context.fill();
  context.strokeStyle = ink.paper;
  context.lineWidth = 1.5;
  context.stroke();
}
