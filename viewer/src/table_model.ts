// SPDX-License-Identifier: Apache-2.0
// Rows of a table of the result, of all runs together: what is in them, filtered and sorted.
import type { Numbers, Report } from "./decode.ts";
import { csvText } from "./plots/csv.ts";
import { readable } from "./plots/rich_text.ts";

export interface TableColumn {
  name: string;
  unit: string;
  words: string[] | null; // null: numbers
  values: Numbers;
  decimals?: number; // fixed, so that times can be compared at a glance
}

export interface TableModel {
  path: string;
  help: string;
  rows: number;
  recorded: number;
  columns: TableColumn[];
  chooses?: string; // column whose value is the moment of a row; else that of the last sample before "time"
}

/** Several runs: their rows below each other, with a first column that says whose they are. */
export function tableModel(report: Report, path: string): TableModel | null {
  const parts = report.runs.flatMap((run) => {
    const table = run.tables.get(path);
    return table ? [{ run, table }] : [];
  });
  const first = parts[0];
  if (!first) return null;
  const rows = parts.reduce((sum, { table }) => sum + table.rows, 0);
  const names: string[] = [];
  for (const { table } of parts) for (const column of table.columns) if (!names.includes(column.name)) names.push(column.name);
  const columns: TableColumn[] = names.map((name) => {
    const specs = parts.map(({ table }) => table.columns.find((column) => column.name === name));
    const words = specs.some((spec) => spec && spec.words.length > 0) ? [...new Set(specs.flatMap((spec) => spec?.words ?? []))] : null;
    const unit = specs.find((spec) => spec)?.unit ?? "";
    if (parts.length === 1 && specs[0]) return { name, unit, words, values: first.run.numbers(specs[0].data) };
    const values = new Float64Array(rows).fill(NaN);
    let at = 0;
    parts.forEach(({ run, table }, k) => {
      const spec = specs[k];
      const own = spec ? run.numbers(spec.data) : null;
      if (spec && own)
        for (let i = 0; i < table.rows; ++i)
          values[at + i] = words ? words.indexOf(spec.words[own[i] as number] ?? "") : (own[i] as number);
      at += table.rows;
    });
    return { name, unit, words, values };
  });
  const time = columns.find((column) => column.name === "time");
  if (time) {
    let latest = 0;
    for (const value of time.values) latest = Math.max(latest, Math.abs(value));
    time.decimals = Math.min(9, Math.max(3, 6 - Math.ceil(Math.log10(latest || 1))));
  }
  if (report.runs.length > 1) {
    const values = new Uint32Array(rows);
    let at = 0;
    parts.forEach(({ table }, k) => {
      values.fill(k, at, at + table.rows);
      at += table.rows;
    });
    columns.unshift({ name: "run", unit: "", words: parts.map(({ run }) => run.data.label), values });
  }
  return { path, help: first.table.help, rows, columns, recorded: parts.reduce((sum, { table }) => sum + table.recorded, 0) };
}

/** Rows in which every given column of words is the given word. */
export function filtered(model: TableModel, wanted: ReadonlyMap<string, string>): Uint32Array {
  const tests = model.columns.flatMap((column) => {
    const word = wanted.get(column.name);
    return word === undefined || !column.words ? [] : [{ values: column.values, index: column.words.indexOf(word) }];
  });
  const rows = new Uint32Array(model.rows);
  let count = 0;
  for (let i = 0; i < model.rows; ++i) if (tests.every((test) => test.values[i] === test.index)) rows[count++] = i;
  return rows.subarray(0, count);
}

/** Sorts rows by a column; equal ones keep their order, what is not a number stands last. */
export function sortRows(rows: Uint32Array, column: TableColumn, falling: boolean): Uint32Array {
  const rank = column.words?.map((word) => word) ?? null;
  const places = rank ? [...rank].sort(compareText) : null;
  const order = rank && places ? rank.map((word) => places.indexOf(word)) : null;
  const key = (row: number): number => {
    const value = column.values[row] as number;
    return order ? (order[value] ?? Infinity) : value;
  };
  const sign = falling ? -1 : 1;
  return new Uint32Array(
    Array.from(rows).sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
      return x === y ? a - b : x < y ? -sign : sign;
    }),
  );
}

function compareText(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

export function cellText(column: TableColumn, row: number): string {
  const value = column.values[row] as number;
  if (column.words) return column.words[value] ?? "?";
  if (column.decimals !== undefined) return value.toFixed(column.decimals).replace("-", "−");
  return readable(value);
}

export function tableCsv(model: TableModel, rows: Uint32Array): string {
  return csvText(
    model.columns.map((column) => (column.unit ? `${column.name} [${column.unit}]` : column.name)),
    model.columns.map((column) => {
      const { words, values } = column;
      if (words) return Array.from(rows, (row) => words[values[row] as number] ?? "?");
      const numbers = values instanceof Float32Array ? new Float32Array(rows.length) : new Float64Array(rows.length);
      rows.forEach((row, k) => (numbers[k] = values[row] as number));
      return numbers;
    }),
  );
}
