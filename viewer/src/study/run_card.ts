// SPDX-License-Identifier: Apache-2.0
// The run that is chosen: what varied, what came out, and the command that makes it again.
import { copyButton } from "../about.ts";
import { sampleAt, type Report } from "../decode.ts";
import { button, make, rich } from "../dom.ts";
import type { Player } from "../player.ts";
import { readable } from "../plots/rich_text.ts";
import type { StudyData } from "./data.ts";
import { numberText, suitedTo } from "./units.ts";

export class RunCard {
  readonly element: HTMLElement;
  private readonly body = make("div", { class: "run-numbers" });
  private readonly choice: HTMLInputElement;

  constructor(
    private readonly report: Report,
    private readonly study: StudyData,
    private readonly player: Player,
  ) {
    this.choice = make("input", {
      class: "row-choice",
      attributes: { type: "number", min: String(player.start), max: String(player.end), "aria-label": "Row of the study" },
      on: { change: () => player.seek(Number(this.choice.value)) },
    });
    this.element = make(
      "section",
      { class: "card run-card", attributes: { "aria-label": "The chosen run" } },
      make(
        "div",
        { class: "run-head" },
        make("h2", { text: "Run" }),
        button("‹", "The run before", () => this.step(-1), "plot-button"),
        this.choice,
        button("›", "The next run", () => this.step(1), "plot-button"),
      ),
      this.body,
    );
    player.onTime(() => this.show());
    this.show();
  }

  private get place(): number {
    return sampleAt(this.times, this.player.time);
  }

  private get times(): ArrayLike<number> & Float64Array {
    return this.report.runs[0]?.time as Float64Array;
  }

  private step(by: number): void {
    const next = Math.min(Math.max(this.place + by, 0), this.times.length - 1);
    this.player.seek(this.times[next] ?? 0);
  }

  private show(): void {
    const row = this.times[this.place] ?? 0;
    this.choice.value = String(row);
    const command = this.study.command + String(row);
    this.body.replaceChildren(
      make("p", { class: "run-status", text: this.status() }),
      this.numbers("What varies", "/input/") ?? "",
      this.numbers("Measures", "/measure/") ?? "",
      make("div", { class: "run-command" }, make("code", { text: command }), copyButton("the command", command)),
    );
  }

  private status(): string {
    const run = this.report.runs[0];
    const word = run?.channels.get("/status")?.words[run.channel("/status")?.[this.place] ?? 0] ?? "";
    const ended = run?.channel("/ended")?.[this.place];
    const warnings = run?.channel("/warnings")?.[this.place] ?? 0;
    const parts = [word, ended === undefined ? "" : `ended at ${readable(ended)} s`];
    if (warnings > 0) parts.push(warnings === 1 ? "1 warning about its accuracy" : `${warnings} warnings about its accuracy`);
    return parts.filter(Boolean).join(" · ");
  }

  private numbers(title: string, head: string): HTMLElement | null {
    const run = this.report.runs[0];
    if (!run) return null;
    const rows = [...run.channels.values()].flatMap((channel) => {
      if (!channel.path.startsWith(head)) return [];
      const value = run.channel(channel.path)?.[this.place];
      if (value === undefined) return [];
      const suited = suitedTo(channel.unit, Math.abs(value));
      const text = channel.words.length > 0 ? (channel.words[value] ?? "as in the model") : Number.isNaN(value) ? "–" : `${numberText(value * suited.factor, 6)} ${suited.unit}`;
      return [make("tr", { title: channel.help }, make("th", { text: channel.path.slice(head.length), attributes: { scope: "row" } }), make("td", {}, rich(text)))];
    });
    if (rows.length === 0) return null;
    return make("div", { class: "facts" }, make("h3", { text: title }), make("table", {}, make("tbody", {}, ...rows)));
  }
}
