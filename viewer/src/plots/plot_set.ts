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
    const redraw = (): void => this.list.forEach((plot) => plot.redraw());
    const print = (): void => this.list.forEach((plot) => plot.drawNow());
    this.stops.push(onTheme(redraw));
    window.addEventListener("beforeprint", print);
    this.stops.push(() => window.removeEventListener("beforeprint", print));
  }

  add(picture: Picture, id: string): Plot {
    const plot = new Plot(picture, { player: this.player, link: this.link }, id);
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
