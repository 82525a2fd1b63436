// SPDX-License-Identifier: Apache-2.0
// What is under the picture: playing and time, speed, play magnified, and a panel with what is shown.
import type { Player } from "../player.ts";
import { sampleAt, type Numbers } from "../decode.ts";
import { rateText, roundRates, timeFormat, timesText } from "./format.ts";
import { largestMagnification } from "./machine.ts";
import type { TraceKind } from "./traces.ts";
import { choice, element, fill, iconButton, setIcon, setLabel, slider, toggle } from "./widgets.ts";

/** What the user has chosen. */
export interface Options {
  magnification: number;
  arrows: boolean;
  arrowScale: number;
  proportional: boolean;
  orbits: boolean;
  labels: boolean;
  edges: boolean;
  seeThrough: boolean; // bearings and guides
  follow: number; // a body, −1: none
  trace: number;
  traceKind: TraceKind;
  runs: boolean[]; // which are seen
}

/** What there is to choose from. */
export interface Offers {
  bodies: string[];
  points: string[]; // that can be traced
  runs: { label: string; colour: string }[];
  play: boolean; // joints with play that can be magnified
  contacts: boolean;
  orbits: boolean;
  names: boolean; // of joints and small bodies
  housings: boolean;
}

const marks = [1, 10, 50, 200];

/** Positions 0 … 1 of the slider, logarithmic; it rests on the marks. */
export function magnificationAt(position: number): number {
  const near = marks.find((m) => Math.abs(sliderPosition(m) - position) < 0.02);
  return near ?? Number((largestMagnification ** position).toPrecision(2));
}
export function sliderPosition(m: number): number {
  return Math.min(1, Math.max(0, Math.log(m) / Math.log(largestMagnification)));
}

export class Controls {
  readonly element = element("div", "scene-controls");
  private readonly play: HTMLButtonElement;
  private readonly scrub: HTMLInputElement;
  private readonly readout = element("output", "scene-time");
  private readonly speed: HTMLSelectElement;
  private readonly loop: HTMLButtonElement;
  private readonly format: (t: number) => string;
  private magnifier: { range: HTMLInputElement; text: HTMLElement } | null = null;
  private readonly off: (() => void)[] = [];

  constructor(
    private readonly player: Player,
    private readonly time: Numbers, // of the run whose samples are stepped through
    private readonly options: Options,
    offers: Offers,
    private readonly changed: () => void,
  ) {
    const spacing = time.length > 1 ? ((time[time.length - 1] as number) - (time[0] as number)) / (time.length - 1) : 1;
    this.format = timeFormat(player.end - player.start, spacing);
    const back = iconButton("back", "One sample back (left arrow)", () => this.step(-1));
    this.play = iconButton("play", "Play (space)", () => this.toggle(), "scene-play");
    const next = iconButton("next", "One sample on (right arrow)", () => this.step(1));
    this.scrub = slider("Time", player.start, player.end, "any", player.time, (t) => player.seek(t));
    this.scrub.classList.add("scene-scrub");
    const first = element("div", "scene-row scene-transport");
    first.append(back, this.play, next, this.scrub, this.readout);

    const speed = choice("Speed", [], "", (value) => {
      player.rate = Number(value);
      player.stateChanged();
    });
    this.speed = speed.querySelector("select") as HTMLSelectElement;
    this.speed.setAttribute("aria-label", "Speed, as a fraction of real time");
    const rates = roundRates(player.rate);
    player.rate = rates.reduce((best, rate) => (Math.abs(Math.log(rate / player.rate)) < Math.abs(Math.log(best / player.rate)) ? rate : best));
    for (const rate of rates) this.addRate(rate);
    this.loop = iconButton("loop", "Loop", () => {
      player.loop = !player.loop;
      player.stateChanged();
    });
    const panel = this.makePanel(offers);
    const more = iconButton("more", "What is shown", () => {
      panel.hidden = !panel.hidden;
      more.setAttribute("aria-expanded", String(!panel.hidden));
    });
    more.append(element("span", "", "Show"));
    more.classList.add("scene-wide");
    more.setAttribute("aria-expanded", "false");
    const second = element("div", "scene-row scene-settings");
    second.append(speed, this.loop);
    if (offers.play) second.append(this.makeMagnifier());
    second.append(more);
    this.element.append(first, second, panel);
    for (const part of [first, speed, this.loop]) part.hidden = !(player.end > player.start); // a single moment

    this.off.push(player.onTime(() => this.showTime()), player.onState(() => this.showState()));
    this.showTime();
    this.showState();
  }

  /** The time as it is written beside the slider. */
  get timeText(): string {
    return this.format(this.player.time);
  }

  toggle(): void {
    if (this.player.playing) this.player.pause();
    else this.player.play();
  }

  /** To the next or the last sample. */
  step(direction: 1 | -1): void {
    this.player.pause();
    const t = this.player.time;
    const here = sampleAt(this.time, t);
    const between = (this.time[here] ?? t) < t;
    const to = direction > 0 ? here + 1 : between ? here : here - 1;
    const at = this.time[Math.min(Math.max(to, 0), this.time.length - 1)];
    if (at !== undefined) this.player.seek(at);
  }

  /** True when the key meant something here. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const target = event.target as HTMLElement;
    const scrubbing = target === this.scrub;
    const entering = !scrubbing && (target instanceof HTMLInputElement || target instanceof HTMLSelectElement);
    if (entering) return false;
    switch (event.key) {
      case " ":
        if (target instanceof HTMLButtonElement) return false; // presses it
        this.toggle();
        return true;
      case "ArrowRight":
        this.step(1);
        return true;
      case "ArrowLeft":
        this.step(-1);
        return true;
      case "Home":
        this.player.seek(this.player.start);
        return true;
      case "End":
        this.player.seek(this.player.end);
        return true;
      default:
        return false;
    }
  }

  showMagnification(): void {
    if (!this.magnifier) return;
    this.magnifier.range.value = String(sliderPosition(this.options.magnification));
    this.magnifier.range.setAttribute("aria-valuetext", timesText(this.options.magnification));
    fill(this.magnifier.range);
    this.magnifier.text.textContent = timesText(this.options.magnification);
  }

  private setMagnification(m: number): void {
    this.options.magnification = m;
    this.showMagnification();
    this.changed();
  }

  private makeMagnifier(): HTMLElement {
    const holder = element("div", "scene-field scene-magnify");
    holder.title = "magnify the play in the joints";
    const text = element("output", "scene-times");
    const range = slider("Clearance magnified", 0, 1, "any", 0, (position) => this.setMagnification(magnificationAt(position)));
    range.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const now = this.options.magnification;
      const to = by > 0 ? marks.find((m) => m > now) : [...marks].reverse().find((m) => m < now);
      if (to !== undefined) this.setMagnification(to);
    });
    const track = element("div", "scene-track");
    const scale = element("div", "scene-marks");
    for (const m of marks) {
      const mark = element("button", "", `×${m}`);
      mark.type = "button";
      mark.tabIndex = -1; // the slider is what the keyboard reaches
      mark.setAttribute("aria-label", `Clearance magnified ${m} times`);
      mark.style.setProperty("--at", String(sliderPosition(m)));
      mark.addEventListener("click", () => this.setMagnification(m));
      scale.append(mark);
    }
    track.append(range, scale);
    holder.append(element("span", "scene-caption", "Clearance"), track, text);
    this.magnifier = { range, text };
    this.showMagnification();
    return holder;
  }

  private makePanel(offers: Offers): HTMLElement {
    const panel = element("div", "scene-panel");
    panel.hidden = true;
    const { options } = this;
    const set = <K extends keyof Options>(key: K) => (value: Options[K]): void => {
      options[key] = value;
      this.changed();
    };
    const bodies = (none: string) => [{ value: "-1", text: none }, ...offers.bodies.map((text, k) => ({ value: String(k), text }))];
    if (offers.bodies.length > 0) {
      panel.append(
        choice("Follow", bodies("nothing"), "-1", (value) => set("follow")(Number(value))),
        choice("Trace", [{ value: "-1", text: "nothing" }, ...offers.points.map((text, k) => ({ value: String(k), text }))], "-1", (value) => set("trace")(Number(value))),
        choice("Path", [{ value: "whole", text: "whole" }, { value: "fading", text: "fading" }], options.traceKind, (value) => set("traceKind")(value as TraceKind)),
      );
    }
    if (offers.contacts) {
      const size = element("label", "scene-field");
      size.append(element("span", "scene-caption", "Arrow size"), slider("Arrow size", 0.25, 3, "any", options.arrowScale, set("arrowScale")));
      panel.append(toggle("Force arrows", options.arrows, set("arrows")), size, toggle("Arrow length in proportion to the force", options.proportional, set("proportional")));
    }
    if (offers.orbits) panel.append(toggle("Orbits in bearings", options.orbits, set("orbits")));
    if (offers.names) panel.append(toggle("Names", options.labels, set("labels")));
    panel.append(toggle("Edges", options.edges, set("edges")));
    if (offers.housings) panel.append(toggle("See through bearings and guides", options.seeThrough, set("seeThrough")));
    if (offers.runs.length > 1) {
      offers.runs.forEach(({ label, colour }, k) => {
        panel.append(
          toggle(label, options.runs[k] ?? true, (on) => {
            options.runs[k] = on;
            this.changed();
          }, colour),
        );
      });
    }
    return panel;
  }

  private addRate(rate: number): void {
    const option = element("option", "", rateText(rate));
    option.value = String(rate);
    this.speed.append(option);
  }

  private showTime(): void {
    const t = this.player.time;
    if (document.activeElement !== this.scrub || Number(this.scrub.value) !== t) this.scrub.value = String(t);
    fill(this.scrub);
    const text = this.format(t);
    this.scrub.setAttribute("aria-valuetext", text);
    this.readout.textContent = text;
  }

  private showState(): void {
    const { playing, loop, rate } = this.player;
    setIcon(this.play, playing ? "pause" : "play");
    setLabel(this.play, playing ? "Pause (space)" : "Play (space)");
    this.loop.setAttribute("aria-pressed", String(loop));
    if (![...this.speed.options].some((option) => Number(option.value) === rate)) this.addRate(rate);
    this.speed.value = String(rate);
  }

  dispose(): void {
    for (const stop of this.off) stop();
    this.element.remove();
  }
}
