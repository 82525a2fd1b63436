// SPDX-License-Identifier: Apache-2.0
// The legend of a plot: its entries hide and show curves and tell their values at the cursor.
import { make, rich } from "../dom.ts";
import type { LegendEntry } from "./picture.ts";
import { plain } from "./rich_text.ts";

export class Legend {
  readonly element = make("div", { class: "legend", attributes: { role: "group", "aria-label": "Curves" } });
  private readonly values: HTMLElement[] = [];
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private last = 0;
  private timer = 0;

  constructor(
    entries: readonly LegendEntry[],
    private readonly hide: (label: string, hidden: boolean) => void,
    private readonly pressed: (label: string, hidden: boolean, here: boolean) => void,
    private readonly note: (label: string) => string,
  ) {
    for (const entry of entries) {
      const value = make("span", { class: "legend-value" });
      const swatch = make("span", { class: `swatch swatch-${entry.mark}` });
      swatch.dataset["word"] = entry.mark === "word" ? entry.label : "";
      swatch.style.setProperty("--colour", `var(--c${((entry.colour % 8) + 8) % 8})`);
      const item = make(
        "button",
        {
          class: "legend-entry",
          title: `Hide or show ${plain(entry.label)}${this.note(entry.label)}`,
          attributes: { type: "button", "aria-pressed": "true" },
          on: { click: (event: MouseEvent) => this.press(entry.label, event.shiftKey) },
        },
        swatch,
        make("span", { class: "legend-label" }, rich(entry.label)),
        value,
      );
      this.values.push(value);
      this.buttons.set(entry.label, item);
      this.element.append(item);
    }
    if (entries.length > 0) return;
    const lone = make("span", { class: "legend-value legend-lone" }); // a curve that needs no name has a value too
    this.values.push(lone);
    this.element.append(lone);
  }

  /** `here`: in this plot alone. */
  press(label: string, here = false): void {
    this.pressed(label, this.buttons.get(label)?.getAttribute("aria-pressed") === "true", here);
  }

  set(label: string, hidden: boolean): void {
    const item = this.buttons.get(label);
    if (!item || item.getAttribute("aria-pressed") === String(!hidden)) return;
    item.setAttribute("aria-pressed", String(!hidden));
    this.hide(label, hidden);
  }

  /** At most ten times a second: numbers that change faster cannot be read. */
  show(values: () => string[]): void {
    const now = performance.now();
    if (now - this.last < 100) {
      if (!this.timer)
        this.timer = window.setTimeout(() => {
          this.timer = 0;
          this.show(values);
        }, 110);
      return;
    }
    this.last = now;
    values().forEach((text, k) => {
      const place = this.values[k];
      if (place && place.textContent !== text) place.textContent = text;
    });
  }
}
