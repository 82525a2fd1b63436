// SPDX-License-Identifier: Apache-2.0
// The layout of a report: heading, the machine, plots, tables, what was run.
import { aboutPanel } from "./about.ts";
import { ChannelPanel } from "./channels.ts";
import type { Report } from "./decode.ts";
import { button, make } from "./dom.ts";
import { findingsPanel } from "./findings.ts";
import { figurePanel } from "./figures.ts";
import { darkPalette, isDark, lightPalette } from "./palette.ts";
import { Player } from "./player.ts";
import type { TimeLink } from "./plots/link.ts";
import type { Plot } from "./plots/plot.ts";
import { PlotSet } from "./plots/plot_set.ts";
import { createSceneView, type SceneView } from "./scene/view.ts";
import { TableView } from "./table.ts";
import { tableModel } from "./table_model.ts";
import { tabs, type Tab, type Tabs } from "./tabs.ts";
import { onTheme, restoreTheme, toggleTheme } from "./theme.ts";
import { transportBar } from "./transport.ts";
import { isOneMoment, valuesPanel } from "./values.ts";

export interface ShownReport {
  player: Player;
  dispose(): void;
}

/** For scripts and tests: `window.freeplay`. */
export interface Handle {
  report: Report;
  player: Player;
  scene: SceneView | null;
  plots: Plot[]; // drawn when they come near
  link: TimeLink; // the stretch of time that plots show
}

declare global {
  interface Window {
    freeplay?: Handle;
  }
}

const tableOrder = ["/impacts", "/events", "/joint_events", "/contacts"];
const tableTitles: Record<string, string> = {
  "/impacts": "Impacts",
  "/events": "Changes of contact mode",
  "/joint_events": "Changes in joints",
  "/contacts": "Contacts",
};

/** Shows a report in an element; `window.freeplay` gives scripts and tests a handle on it. */
export function showReport(app: HTMLElement, report: Report): ShownReport {
  const stopTheme = startTheme();
  const times = report.runs.map((run) => run.time);
  const start = Math.min(...times.map((time) => time[0] ?? 0));
  const end = Math.max(...times.map((time) => time[time.length - 1] ?? 0));
  const player = new Player(start, end);
  const plots = new PlotSet(player, report.runs.length > 1 ? report.runs.map((run) => run.data.label) : []);
  const scene = createSceneView(report, player);

  const energy = report.data.figures.filter((figure) => figure.id.startsWith("energy"));
  const others = report.data.figures.filter((figure) => !energy.includes(figure));
  if (others.length === 0) others.push(...energy.splice(0)); // nothing else: no tab of its own
  const life = new AbortController(); // ends what listens to the window
  const panels = [figurePanel(others, report, plots, "figure"), figurePanel(energy, report, plots, "energy")] as const;
  const oneMoment = isOneMoment(report); // no curves: a table of numbers instead
  const entries: Tab[] = [
    { id: "figures", label: "Figures", build: () => panels[0], hidden: others.length === 0, printed: true },
    { id: "values", label: "Values", title: "The numbers of this moment", build: () => valuesPanel(report), hidden: !oneMoment, printed: true },
    { id: "channels", label: "Channels", title: "Choose channels", build: () => new ChannelPanel(report, plots).element, hidden: oneMoment },
    { id: "impacts", label: tablesLabel(report), build: () => tables(report, player), hidden: tablePaths(report).length === 0 },
    { id: "energy", label: "Energy", build: () => panels[1], hidden: energy.length === 0, printed: true },
    { id: "about", label: "What was run", build: () => aboutPanel(report), mark: warnings(report), printed: true },
  ];
  const link = linkSwitch(plots);
  link.hidden = oneMoment;
  const parts = tabs(entries, link);
  const machine = scene ? make("div", { class: "machine" }, scene.element) : transportBar(player);
  app.replaceChildren(
    make("a", { class: "skip", text: "Skip to the figures", attributes: { href: "#content" } }),
    heading(report),
    findingsPanel(report, player) ?? "",
    make(
      "main",
      { class: scene ? "layout layout-machine" : "layout" },
      machine,
      make("div", { class: "content", attributes: { id: "content" } }, parts.element),
    ),
  );
  document.title = `${report.data.title} · Freeplay`;
  const space = (event: KeyboardEvent): void => {
    const { target } = event; // whatever has the focus keeps its own space bar
    if (event.key !== " " || event.defaultPrevented || (target !== document.body && target !== document.documentElement)) return;
    event.preventDefault();
    if (player.playing) player.pause();
    else player.play();
  };
  document.addEventListener("keydown", space, { signal: life.signal });
  followPrinting(parts, plots, life.signal);
  window.freeplay = { report, player, scene, plots: plots.list, link: plots.link };
  return {
    player,
    dispose: () => {
      player.pause();
      stopTheme();
      life.abort();
      plots.dispose();
      scene?.dispose();
      delete window.freeplay;
      app.replaceChildren();
    },
  };
}

/** On paper all tabs that are printed, in light colours. */
export function followPrinting(parts: Tabs, plots: PlotSet, signal: AbortSignal): void {
  const toPaper = (): void => {
    parts.showForPaper();
    plots.drawForPaper();
  };
  const toScreen = (): void => {
    parts.restore();
    plots.redraw();
  };
  window.addEventListener("beforeprint", toPaper, { signal });
  window.addEventListener("afterprint", toScreen, { signal });
}

/** Colours as they were left; calls back to end what follows their changes. */
export function startTheme(): () => void {
  restoreTheme();
  paletteVariables();
  return onTheme(paletteVariables);
}

/** The palette for style sheets: --c0 … --c7. */
function paletteVariables(): void {
  (isDark() ? darkPalette : lightPalette).forEach((colour, k) => document.documentElement.style.setProperty(`--c${k}`, colour));
}

export function heading(report: Report): HTMLElement {
  const { data } = report;
  const files = data.runs.map((run) =>
    make(
      "span",
      { class: "run" },
      make("span", { text: data.runs.length > 1 && run.label !== run.file ? `${run.label} (${run.file})` : run.file }),
      run.status !== "complete" && make("span", { class: "badge badge-bad", text: run.status.split(":")[0] ?? "", title: run.status, attributes: { role: "status" } }),
    ),
  );
  const theme = button("", "Light or dark", toggleTheme, "button theme-button");
  theme.setAttribute("aria-label", theme.title);
  theme.append(make("span", { class: "theme-icon", attributes: { "aria-hidden": "true" } }));
  return make(
    "header",
    { class: "heading" },
    make(
      "div",
      { class: "heading-text" },
      make("h1", { text: data.title }),
      make("p", { class: "runs" }, ...files, make("span", { class: "version", text: `Freeplay ${data.version}` })),
    ),
    theme,
  );
}

function warnings(report: Report): number {
  return report.runs.reduce((sum, run) => sum + run.data.about.warnings.length, 0);
}

function tablePaths(report: Report): string[] {
  const found = [...new Set(report.runs.flatMap((run) => [...run.tables.keys()]))];
  const known = tableOrder.filter((path) => found.includes(path));
  return [...known, ...found.filter((path) => !known.includes(path))];
}

/** Named after the first list that has rows. */
function tablesLabel(report: Report): string {
  const first = tablePaths(report)[0] ?? "";
  return tableTitles[first] ?? "Lists";
}

function tables(report: Report, player: Player): HTMLElement {
  return make(
    "div",
    { class: "tables" },
    ...tablePaths(report).flatMap((path) => {
      const model = tableModel(report, path);
      if (!model) return [];
      return [new TableView(model, report, player, tableTitles[path] ?? path.replace("/", "").replaceAll("_", " ")).element];
    }),
  );
}

/** Whether zooming one time axis zooms all. */
function linkSwitch(plots: PlotSet): HTMLElement {
  const box = make("input", { attributes: { type: "checkbox" }, on: { change: () => plots.link.setOn(box.checked) } });
  box.checked = true;
  return make("label", { class: "link-switch", title: "Plots: click sets the time, drag zooms, shift-drag pans, Ctrl and the wheel zoom, double click shows all. Linked, the plots over time zoom together." }, box, "link time axes");
}
