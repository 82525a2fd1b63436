// SPDX-License-Identifier: Apache-2.0
// The small box beside the pointer with the values under it.
import { make, rich } from "../dom.ts";

const most = 14; // lines; more would cover the plot

export class Tip {
  readonly element = make("div", { class: "tip", attributes: { "aria-hidden": "true" } });

  constructor() {
    this.element.hidden = true;
  }

  show(x: number, y: number, width: number, head: string, lines: readonly { label: string; colour: number; value: string }[]): void {
    const shown = lines.slice(0, most).map((line) => {
      const swatch = make("span", { class: "swatch swatch-line" });
      swatch.style.setProperty("--colour", `var(--c${((line.colour % 8) + 8) % 8})`);
      return make(
        "div",
        { class: "tip-line" },
        swatch,
        make("span", { class: "tip-label" }, rich(line.label)),
        make("span", { class: "tip-value", text: line.value }),
      );
    });
    if (lines.length > most) shown.push(make("div", { class: "tip-line", text: `… and ${lines.length - most} more` }));
    this.element.replaceChildren(...(head ? [make("div", { class: "tip-head", text: head })] : []), ...shown);
    this.element.hidden = false;
    const right = x > width / 2;
    this.element.style.left = right ? "auto" : `${x + 14}px`;
    this.element.style.right = right ? `${width - x + 14}px` : "auto";
    this.element.style.top = `${Math.max(4, y - 12)}px`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
