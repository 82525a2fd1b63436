// SPDX-License-Identifier: Apache-2.0
// The figures of a report, one below the other. Each is built when the reader comes near it: a page opens at once
// however many there are.
import type { FigureSpec } from "./data.ts";
import type { Report } from "./decode.ts";
import { make, rich } from "./dom.ts";
import { AxesPicture } from "./plots/axes_picture.ts";
import type { PlotSet } from "./plots/plot_set.ts";
import { plain } from "./plots/rich_text.ts";
import { TimelinePicture } from "./plots/timeline.ts";

export class FigurePanel {
  readonly element: HTMLElement;
  private readonly waiting = new Map<Element, () => void>();
  private readonly sight: IntersectionObserver;

  constructor(
    figures: readonly FigureSpec[],
    private readonly report: Report,
    private readonly plots: PlotSet,
    prefix: string,
  ) {
    this.sight = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) this.build(entry.target);
      },
      { rootMargin: "500px" },
    );
    const sections = figures.map((figure, k) => this.section(figure, `${prefix}-${k}`));
    const contents =
      figures.length > 2 &&
      make(
        "nav",
        { class: "contents", attributes: { "aria-label": "Figures" } },
        ...figures.map((figure, k) => make("a", { class: "chip", attributes: { href: `#${prefix}-${k}` } }, rich(figure.title))),
      );
    this.element = make("div", { class: "figures" }, contents, ...sections);
  }

  /** Builds what is not there yet, for printing and for scripts. */
  buildAll(): void {
    for (const section of [...this.waiting.keys()]) this.build(section);
  }

  dispose(): void {
    this.sight.disconnect();
  }

  private section(figure: FigureSpec, id: string): HTMLElement {
    const grid = make("div", { class: "plot-grid" });
    const columns = Math.max(1, Math.min(3, figure.columns));
    grid.style.setProperty("--columns", String(columns));
    const rows = Math.ceil(figure.axes.length / columns) + (figure.timeline.length > 0 ? 1 : 0);
    grid.style.minHeight = `${rows * 300}px`; // until it is built, so that the page does not jump
    const section = make(
      "section",
      { class: "card figure", attributes: { id, "aria-label": plain(figure.title) } },
      make("h2", {}, rich(figure.title)),
      figure.help !== "" && make("p", { class: "help" }, rich(figure.help)),
      grid,
    );
    this.waiting.set(section, () => {
      if (figure.timeline.length > 0) {
        const timeline = this.plots.add(new TimelinePicture(figure.title, figure.timeline, this.report), figure.id);
        timeline.element.classList.add("plot-wide");
        grid.append(timeline.element);
      }
      for (const axes of figure.axes) grid.append(this.plots.add(new AxesPicture(axes, this.report, figure.title), figure.id).element);
      // A title that the section already has is not said twice.
      if (figure.axes.length + Number(figure.timeline.length > 0) === 1) section.classList.add("figure-single");
      grid.style.minHeight = "";
    });
    this.sight.observe(section);
    return section;
  }

  private build(section: Element): void {
    const build = this.waiting.get(section);
    if (!build) return;
    this.waiting.delete(section);
    this.sight.unobserve(section);
    build();
  }
}
