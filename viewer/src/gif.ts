// SPDX-License-Identifier: Apache-2.0
// Moving pictures as GIF89a: one palette for all of them, and of each only the pixels that changed.

const levels = 32; // of each of red, green and blue, in which colours are counted
const mostColours = 255; // index 255 stands for "as before"
const clear = 256, end = 257;

const bin = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** Red, green and blue of at most 255 colours that stand for those of the pictures (RGBA): the median cut. */
export function paletteOf(pictures: readonly Uint8ClampedArray[]): Uint8Array {
  const counts = new Uint32Array(levels ** 3);
  const sums = new Float64Array(3 * levels ** 3);
  for (const picture of pictures) {
    for (let i = 0; i < picture.length; i += 4) {
      const at = bin(picture[i]!, picture[i + 1]!, picture[i + 2]!);
      ++counts[at]!;
      for (let k = 0; k < 3; ++k) sums[3 * at + k]! += picture[i + k]!;
    }
  }
  const mean = (at: number, k: number): number => sums[3 * at + k]! / counts[at]!;
  interface Box { bins: number[]; axis: number; spread: number }
  const boxOf = (bins: number[]): Box => {
    let axis = 0, spread = 0;
    for (let k = 0; k < 3; ++k) {
      let low = 255, high = 0;
      for (const at of bins) {
        low = Math.min(low, mean(at, k));
        high = Math.max(high, mean(at, k));
      }
      if (high - low > spread) [axis, spread] = [k, high - low];
    }
    // Large plain areas must not take all of the colours, nor a few odd pixels.
    return { bins, axis, spread: spread * Math.cbrt(bins.reduce((sum, at) => sum + counts[at]!, 0)) };
  };
  const filled: number[] = [];
  counts.forEach((count, at) => count > 0 && filled.push(at));
  const boxes = [boxOf(filled)];
  while (boxes.length < mostColours) {
    let widest = 0;
    boxes.forEach((box, k) => box.spread > boxes[widest]!.spread && (widest = k));
    const { bins, axis, spread } = boxes[widest]!;
    if (!(spread > 0)) break;
    bins.sort((a, b) => mean(a, axis) - mean(b, axis));
    const half = bins.reduce((sum, at) => sum + counts[at]!, 0) / 2;
    let cut = 0;
    for (let sum = 0; cut < bins.length - 1 && sum < half; ++cut) sum += counts[bins[cut]!]!;
    cut = Math.max(1, cut);
    boxes.splice(widest, 1, boxOf(bins.slice(0, cut)), boxOf(bins.slice(cut)));
  }
  const palette = new Uint8Array(3 * boxes.length);
  boxes.forEach(({ bins }, k) => {
    const total = bins.reduce((sum, at) => sum + counts[at]!, 0);
    for (let c = 0; c < 3; ++c) palette[3 * k + c] = Math.round(bins.reduce((sum, at) => sum + sums[3 * at + c]!, 0) / Math.max(1, total));
  });
  return palette;
}

/** Bytes that grow. */
class Bytes {
  private data = new Uint8Array(1 << 16);
  length = 0;
  byte(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }
  word(value: number): void {
    this.byte(value & 255);
    this.byte(value >> 8);
  }
  text(ascii: string): void {
    for (let k = 0; k < ascii.length; ++k) this.byte(ascii.charCodeAt(k));
  }
  all(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.length);
  }
}

export class GifWriter {
  private readonly out = new Bytes();
  private readonly nearest = new Int16Array(levels ** 3).fill(-1);
  private before: Uint8Array | null = null; // indices of the picture before
  private readonly successors = new Uint16Array(4096 * 256); // in the dictionary: of a code and a symbol; 0: none

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly palette: Uint8Array,
  ) {
    const { out } = this;
    out.text("GIF89a");
    out.word(width);
    out.word(height);
    out.byte(0xf7); // a table of 256 colours for all pictures
    out.byte(0);
    out.byte(0);
    for (let k = 0; k < 3 * 256; ++k) out.byte(palette[k] ?? 0);
    out.text("\x21\xff\x0bNETSCAPE2.0\x03\x01");
    out.word(0); // again and again
    out.byte(0);
  }

  /** `rgba`: width × height pixels; `delay`: until the next picture, in hundredths of a second. */
  add(rgba: Uint8ClampedArray, delay: number): void {
    const { out, width, height } = this;
    const indices = new Uint8Array(width * height);
    for (let i = 0; i < indices.length; ++i) indices[i] = this.colour(rgba[4 * i]!, rgba[4 * i + 1]!, rgba[4 * i + 2]!);
    // The box of what changed.
    let [left, right, top, bottom] = [0, width - 1, 0, height - 1];
    const { before } = this;
    if (before) {
      [left, right, top, bottom] = [width, -1, height, -1];
      for (let i = 0; i < indices.length; ++i) {
        if (indices[i] === before[i]) continue;
        const x = i % width, y = (i - x) / width;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
      if (right < 0) [left, right, top, bottom] = [0, 0, 0, 0]; // nothing: the delay stands all the same
    }
    out.text("\x21\xf9\x04");
    out.byte(before ? 0x05 : 0x04); // stays where it is; the last colour is "as before"
    out.word(delay);
    out.byte(255);
    out.byte(0);
    out.byte(0x2c);
    out.word(left);
    out.word(top);
    out.word(right - left + 1);
    out.word(bottom - top + 1);
    out.byte(0);
    const changed = new Uint8Array((right - left + 1) * (bottom - top + 1));
    let n = 0;
    for (let y = top; y <= bottom; ++y) {
      for (let x = left; x <= right; ++x) {
        const i = y * width + x;
        changed[n++] = before && before[i] === indices[i] ? 255 : indices[i]!;
      }
    }
    this.compress(changed);
    this.before = indices;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.out.byte(0x3b);
    return this.out.all();
  }

  private colour(r: number, g: number, b: number): number {
    const at = bin(r, g, b);
    const known = this.nearest[at]!;
    if (known >= 0) return known;
    let best = 0, least = Infinity;
    for (let k = 0; 3 * k < this.palette.length; ++k) {
      const [dr, dg, db] = [r - this.palette[3 * k]!, g - this.palette[3 * k + 1]!, b - this.palette[3 * k + 2]!];
      const distance = dr * dr + dg * dg + db * db;
      if (distance < least) [best, least] = [k, distance];
    }
    this.nearest[at] = best;
    return best;
  }

  /** Lempel, Ziv and Welch with codes of 9 to 12 bits, in blocks of at most 255 bytes. */
  private compress(symbols: Uint8Array): void {
    const { out, successors } = this;
    const block = new Uint8Array(255);
    let filled = 0, bits = 0, held = 0, size = 9, next = end + 1;
    const flush = (): void => {
      out.byte(filled);
      for (let k = 0; k < filled; ++k) out.byte(block[k]!);
      filled = 0;
    };
    const put = (byte: number): void => {
      block[filled++] = byte;
      if (filled === 255) flush();
    };
    const emit = (code: number): void => {
      held |= code << bits;
      for (bits += size; bits >= 8; bits -= 8) {
        put(held & 255);
        held >>>= 8;
      }
    };
    const restart = (): void => {
      successors.fill(0);
      emit(clear);
      [size, next] = [9, end + 1];
    };
    out.byte(8);
    restart();
    let code = symbols[0] ?? 0;
    for (let i = 1; i < symbols.length; ++i) {
      const symbol = symbols[i]!;
      const longer = successors[code * 256 + symbol]!;
      if (longer > 0) {
        code = longer;
        continue;
      }
      emit(code);
      if (next === 4096) restart();
      else {
        if (next === 1 << size) ++size; // the reader learns a code one step later
        successors[code * 256 + symbol] = next++;
      }
      code = symbol;
    }
    emit(code);
    if (next === 1 << size && size < 12) ++size;
    emit(end);
    if (bits > 0) put(held & 255);
    if (filled > 0) flush();
    out.byte(0);
  }
}
