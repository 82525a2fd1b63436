// SPDX-License-Identifier: Apache-2.0
// What the runs say together: statistics with their confidence, what they depend on, the extreme runs.
import { button, make, rich, type Child } from "../dom.ts";
import type { Player } from "../player.ts";
import type { MeasureData, StudyData } from "./data.ts";
import { numberText, suitedToAll, type Suited } from "./units.ts";

/** All numbers of a measure have one unit. */
const suitedFor = (measure: MeasureData): Suited => suitedToAll(measure.unit, [measure.median, measure.mean]);

const scaled = (value: number | null | undefined, suited: Suited, digits = 4): string =>
  numberText(value === null || value === undefined ? null : value * suited.factor, digits);

export function measuresPanel(study: StudyData, rows: number, player: Player): HTMLElement {
  return make(
    "div",
    { class: "about" },
    failures(study, rows, player),
    statistics(study, rows),
    confidence(study),
    ...study.measures.map((measure) => sobolIndices(measure, study) ?? dependence(measure, study)),
    extremes(study, player),
  );
}

const rowButton = (row: number, player: Player): HTMLElement => button(String(row), `Show the run of row ${row}`, () => player.seek(row), "finding-time");

function tableOf(heads: readonly Child[], rows: readonly HTMLElement[]): HTMLElement {
  const cells = heads.map((head) => make("th", { attributes: { scope: "col" } }, head));
  return make("div", { class: "scroll-x" }, make("table", { class: "loads study-table" }, make("thead", {}, make("tr", {}, ...cells)), make("tbody", {}, ...rows)));
}

function failures(study: StudyData, rows: number, player: Player): HTMLElement | null {
  if (study.reasons.length === 0) return null;
  const lines = study.reasons.map((reason) =>
    make(
      "tr",
      {},
      make("th", { text: reason.word, attributes: { scope: "row" } }),
      make("td", { text: String(reason.runs) }),
      make("td", {}, rowButton(reason.row, player)),
      make("td", { class: "reason", text: reason.message }),
    ),
  );
  return make(
    "section",
    { class: "card facts" },
    make("h2", { text: `${rows - study.complete} of ${rows} runs are not complete` }),
    make("p", { class: "help", text: "All statistics are of the others: what these would have given is not in them." }),
    tableOf(["reason", "runs", "such as row", "which says"], lines),
  );
}

const named = (measure: MeasureData, unit = ""): HTMLElement =>
  make("th", { title: measure.how, attributes: { scope: "row" } }, measure.name, unit !== "" && make("span", { class: "unit" }, rich(` (${unit})`)));

function statistics(study: StudyData, rows: number): HTMLElement {
  const lines = study.measures.map((m) => {
    const numbers = [m.mean, m.deviation, m.least, m.percent5, m.median, m.percent95, m.peak];
    const suited = suitedFor(m);
    return make("tr", {}, named(m, suited.unit), make("td", { text: String(m.runs) }), ...numbers.map((value) => make("td", { text: scaled(value, suited) })));
  });
  return make(
    "section",
    { class: "card facts" },
    make("h2", { text: "Measures" }),
    make("p", { class: "help", text: study.complete === rows ? `Of all ${rows} runs.` : `Of the ${study.complete} complete runs of ${rows}.` }),
    tableOf(["", "runs", "mean", "deviation", "least", "5 %", "median", "95 %", "peak"], lines),
  );
}

function confidence(study: StudyData): HTMLElement | null {
  if (study.measures.every((m) => m.error === undefined)) return null;
  const lines = study.measures.map((m) => {
    const suited = suitedFor(m);
    const mean = `${scaled(m.mean, suited)} ± ${scaled(m.error, suited, 2)}`;
    const bounds = [m.percent5Bounds, m.medianBounds, m.percent95Bounds].map((b) => (b ? `${scaled(b[0], suited)} … ${scaled(b[1], suited)}` : "–"));
    return make("tr", {}, named(m, suited.unit), ...[mean, ...bounds].map((text) => make("td", { text })));
  });
  return make(
    "section",
    { class: "card facts" },
    make("h2", { text: "How sure that is" }),
    make("p", {
      class: "help",
      text: "Mean with its standard error, and between which values each percentile of all possible runs lies with a confidence of 95 %. A dash: too few runs for a bound. Runs count as independent; even plans are better than that.",
    }),
    tableOf(["", "mean", "5 %", "median", "95 %"], lines),
  );
}

/** A bar from the middle, or from the left where nothing is negative. */
function bar(share: number, centred: boolean): HTMLElement {
  const fill = make("span", { class: share < 0 ? "bar-fill bar-negative" : "bar-fill" });
  const wide = Math.min(Math.abs(share), 1) * (centred ? 50 : 100);
  fill.style.width = `${wide}%`;
  fill.style.left = centred ? `${share < 0 ? 50 - wide : 50}%` : "0";
  return make("span", { class: centred ? "bar bar-centred" : "bar", attributes: { "aria-hidden": "true" } }, fill);
}

/** What a measure depends on: the strongest first. */
function dependence(measure: MeasureData, study: StudyData): HTMLElement | null {
  const { effects } = measure;
  const screened = effects.length > 0;
  const largest = Math.max(...effects.map((effect) => effect.size ?? 0), 0);
  const rows = study.variables
    .map((variable, k) => {
      const value = screened ? effects[k]?.size : measure.correlations[k];
      return { variable, value: value ?? null, effect: effects[k] };
    })
    .filter((row) => row.value !== null)
    .sort((a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0));
  if (rows.length === 0) return null;
  const suited = suitedToAll(measure.unit, [largest]);
  const lines = rows.map(({ variable, value, effect }) => {
    const size = value ?? 0;
    const text = effect ? `${scaled(size, suited, 3)} ± ${scaled(effect.error, suited, 2)}` : `${size < 0 ? "−" : "+"}${Math.abs(size).toFixed(2)}`;
    return make(
      "tr",
      {},
      make("th", { text: variable.name, title: variable.paths.join(", "), attributes: { scope: "row" } }),
      make("td", { class: "bar-cell" }, bar(effect ? (largest > 0 ? size / largest : 0) : size, !effect)),
      make("td", { text }),
    );
  });
  return make(
    "section",
    { class: "card facts" },
    make("h2", {}, `What ${measure.name} depends on`, screened && suited.unit !== "" && make("span", { class: "unit" }, rich(` (${suited.unit})`))),
    make("p", {
      class: "help",
      text: screened
        ? "Mean size of its elementary effects: how much it changes as if a variable went through all of its values; with the standard error."
        : "Rank correlation: +1 rises with the variable, −1 falls with it, 0 neither, or both.",
    }),
    make("table", { class: "bars" }, make("tbody", {}, ...lines)),
  );
}

/** Of each variable its first index, and below it the total one. */
function sobolIndices(measure: MeasureData, study: StudyData): HTMLElement | null {
  const rows = study.variables.flatMap((variable, k) => {
    const of = measure.indices[k];
    return of && of.total !== null ? [{ variable, of }] : [];
  });
  if (rows.length === 0) return null;
  rows.sort((a, b) => (b.of.total ?? 0) - (a.of.total ?? 0));
  const text = (value: number | null, error: number | null): string => `${(value ?? 0).toFixed(3).replace("-", "−")} ± ${numberText(error, 2)}`;
  const line = (head: string, value: number | null, error: number | null): HTMLElement =>
    make("tr", {}, make("th", { text: head, attributes: { scope: "row" } }), make("td", { class: "bar-cell" }, bar(Math.max(value ?? 0, 0), false)), make("td", { text: text(value, error) }));
  return make(
    "section",
    { class: "card facts" },
    make("h2", { text: `Where the variance of ${measure.name} comes from` }),
    make("p", { class: "help", text: "Sobol' indices with 95 % confidence. First: the part that goes if the variable is fixed. Total: the part that remains if only it varies on; more than first, where it acts together with others." }),
    make("table", { class: "bars" }, make("tbody", {}, ...rows.flatMap(({ variable, of }) => [line(`${variable.name}, first`, of.first, of.firstError), line(`${variable.name}, total`, of.total, of.totalError)]))),
  );
}

function extremes(study: StudyData, player: Player): HTMLElement | null {
  const shown = study.measures.filter((measure) => measure.largest.length > 0);
  if (shown.length === 0) return null;
  const links = (rows: readonly number[]): HTMLElement => make("td", {}, make("span", { class: "row-links" }, ...rows.map((row) => rowButton(row, player))));
  const lines = shown.map((measure) => make("tr", {}, named(measure), links(measure.largest), links(measure.smallest)));
  return make(
    "section",
    { class: "card facts" },
    make("h2", { text: "Extreme runs" }),
    make("p", { class: "help", text: "Rows, the most extreme first. A click chooses a run; its command makes it again, with all that a run records." }),
    tableOf(["", "largest", "smallest"], lines),
  );
}
