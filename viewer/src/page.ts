// SPDX-License-Identifier: Apache-2.0
// The layout of a report: heading, the machine, plots, what was run.
import type { Report } from "./decode.ts";
import { Player } from "./player.ts";

export interface ShownReport {
  player: Player;
  dispose(): void;
}

/** Shows a report in an element; `window.freeplay` gives scripts and tests a handle on it. */
export function showReport(app: HTMLElement, report: Report): ShownReport {
  const times = report.runs.map((run) => run.time);
  const start = Math.min(...times.map((time) => time[0] ?? 0));
  const end = Math.max(...times.map((time) => time[time.length - 1] ?? 0));
  const player = new Player(start, end);
  const heading = document.createElement("h1");
  heading.textContent = report.data.title;
  app.replaceChildren(heading);
  return { player, dispose: () => app.replaceChildren() };
}
