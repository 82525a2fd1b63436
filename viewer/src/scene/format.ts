// SPDX-License-Identifier: Apache-2.0
// Numbers in words: times with as many digits as the samples tell apart, lengths of the grid, rates.

const timeUnits: [string, number][] = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]];
const lengthUnits: [string, number][] = [["km", 1e3], ["m", 1], ["mm", 1e-3], ["µm", 1e-6], ["nm", 1e-9]];

/** For times of a run: one unit for all of them and digits for its samples. */
export function timeFormat(duration: number, spacing: number): (t: number) => string {
  const [unit, factor] = timeUnits.find(([, f]) => duration >= 2 * f) ?? (timeUnits[timeUnits.length - 1] as [string, number]);
  const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10(Math.max(spacing, 1e-30) / factor) - 1e-9)));
  return (t) => `${(t / factor).toFixed(digits)} ${unit}`;
}

const plain = (x: number): string => String(Number(x.toPrecision(3)));

/** A round length. */
export function lengthText(metres: number): string {
  const [unit, factor] = lengthUnits.find(([, f]) => metres >= 0.9999 * f) ?? (lengthUnits[lengthUnits.length - 1] as [string, number]);
  return `${plain(metres / factor)} ${unit}`;
}

/** Machine seconds per second of the clock, as a fraction of real time. */
export function rateText(rate: number): string {
  if (rate >= 0.9999) return rate < 1.0001 ? "real time" : `${plain(rate)} × real time`;
  const inverse = 1 / rate;
  return `1/${inverse < 1e6 ? plain(inverse) : inverse.toExponential(0).replace("e+", "e")} of real time`;
}

/** Round rates 1, 2, 5, 10, … around one. */
export function roundRates(around: number): number[] {
  const rates: number[] = [];
  const middle = Math.round(3 * Math.log10(around));
  for (let k = middle - 7; k <= middle + 7; ++k) {
    const lead = [1, 2, 5][((k % 3) + 3) % 3] as number;
    rates.push(Number((lead * 10 ** Math.floor(k / 3)).toPrecision(3)));
  }
  return rates;
}

/** "×50"; "×2.5" below ten. */
export function timesText(m: number): string {
  return `×${m < 9.95 ? Number(m.toFixed(1)) : Math.round(m)}`;
}
