// SPDX-License-Identifier: Apache-2.0
// Which words occur in a stretch of samples: a set of bits per block of samples, so that the shortest closure of a
// contact shows however long the run is.
import type { Numbers } from "../decode.ts";

const block = 64;

export class WordSets {
  private readonly sets: Uint32Array;

  constructor(private readonly values: Numbers) {
    this.sets = new Uint32Array(Math.floor(values.length / block));
    for (let b = 0; b < this.sets.length; ++b) {
      let set = 0;
      for (let i = b * block; i < (b + 1) * block; ++i) set |= bit(values[i] as number);
      this.sets[b] = set;
    }
  }

  /** Bit w is set when word w occurs in samples from … to − 1. */
  ask(from: number, to: number): number {
    let set = 0;
    let i = Math.max(0, from);
    const end = Math.min(this.values.length, to);
    while (i < end) {
      if (i % block === 0 && i + block <= end) {
        set |= this.sets[i / block] as number;
        i += block;
      } else {
        set |= bit(this.values[i] as number);
        ++i;
      }
    }
    return set;
  }
}

function bit(value: number): number {
  return value >= 0 && value < 31 ? 1 << value : 0;
}

const known = new WeakMap<Numbers, WordSets>();

export function wordSetsOf(values: Numbers): WordSets {
  let found = known.get(values);
  if (!found) {
    found = new WordSets(values);
    known.set(values, found);
  }
  return found;
}

/** How a word is shown: which part of the bar, from its upper edge, and which colour of the palette. */
export interface WordLook {
  top: number;
  bottom: number;
  colour: number;
  quiet: boolean; // the usual state, nothing but a pale line
}

/** Modes of contacts differ in place as well as in colour; other words take the colours in turn. */
export function lookOf(word: string, index: number): WordLook {
  switch (word) {
    case "open":
    case "none":
    case "off":
      return { top: 0.44, bottom: 0.56, colour: 7, quiet: true };
    case "stick":
      return { top: 0, bottom: 1, colour: 0, quiet: false };
    case "slip":
      return { top: 0.2, bottom: 0.8, colour: 1, quiet: false };
    case "slip+":
      return { top: 0, bottom: 0.5, colour: 1, quiet: false };
    case "slip-":
    case "slip−":
      return { top: 0.5, bottom: 1, colour: 2, quiet: false };
    default:
      return { top: 0.1, bottom: 0.9, colour: 3 + (index % 4), quiet: false };
  }
}
