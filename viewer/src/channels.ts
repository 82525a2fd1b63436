// SPDX-License-Identifier: Apache-2.0
// Plots of the reader's own choice: any channels over time or over another channel, runs overlaid, a panel per unit.
import type { AxesSpec, ChannelData, SeriesSpec, TimelineRow } from "./data.ts";
import type { Report } from "./decode.ts";
import { button, make } from "./dom.ts";
import { ChannelList, pickKey, pickLabel, splitPath, type Pick } from "./channel_list.ts";
import { AxesPicture } from "./plots/axes_picture.ts";
import type { Plot } from "./plots/plot.ts";
import type { PlotSet } from "./plots/plot_set.ts";
import { prettyUnit } from "./plots/rich_text.ts";
import { TimelinePicture } from "./plots/timeline.ts";

interface Panel {
  element: HTMLElement;
  holder: HTMLElement;
  picks: Pick[];
  x: Pick | null; // null: time
  plots: Plot[];
}

export class ChannelPanel {
  readonly element: HTMLElement;
  readonly list: ChannelList;
  private readonly panels: Panel[] = [];
  private readonly holder = make("div", { class: "own-plots" });
  private active: Panel;
  private readonly byPath = new Map<string, ChannelData>();

  constructor(
    private readonly report: Report,
    private readonly plots: PlotSet,
  ) {
    this.list = new ChannelList(report, (pick) => this.toggle(pick));
    for (const channel of this.list.channels) this.byPath.set(channel.path, channel);
    this.active = this.addPanel();
    const more = button("+ plot", "Add another plot", () => this.choose(this.addPanel()), "button");
    this.element = make("div", { class: "chooser" }, this.list.element, make("div", { class: "own" }, this.holder, more));
  }

  /** Shows or hides a channel in the chosen plot. */
  toggle(pick: Pick): void {
    const { picks } = this.active;
    const place = picks.findIndex((other) => pickKey(other) === pickKey(pick));
    if (place >= 0) picks.splice(place, 1);
    else picks.push(pick);
    this.refresh(this.active);
    this.choose(this.active);
  }

  private addPanel(): Panel {
    const holder = make("div");
    const panel: Panel = { element: make("section"), holder, picks: [], x: null, plots: [] };
    const x = this.xChoice(panel);
    const clear = button("Clear", "Take all channels out of this plot", () => {
      panel.picks.length = 0;
      this.refresh(panel);
      this.choose(panel);
    }, "plot-button");
    const close = button("Remove", "Remove this plot", () => this.removePanel(panel), "plot-button");
    panel.element = make(
      "section",
      {
        class: "card own-plot",
        attributes: { "aria-label": "A plot of your choice" },
        on: { pointerdown: () => this.choose(panel), focusin: () => this.choose(panel) },
      },
      make("div", { class: "own-head" }, make("label", { class: "x-choice", text: "over " }, x), make("span", { class: "spring" }), clear, close),
      holder,
    );
    this.panels.push(panel);
    this.holder.append(panel.element);
    this.refresh(panel);
    return panel;
  }

  private removePanel(panel: Panel): void {
    for (const plot of panel.plots) this.plots.remove(plot);
    panel.element.remove();
    this.panels.splice(this.panels.indexOf(panel), 1);
    const next = this.panels[this.panels.length - 1] ?? this.addPanel();
    if (this.active === panel) this.choose(next);
  }

  private choose(panel: Panel): void {
    if (!this.panels.includes(panel)) return;
    this.active = panel;
    for (const other of this.panels) other.element.classList.toggle("chosen", other === panel && this.panels.length > 1);
    this.list.mark(new Set(panel.picks.map(pickKey)));
  }

  private xChoice(panel: Panel): HTMLSelectElement {
    const options: Pick[] = [];
    const choice = make("select", {
      attributes: { "aria-label": "What the channels are drawn over" },
      on: {
        change: () => {
          panel.x = choice.value === "" ? null : (options[Number(choice.value)] ?? null);
          this.refresh(panel);
        },
      },
    });
    choice.append(make("option", { text: "time", attributes: { value: "" } }));
    for (const channel of this.list.channels) {
      if (channel.words.length > 0) continue;
      channel.data.forEach((_, component) => {
        choice.append(make("option", { text: pickLabel(channel, component), attributes: { value: String(options.length) } }));
        options.push({ path: channel.path, component });
      });
    }
    return choice;
  }

  private refresh(panel: Panel): void {
    for (const plot of panel.plots) this.plots.remove(plot);
    panel.plots = [];
    panel.holder.replaceChildren();
    if (panel.picks.length === 0) {
      panel.holder.append(make("p", { class: "empty", text: "Choose channels from the list: those of one unit share a panel." }));
      return;
    }
    const words: Pick[] = [];
    const units = new Map<string, Pick[]>();
    for (const pick of panel.picks) {
      const channel = this.byPath.get(pick.path) as ChannelData;
      if (channel.words.length > 0) words.push(pick);
      else if (units.has(channel.unit)) (units.get(channel.unit) as Pick[]).push(pick);
      else units.set(channel.unit, [pick]);
    }
    if (words.length > 0) panel.plots.push(this.plots.add(new TimelinePicture("Words over time", this.rows(words), this.report), "own"));
    for (const [unit, picks] of units) panel.plots.push(this.plots.add(new AxesPicture(this.axes(unit, picks, panel.x), this.report), "own"));
    panel.holder.append(...panel.plots.map((plot) => plot.element));
  }

  private rows(picks: readonly Pick[]): TimelineRow[] {
    return picks.flatMap((pick) =>
      this.report.runs
        .filter((run) => run.channels.has(pick.path))
        .map((run) => ({ label: this.label(pick, run.data.label), run: run.index, channel: pick.path })),
    );
  }

  private axes(unit: string, picks: readonly Pick[], x: Pick | null): AxesSpec {
    const series: SeriesSpec[] = [];
    for (const pick of picks)
      for (const run of this.report.runs) {
        if (!run.channel(pick.path, pick.component)) continue;
        const over = x ?? { path: "/time", component: 0 };
        series.push({
          label: this.label(pick, run.data.label),
          x: { run: run.index, channel: over.path, component: over.component, factor: 1, offset: 0 },
          y: { run: run.index, channel: pick.path, component: pick.component, factor: 1, offset: 0 },
          style: series.length < 8 ? "line" : "dashed", // the palette has eight colours
          colour: series.length % 8,
        });
      }
    const single = picks.length === 1 ? this.byPath.get((picks[0] as Pick).path) : undefined;
    const xChannel = x ? this.byPath.get(x.path) : undefined;
    const names = new Set(picks.map((pick) => splitPath(pick.path).name.replaceAll("_", " ")));
    const inUnit = (name: string, of: string): string => (of ? `${name} (${prettyUnit(of)})`.trim() : name);
    return {
      title: single ? pickLabel(single, (picks[0] as Pick).component) : names.size <= 4 ? capital([...names].join(", ")) : "Channels",
      xLabel: x && xChannel ? inUnit(pickLabel(xChannel, x.component), xChannel.unit) : "t (s)",
      yLabel: inUnit(names.size === 1 ? ([...names][0] as string) : "value", unit),
      xIsTime: x === null,
      logX: false,
      logY: false,
      equalAspect: false,
      series,
      hLines: [],
      vLines: [],
      circles: [],
      note: single?.help ?? "",
    };
  }

  private label(pick: Pick, run: string): string {
    const name = pickLabel(this.byPath.get(pick.path) as ChannelData, pick.component);
    return this.report.runs.length > 1 ? `${name} · ${run}` : name;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
