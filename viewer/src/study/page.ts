// SPDX-License-Identifier: Apache-2.0
// The page of a study: summary, the chosen run, figures, statistics, all runs, what was asked. The row of the study takes
// the place of the time, so a click on a point or a line of the list chooses its run everywhere.
import { attributes, textCard } from "../about.ts";
import type { Report } from "../decode.ts";
import { make } from "../dom.ts";
import { figurePanel } from "../figures.ts";
import { findingsPanel } from "../findings.ts";
import { followPrinting, heading, startTheme, type ShownReport } from "../page.ts";
import { Player } from "../player.ts";
import { PlotSet } from "../plots/plot_set.ts";
import { TableView } from "../table.ts";
import type { TableColumn, TableModel } from "../table_model.ts";
import { tabs, type Tab } from "../tabs.ts";
import type { StudyData } from "./data.ts";
import { measuresPanel } from "./measures.ts";
import { RunCard } from "./run_card.ts";
import { suitedToAll } from "./units.ts";

export function showStudy(app: HTMLElement, report: Report, study: StudyData): ShownReport {
  const stopTheme = startTheme();
  const rows = report.runs[0]?.time ?? new Float64Array(0);
  const player = new Player(rows[0] ?? 0, rows[rows.length - 1] ?? 0, (row) => `row ${Math.round(row)}`);
  const plots = new PlotSet(player);
  plots.link.setOn(false);
  const life = new AbortController();
  const hint = "Click a point to choose its run · drag zooms, shift-drag pans, double click shows all · the legend hides curves";
  const recorded = report.runs[0]?.data.recorded ?? 0;
  const figures = figurePanel(report.data.figures, report, plots, "figure", hint);
  const entries: Tab[] = [
    { id: "figures", label: "Figures", build: () => figures, printed: true },
    { id: "measures", label: "Measures", build: () => measuresPanel(study, recorded, player), mark: study.reasons.length, printed: true },
    { id: "runs", label: "Runs", build: () => make("div", { class: "tables" }, new TableView(runsModel(report), report, player, "Runs").element) },
    { id: "asked", label: "What was asked", build: () => askedPanel(report, study), printed: true },
  ];
  const parts = tabs(entries, make("span"));
  const card = new RunCard(report, study, player);
  app.replaceChildren(
    make("a", { class: "skip", text: "Skip to the figures", attributes: { href: "#content" } }),
    heading(report),
    findingsPanel(report, player, "Show this run") ?? "",
    make("main", { class: "layout layout-study" }, card.element, make("div", { class: "content", attributes: { id: "content" } }, parts.element)),
  );
  document.title = `${report.data.title} · Freeplay`;
  followPrinting(parts, plots, life.signal);
  window.freeplay = { report, player, scene: null, plots: plots.list, link: plots.link };
  return {
    player,
    dispose: () => {
      stopTheme();
      life.abort();
      plots.dispose();
      delete window.freeplay;
      app.replaceChildren();
    },
  };
}

/** All rows that the page has, with what varied and what was measured. */
function runsModel(report: Report): TableModel {
  const run = report.runs[0];
  const channels = [...(run?.channels.values() ?? [])];
  const rank = (path: string): number => ["/time", "/status", "/input/", "/measure/"].findIndex((head) => path.startsWith(head)) >>> 0;
  channels.sort((a, b) => rank(a.path) - rank(b.path)); // what is none of these comes last
  const columns: TableColumn[] = channels.map((channel) => {
    const name = channel.path === "/time" ? "row" : channel.path.replace(/^\/(input|measure)?\/?/, "");
    const values = run?.channel(channel.path) ?? new Float64Array(0);
    if (channel.words.length > 0) return { name, unit: "", words: channel.words, values };
    const { factor, unit } = suitedToAll(channel.unit, values);
    const whole = values.every((value) => Number.isInteger(value) || Number.isNaN(value));
    return { name, unit, words: null, values: factor === 1 ? values : Float64Array.from(values, (value) => factor * value), ...(whole ? { decimals: 0 } : {}) };
  });
  const rows = run?.data.samples ?? 0;
  return { path: "/runs", help: "A click chooses a run.", rows, recorded: run?.data.recorded ?? rows, columns, chooses: "row" };
}

function askedPanel(report: Report, study: StudyData): HTMLElement {
  const line = (name: string, what: string, title: string): HTMLElement => make("tr", { title }, make("th", { text: name, attributes: { scope: "row" } }), make("td", { text: what }));
  const card = (title: string, rows: readonly HTMLElement[]): HTMLElement | null =>
    rows.length > 0 ? make("section", { class: "card facts asked" }, make("h2", { text: title }), make("table", {}, make("tbody", {}, ...rows))) : null;
  return make(
    "div",
    { class: "about" },
    card("The plan", [line("plan", study.plan, ""), line("model", study.modelFile, "")]),
    card("What varies", study.variables.map((v) => line(v.name, v.values, v.paths.join(", ")))),
    card("What is measured", study.measures.map((m) => line(m.name, m.how, ""))),
    textCard("Study file", study.text, study.file, true),
    textCard("Model file", study.model, study.modelFile, false),
    attributes(report.runs.map((run) => run.data)),
  );
}
