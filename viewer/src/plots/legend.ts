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
    private readonly toggle: (label: string, hidden: boolean) => void,
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
          title: `Hide or show ${plain(entry.label)}`,
          attributes: { type: "button", "aria-pressed": "true" },
          on: { click: () => this.press(entry.label) },
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

  press(label: string): void {
    const item = this.buttons.get(label);
    if (!item) return;
    const hidden = item.getAttribute("aria-pressed") === "true";
    item.setAttribute("aria-pressed", String(!hidden));
    this.toggle(label, hidden);
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
