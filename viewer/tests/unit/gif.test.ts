// SPDX-License-Identifier: Apache-2.0
// What the writer wrote, read again as the specification of GIF89a says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GifWriter, paletteOf } from "../../src/gif.ts";

interface Read { width: number; height: number; delays: number[]; pictures: Uint8Array[] } // RGB of each whole picture

function codes(data: Uint8Array): number[] {
  const out: number[] = [];
  let table: number[][] = [], size = 9, bits = 0, held = 0, before: number[] | null = null, at = 0;
  const restart = (): void => {
    table = Array.from({ length: 258 }, (_, k) => (k < 256 ? [k] : []));
    size = 9;
    before = null;
  };
  restart();
  for (;;) {
    while (bits < size) {
      assert.ok(at < data.length, "the data end before their end code");
      held |= data[at++]! << bits;
      bits += 8;
    }
    const code = held & ((1 << size) - 1);
    held >>>= size;
    bits -= size;
    if (code === 257) break;
    if (code === 256) {
      restart();
      continue;
    }
    const known: number[] | undefined = table[code];
    assert.ok(known || (before && code === table.length), `code ${code} of ${table.length}`);
    const word: number[] = known ?? [...before!, before![0]!];
    if (before && table.length < 4096) table.push([...(before as number[]), word[0]!]);
    out.push(...word);
    before = word;
    if (table.length === 1 << size && size < 12) ++size;
  }
  assert.ok(data.length - at <= 0, "nothing follows the end code");
  return out;
}

function read(gif: Uint8Array): Read {
  const text = (from: number, count: number): string => String.fromCharCode(...gif.slice(from, from + count));
  const word = (from: number): number => gif[from]! | (gif[from + 1]! << 8);
  assert.equal(text(0, 6), "GIF89a");
  const [width, height] = [word(6), word(8)];
  assert.equal(gif[10], 0xf7);
  const palette = gif.slice(13, 13 + 768);
  let at = 13 + 768, seen = new Uint8Array(3 * width * height), clear = -1;
  const result: Read = { width, height, delays: [], pictures: [] };
  const blocks = (): Uint8Array => {
    const parts: number[] = [];
    for (; gif[at]! > 0; at += gif[at]! + 1) parts.push(...gif.slice(at + 1, at + 1 + gif[at]!));
    ++at;
    return Uint8Array.from(parts);
  };
  for (; gif[at] !== 0x3b; ) {
    if (gif[at] === 0x21) {
      if (gif[at + 1] === 0xf9) {
        clear = gif[at + 3]! & 1 ? gif[at + 6]! : -1;
        result.delays.push(word(at + 4));
      }
      at += 2;
      blocks();
      continue;
    }
    assert.equal(gif[at], 0x2c);
    const [left, top, wide, high] = [word(at + 1), word(at + 3), word(at + 5), word(at + 7)];
    assert.equal(gif[at + 10], 8);
    at += 11;
    const indices = codes(blocks());
    assert.equal(indices.length, wide * high);
    seen = seen.slice();
    indices.forEach((index, i) => {
      if (index === clear) return;
      const pixel = (top + Math.floor(i / wide)) * width + left + (i % wide);
      for (let k = 0; k < 3; ++k) seen[3 * pixel + k] = palette[3 * index + k]!;
    });
    result.pictures.push(seen);
  }
  assert.equal(at, gif.length - 1);
  return result;
}

function picture(width: number, height: number, colour: (x: number, y: number) => [number, number, number]): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < width * height; ++i) rgba.set([...colour(i % width, Math.floor(i / width)), 255], 4 * i);
  return rgba;
}

const rgb = (rgba: Uint8ClampedArray): number[] => [...rgba].filter((_, i) => i % 4 < 3);

test("few colours come back as they were, moving", () => {
  const pictures = [0, 3, 3, 9].map((shift) => picture(21, 13, (x, y) => ((x + shift) % 7 === y % 7 ? [200, 40, 0] : y < 6 ? [255, 255, 255] : [10, 20, 30])));
  const palette = paletteOf(pictures);
  assert.equal(palette.length, 9);
  const writer = new GifWriter(21, 13, palette);
  pictures.forEach((each, k) => writer.add(each, 4 + k));
  const back = read(writer.finish());
  assert.deepEqual([back.width, back.height], [21, 13]);
  assert.deepEqual(back.delays, [4, 5, 6, 7]);
  pictures.forEach((each, k) => assert.deepEqual([...back.pictures[k]!], rgb(each)));
});

test("dictionaries that fill up begin anew: noise of three sizes", () => {
  for (const [width, height] of [[1, 1], [64, 60], [200, 190]] as const) {
    let state = 12345;
    const random = (): number => ((state = (1103515245 * state + 12345) % 2147483648) >> 16) & 255;
    const greys = [0, 50, 100, 150, 200, 250];
    const noise = [0, 1].map(() => picture(width, height, () => { const grey = greys[random() % 6]!; return [grey, grey, grey]; }));
    const writer = new GifWriter(width, height, paletteOf(noise));
    for (const each of noise) writer.add(each, 10);
    const back = read(writer.finish());
    noise.forEach((each, k) => assert.deepEqual([...back.pictures[k]!], rgb(each)));
  }
});

test("many colours are met closely", () => {
  const smooth = picture(160, 120, (x, y) => [Math.round((255 * x) / 159), Math.round((255 * y) / 119), Math.round(128 + 60 * Math.sin((x + y) / 40))]);
  const palette = paletteOf([smooth]);
  assert.equal(palette.length, 3 * 255);
  const writer = new GifWriter(160, 120, palette);
  writer.add(smooth, 4);
  const [back] = read(writer.finish()).pictures;
  const wanted = rgb(smooth);
  let square = 0, most = 0;
  wanted.forEach((value, i) => {
    const error = Math.abs(value - back![i]!);
    square += error * error;
    most = Math.max(most, error);
  });
  // 255 boxes over two of the dimensions: sides of 16, so a mean square of 16²/12 = 21 for each colour, and 8 at most but for their unequal sizes
  assert.ok(square / wanted.length < 30, `mean square ${square / wanted.length}`);
  assert.ok(most <= 24, `largest ${most}`);
});
