// SPDX-License-Identifier: Apache-2.0
// All plots of a page: they share the time and, when linked, its stretch that is seen.
import type { Player } from "../player.ts";
import { onTheme } from "../theme.ts";
import { TimeLink } from "./link.ts";
import type { Picture } from "./picture.ts";
import { Plot } from "./plot.ts";

export class PlotSet {
  readonly list: Plot[] = [];
  readonly link = new TimeLink();
  private readonly stops: (() => void)[] = [];

  constructor(private readonly player: Player) {
    this.stops.push(onTheme(() => this.redraw()));
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
    const plot = new Plot(picture, { player: this.player, link: this.link }, id, name);
    this.list.push(plot);
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
