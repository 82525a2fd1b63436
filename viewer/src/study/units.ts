// SPDX-License-Identifier: Apache-2.0
// Numbers of a study in units that suit their size: 1.8·10⁻⁵ m as 18 µm.
import { prettyUnit, readable } from "../plots/rich_text.ts";

export interface Suited {
  factor: number; // from SI units
  unit: string; // with ^{…} for powers
}

const prefixes: [string, number][] = [["n", 1e-9], ["µ", 1e-6], ["m", 1e-3], ["", 1], ["k", 1e3], ["M", 1e6], ["G", 1e9]];

/** Only of units that take a prefix as it is: not kg, m^2 or 1/s. */
export function suitedTo(unit: string, size: number): Suited {
  if (unit === "" || unit === "-") return { factor: 1, unit: "" };
  if (!/^(N|m|s|W|J|A|V|rad)(?![\^a-z])/.test(unit) || !(size > 0) || !Number.isFinite(size)) return { factor: 1, unit: prettyUnit(unit) };
  const [prefix, value] = prefixes.filter(([, factor]) => size >= 0.9999 * factor).pop() ?? (prefixes[0] as [string, number]);
  // a second is counted in thousands, and a radian is a large angle
  const [word, by] = /^(s|rad)/.test(unit) && value > 1 ? ["", 1] : [prefix, value];
  return { factor: 1 / (by as number), unit: prettyUnit(`${word}${unit}`) };
}

/** To suit the largest of them. */
export function suitedToAll(unit: string, values: ArrayLike<number | null | undefined>): Suited {
  let size = 0;
  for (let i = 0; i < values.length; ++i) size = Math.max(size, Math.abs(values[i] || 0));
  return suitedTo(unit, size);
}

/** Whole numbers as such. */
export function numberText(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined) return "–";
  return Number.isInteger(value) && Math.abs(value) < 1e9 ? String(value).replace("-", "−") : readable(value, digits);
}
