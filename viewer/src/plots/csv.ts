// SPDX-License-Identifier: Apache-2.0
// Tables as text: RFC 4180, lines end with CRLF, numbers are the shortest text that reads back as the same number.

export function csvField(value: number | string): string {
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value);
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Columns may differ in length; what is missing is empty. */
export function csvText(header: readonly string[], columns: readonly ArrayLike<number | string>[]): string {
  const lines = [header.map(csvField).join(",")];
  const rows = columns.reduce((most, column) => Math.max(most, column.length), 0);
  // Values in 32 bits are written with the digits they have, not with those of their binary expansion in 64.
  const narrow = columns.map((column) => column instanceof Float32Array);
  for (let i = 0; i < rows; ++i)
    lines.push(
      columns
        .map((column, k) => {
          const value = column[i];
          if (value === undefined) return "";
          return csvField(narrow[k] && Number.isFinite(value) ? shortest32(value as number) : value);
        })
        .join(","),
    );
  return lines.join("\r\n") + "\r\n";
}

function shortest32(value: number): number {
  for (let digits = 6; digits < 10; ++digits) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return value;
}
