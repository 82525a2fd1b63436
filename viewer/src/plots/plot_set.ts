// SPDX-License-Identifier: Apache-2.0
// All plots of a page: they share the time and, when linked, its stretch that is seen.
import type { Player } from "../player.ts";
import { onTheme } from "../theme.ts";
import { TimeLink } from "./link.ts";
import type { Picture } from "./picture.ts";
import { Plot, type Hiding } from "./plot.ts";

export class PlotSet implements Hiding {
  readonly list: Plot[] = [];
  readonly link = new TimeLink();
  private readonly stops: (() => void)[] = [];

  private readonly hiddenRuns = new Set<string>();

  /** `runs`: the labels of runs that are compared, which stand for the same in all plots. */
  constructor(
    private readonly player: Player,
    private readonly runs: readonly string[] = [],
  ) {
    this.stops.push(onTheme(() => this.redraw()));
  }

  everywhere(label: string): boolean {
    return this.runs.includes(label);
  }

  press(plot: Plot, label: string, hidden: boolean, here: boolean): void {
    if (here || !this.everywhere(label)) return plot.legend.set(label, hidden);
    if (hidden) this.hiddenRuns.add(label);
    else this.hiddenRuns.delete(label);
    for (const each of this.list) each.legend.set(label, hidden);
  }

  redraw(): void {
    for (const plot of this.list) plot.redraw();
  }

  /** For printing: all of them at once, in light colours. */
  drawForPaper(): void {
    for (const plot of this.list) plot.drawNow(true);
  }

  /** `name`: of files that it is saved as. */
  add(picture: Picture, id: string, name = picture.title): Plot {
    const plot = new Plot(picture, { player: this.player, link: this.link, hiding: this }, id, name);
    this.list.push(plot);
    for (const label of this.hiddenRuns) plot.legend.set(label, true);
    return plot;
  }

  remove(plot: Plot): void {
    const place = this.list.indexOf(plot);
    if (place >= 0) this.list.splice(place, 1);
    plot.dispose();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    for (const plot of [...this.list]) this.remove(plot);
  }
}
