// SPDX-License-Identifier: Apache-2.0
// Labels with super- and subscripts, written ^{…} and _{…}; units and numbers as people write them.

export interface Span {
  text: string;
  level: -1 | 0 | 1; // subscript, plain, superscript
}

export function spans(text: string): Span[] {
  const found: Span[] = [];
  const pattern = /([\^_])\{([^{}]*)\}/g;
  let from = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), level: 0 });
    found.push({ text: match[2] as string, level: match[1] === "^" ? 1 : -1 });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), level: 0 });
  return found;
}

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** An integer in superscript digits. */
export function superscript(value: number): string {
  return String(value)
    .replace("-", "⁻")
    .replace(/\d/g, (digit) => raised[Number(digit)] as string);
}

/** A label without its braces, for tooltips, file names and screen readers. */
export function plain(text: string): string {
  return spans(text)
    .map((span) => (span.level > 0 && /^[-−]?\d+$/.test(span.text) ? superscript(Number(span.text.replace("−", "-"))) : span.text))
    .join("");
}

/** "kg*m/s^2" as "kg·m/s^{2}". */
export function prettyUnit(unit: string): string {
  return unit.replaceAll("*", "·").replace(/\^(-?\d+)/g, (_, power: string) => `^{${power.replace("-", "−")}}`);
}

/** What stands in the last brackets of an axis label, "(N·s)", without them. */
export function unitOfLabel(label: string): string {
  const unit = /\(((?:[^()]|\([^()]*\))*)\)\s*$/.exec(label)?.[1] ?? "";
  return unit === "-" || unit === "–" ? "" : plain(unit);
}

/** A number for reading: four digits, powers of ten when it is very large or small. */
export function readable(value: number, digits = 4): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e") as [string, string];
    return `${mantissa.replace("-", "−")}·10${superscript(Number(exponent))}`;
  }
  return value.toPrecision(digits).replace("-", "−");
}

/** A time to so many digits as tell samples of a run apart. */
export function readableTime(t: number, length: number): string {
  const decimals = Math.min(9, Math.max(0, 4 - Math.floor(Math.log10(length || 1))));
  return `${t.toFixed(decimals).replace("-", "−")} s`;
}
