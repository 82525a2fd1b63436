// SPDX-License-Identifier: Apache-2.0
// Where an axis has its ticks and what stands beside them.

export interface Ticks {
  at: number[]; // in the axis's own coordinate: the decimal logarithm on logarithmic axes
  labels: string[];
  minor: number[];
  exponent: number; // the labels are to be multiplied by ten to this power
}

/** Step of 1, 2 or 5 times a power of ten for about `count` intervals; for angles in degrees 45, 90, … where that fits. */
export function niceStep(length: number, count: number, degrees = false): number {
  const raw = length / Math.max(1, count);
  if (degrees && raw > 10) return [15, 30, 45, 90, 180, 360, 720, 1440, 3600].find((step) => step >= 0.75 * raw) ?? 360 * Math.ceil(raw / 360);
  const power = 10 ** Math.floor(Math.log10(raw));
  const rest = raw / power;
  return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

/** Labels of equal decimals; very large or small numbers share a power of ten that is a multiple of three. */
export function tickLabels(at: readonly number[], step: number): { labels: string[]; exponent: number } {
  const largest = at.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let exponent = 0;
  if (largest > 0 && (largest >= 1e5 || largest < 0.0099999)) exponent = 3 * Math.floor(Math.log10(largest * 1.0000001) / 3);
  const unit = 10 ** exponent;
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-6)));
  return {
    exponent,
    labels: at.map((value) => {
      const text = (value / unit).toFixed(decimals);
      return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
    }),
  };
}

export function linearTicks(low: number, high: number, count: number, degrees = false): Ticks {
  if (!(high > low) || !Number.isFinite(high - low)) return { at: [], labels: [], minor: [], exponent: 0 };
  const step = niceStep(high - low, count, degrees);
  const at: number[] = [];
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  for (let k = first; k <= last && at.length < 100; ++k) at.push(k * step + 0); // no negative zero
  if (at.length < 2 && count < 16) return linearTicks(low, high, 2 * count, degrees); // one tick says nothing of the scale
  return { at, minor: [], ...tickLabels(at, step) };
}

/** Ticks of a logarithmic axis between two decimal logarithms. */
export function logTicks(low: number, high: number, count: number): Ticks {
  if (!(high > low)) return { at: [], labels: [], minor: [], exponent: 0 };
  if (high - low < 1.2) {
    const plain = linearTicks(10 ** low, 10 ** high, count);
    const positive = plain.at.map((value, k) => [value, plain.labels[k] as string] as const).filter(([value]) => value > 0);
    return { at: positive.map(([value]) => Math.log10(value)), labels: positive.map(([, label]) => label), minor: [], exponent: plain.exponent };
  }
  const every = Math.max(1, Math.ceil((high - low) / Math.max(1, count)));
  const at: number[] = [];
  const minor: number[] = [];
  for (let k = Math.floor(low); k <= Math.ceil(high); ++k) {
    if (k >= low - 1e-9 && k <= high + 1e-9) (((k % every) + every) % every === 0 ? at : minor).push(k);
    if (every === 1 && high - low <= 6)
      for (let m = 2; m < 10; ++m) {
        const value = k + Math.log10(m);
        if (value >= low && value <= high) minor.push(value);
      }
  }
  return { at, minor, exponent: 0, labels: at.map((k) => `10^{${String(k).replace("-", "−")}}`) };
}
