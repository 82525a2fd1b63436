// SPDX-License-Identifier: Apache-2.0
// One run-through of the machine as a file: a GIF for slides and messages, a WebM where the browser can write one.
import { GifWriter, paletteOf } from "../gif.ts";

const hundredths = { fastest: 4, slowest: 10 }; // of a second from picture to picture: 25 to 10 pictures a second
const mostPictures = 250; // what a file of some megabytes holds
const paletteOfPictures = 6;

export interface FilmPlan {
  times: number[]; // of the run
  delay: number; // hundredths of a second from one to the next
  hurried: number; // how many times faster than asked for, so that the film does not get too long
}

/** From `start` to `end` of the run, at `rate` seconds of it in a second. */
export function planFilm(start: number, end: number, rate: number): FilmPlan {
  const asked = (100 * (end - start)) / rate;
  const delay = Math.min(hundredths.slowest, Math.max(hundredths.fastest, Math.ceil(asked / mostPictures)));
  const count = Math.min(mostPictures, Math.max(2, Math.round(asked / delay)));
  const times = Array.from({ length: count }, (_, k) => start + ((end - start) * k) / (count - 1));
  return { times, delay, hurried: Math.max(1, asked / (count * delay)) };
}

/** Draws picture k of the plan; always of the same size. */
export type Paint = (k: number) => HTMLCanvasElement;

interface Work {
  paint: Paint;
  told: (done: number) => void; // how many pictures are done
  signal: AbortSignal; // ends it; there is no film then
}

const pause = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

function pixels(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

export async function gifFilm(plan: FilmPlan, { paint, told, signal }: Work): Promise<Blob | null> {
  const count = plan.times.length;
  const some: Uint8ClampedArray[] = [];
  for (let k = 0; k < Math.min(paletteOfPictures, count); ++k) {
    some.push(pixels(paint(Math.floor((k * count) / paletteOfPictures) % count)));
    await pause();
  }
  const palette = paletteOf(some);
  let writer: GifWriter | null = null;
  for (let k = 0; k < count && !signal.aborted; ++k) {
    const canvas = paint(k);
    writer ??= new GifWriter(canvas.width, canvas.height, palette);
    writer.add(pixels(canvas), plan.delay);
    told(k + 1);
    await pause();
  }
  return signal.aborted || !writer ? null : new Blob([writer.finish()], { type: "image/gif" });
}

/** What this browser writes; nothing if it cannot. */
export function webmType(): string | undefined {
  if (typeof MediaRecorder === "undefined") return undefined;
  return ["video/webm;codecs=vp9", "video/webm;codecs=vp8"].find((type) => MediaRecorder.isTypeSupported(type));
}

/** Takes as long as the film is: browsers record by their clock. Where drawing is slower than that, pictures are left out. */
export async function webmFilm(plan: FilmPlan, type: string, { paint, told, signal }: Work): Promise<Blob | null> {
  const count = plan.times.length;
  const canvas = document.createElement("canvas");
  const show = (k: number): void => {
    const picture = paint(k);
    if (canvas.width !== picture.width) [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
  };
  show(0);
  const recorder = new MediaRecorder(canvas.captureStream(100 / plan.delay), { mimeType: type, videoBitsPerSecond: 8_000_000 });
  const parts: Blob[] = [];
  const ended = new Promise<void>((resolve) => {
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = () => resolve();
  });
  recorder.start();
  const start = performance.now();
  for (let k = 0; k < count && !signal.aborted; ) {
    show(k);
    told(k + 1);
    const next = Math.max(k + 1, Math.floor((performance.now() - start) / (10 * plan.delay)));
    await pause(Math.max(0, start + 10 * plan.delay * next - performance.now()));
    k = k < count - 1 ? Math.min(next, count - 1) : count;
  }
  recorder.stop();
  await ended;
  return signal.aborted ? null : new Blob(parts, { type });
}
