// SPDX-License-Identifier: Apache-2.0
// The numbers in a model's text: where they stand, and how arrow keys change them. Joining all pieces of all lines
// gives the text back, to the last character.

export interface Piece {
  kind: "plain" | "key" | "header" | "comment" | "text" | "number";
  text: string;
  quoted: boolean; // a number that stands in quotes with its unit: "1 mm"
  key: string; // whose value it is; "" outside of values
}

const numberText = /^[+-]?(?:\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?|inf|nan)$/;
const quantityText = /^\s*[+-]?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?:\s*[\p{L}°%µ/][^"]*)?$/u;
const word = /[A-Za-z0-9_+\-.][A-Za-z0-9_+\-.:]*/y;
// Their texts may begin with a digit and are no quantities; the number of the format is not for playing.
const namesKeys = new Set(["name", "bodies", "body", "joint", "shapes", "file", "channels"]);

export function readLines(text: string): Piece[][] {
  const reader = new Reader();
  return text.split("\n").map((line) => reader.line(line));
}

export function joinLines(lines: readonly (readonly Piece[])[]): string {
  return lines.map((line) => line.map((piece) => piece.text).join("")).join("\n");
}

class Reader {
  private block = ""; // the quotes of a text over several lines that is open
  private depth = 0; // of brackets
  private key = "";
  private pieces: Piece[] = [];

  line(line: string): Piece[] {
    this.pieces = [];
    let at = 0;
    if (this.block === "" && this.depth === 0) {
      this.key = "";
      if (line.trimStart().startsWith("[")) at = this.header(line);
    }
    while (at < line.length) at = this.next(line, at);
    return this.pieces;
  }

  private push(kind: Piece["kind"], text: string, quoted = false): void {
    if (text !== "") this.pieces.push({ kind, text, quoted, key: this.key });
  }

  private header(line: string): number {
    const end = line.lastIndexOf("]", line.indexOf("#") < 0 ? line.length : line.indexOf("#"));
    this.push("header", line.slice(0, end + 1));
    return end + 1;
  }

  /** Takes one piece; returns where the next begins. */
  private next(line: string, at: number): number {
    if (this.block !== "") return this.restOfBlock(line, at);
    const first = line[at] as string;
    if (first === "#") {
      this.push("comment", line.slice(at));
      return line.length;
    }
    if (first === '"' || first === "'") return this.quotedText(line, at, first);
    word.lastIndex = at;
    const found = word.exec(line);
    if (found) return this.plainWord(line, at, found[0]);
    if (first === "[" || first === "{") ++this.depth;
    if (first === "]" || first === "}") this.depth = Math.max(0, this.depth - 1);
    this.push("plain", first);
    return at + 1;
  }

  private restOfBlock(line: string, at: number): number {
    const end = line.indexOf(this.block, at);
    const stop = end < 0 ? line.length : end + this.block.length;
    if (end >= 0) this.block = "";
    this.push("text", line.slice(at, stop));
    return stop;
  }

  private quotedText(line: string, at: number, quote: string): number {
    if (line.startsWith(quote.repeat(3), at)) {
      this.block = quote.repeat(3);
      this.push("text", this.block);
      return at + 3;
    }
    let end = at + 1;
    while (end < line.length && line[end] !== quote) end += quote === '"' && line[end] === "\\" ? 2 : 1;
    const stop = Math.min(end + 1, line.length);
    const inner = line.slice(at + 1, end);
    if (isKey(line, stop)) {
      this.key = inner;
      this.push("key", line.slice(at, stop));
    } else if (end < line.length && !namesKeys.has(this.key) && quantityText.test(inner)) {
      this.push("plain", quote);
      this.push("number", inner, true);
      this.push("plain", quote);
    } else {
      this.push("text", line.slice(at, stop));
    }
    return stop;
  }

  private plainWord(line: string, at: number, text: string): number {
    const stop = at + text.length;
    if (isKey(line, stop)) {
      this.key = text.slice(text.lastIndexOf(".") + 1);
      this.push("key", text);
    } else {
      this.push(numberText.test(text) && this.key !== "freeplay" ? "number" : "plain", text);
    }
    return stop;
  }
}

function isKey(line: string, at: number): boolean {
  return /^\s*=/.test(line.slice(at));
}

/**
 * A number changed by `steps` of its last digit; `finer` adds a digit first. What follows the digits, exponent and
 * unit, stays. Null when it is no decimal number.
 */
export function nudge(text: string, steps: number, finer = false): string | null {
  const found = /^(\s*)([+-]?)(\d[\d_]*)(?:\.(\d+))?(.*)$/s.exec(text);
  if (!found) return null;
  const [, space = "", sign = "", whole = "", fraction = "", rest = ""] = found;
  const decimals = fraction.length + (finer ? 1 : 0);
  const digits = whole.replaceAll("_", "") + fraction + (finer ? "0" : "");
  const value = (sign === "-" ? -1n : 1n) * BigInt(digits) + BigInt(steps);
  const plain = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const cut = plain.length - decimals;
  return space + (value < 0n ? "-" : "") + plain.slice(0, cut) + (decimals > 0 ? "." + plain.slice(cut) : "") + rest;
}
