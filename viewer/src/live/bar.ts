// SPDX-License-Identifier: Apache-2.0
// The bar of `freeplay view`: run, stop, how far the run is, and how the last one ended.
import { button, make } from "../dom.ts";
import { toggleTheme } from "../theme.ts";
import type { Progress } from "./server.ts";

export interface BarActions {
  run(): void;
  stop(): void;
  auto(on: boolean): void;
}

export class Bar {
  readonly element: HTMLElement;
  private readonly runButton: HTMLButtonElement;
  private readonly stopButton: HTMLButtonElement;
  private readonly file = make("span", { class: "live-file" });
  private readonly options = make("span", { class: "live-options" });
  private readonly words = make("span", { class: "live-words", attributes: { role: "status", "aria-live": "polite" } });
  private readonly fill = make("div", { class: "live-fill" });
  private readonly track = make("div", { class: "live-track", attributes: { role: "progressbar", "aria-valuemin": "0", "aria-valuemax": "100", "aria-label": "Progress of the run" } }, this.fill);

  constructor(actions: BarActions) {
    this.runButton = button("Run", "Run the model (Ctrl Enter)", actions.run, "button live-run");
    this.stopButton = button("Stop", "Stop the run; what there is so far is shown", actions.stop, "button live-stop");
    const auto = make("input", { attributes: { type: "checkbox" }, on: { change: () => actions.auto(auto.checked) } });
    auto.checked = true;
    const theme = button("", "Light or dark", toggleTheme, "button theme-button");
    theme.append(make("span", { class: "theme-icon", attributes: { "aria-hidden": "true" } }));
    this.element = make(
      "div",
      { class: "live-bar" },
      make("div", { class: "live-row" }, this.file, this.options, this.runButton, this.stopButton, make("label", { class: "live-auto" }, auto, "run on every change"), this.words, theme),
      this.track,
    );
    this.idle("");
  }

  setFile(name: string, changed: boolean, options: readonly string[]): void {
    this.file.textContent = name + (changed ? " *" : "");
    this.file.title = changed ? "The text differs from the file; the file stays as it is" : "";
    this.options.textContent = options.length > 0 ? `with ${options.join(", ")}` : "";
    this.options.title = "Changes from the command line: they hold for every text";
    document.title = `${changed ? "* " : ""}${name} · Freeplay`;
  }

  idle(words: string, bad = false): void {
    this.words.textContent = words;
    this.words.title = words;
    this.words.classList.toggle("live-bad", bad);
    this.stopButton.disabled = true;
    this.track.classList.remove("live-going");
    this.fill.style.width = "0";
  }

  running(progress: Progress): void {
    const share = progress.end > 0 ? Math.min(1, progress.t / progress.end) : 0;
    const togo = share > 0.01 ? Math.ceil((progress.wall * (1 - share)) / share) : NaN;
    const percent = Math.floor(100 * share);
    this.words.textContent = `${percent} %  t = ${short(progress.t)} of ${short(progress.end)} s` + (togo >= 1 ? `, ${duration(togo)} to go` : "");
    this.words.classList.remove("live-bad");
    this.stopButton.disabled = false;
    this.track.classList.add("live-going");
    this.track.setAttribute("aria-valuenow", String(percent));
    this.fill.style.width = `${100 * share}%`;
  }

  setGone(gone: boolean): void {
    this.runButton.disabled = gone;
    if (gone) this.stopButton.disabled = true;
  }
}

export function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function duration(seconds: number): string {
  if (seconds < 120) return `${seconds < 10 ? short(Number(seconds.toFixed(2))) : Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
