// SPDX-License-Identifier: Apache-2.0
// The figures of a report, one below the other. Their numbers are decoded and drawn when the reader comes near: a page
// opens at once however many there are.
import type { FigureSpec } from "./data.ts";
import type { Report } from "./decode.ts";
import { make, rich } from "./dom.ts";
import { AxesPicture } from "./plots/axes_picture.ts";
import type { PlotSet } from "./plots/plot_set.ts";
import { plain } from "./plots/rich_text.ts";
import { TimelinePicture } from "./plots/timeline.ts";

const ofRuns = "Click sets the time · drag zooms, shift-drag pans, double click shows all · the legend hides curves";

export function figurePanel(figures: readonly FigureSpec[], report: Report, plots: PlotSet, prefix: string, hintText = ofRuns): HTMLElement {
  const contents =
    figures.length > 2 &&
    make(
      "nav",
      { class: "contents", attributes: { "aria-label": "Figures" } },
      ...figures.map((figure, k) => make("a", { class: "chip", attributes: { href: `#${prefix}-${k}` } }, rich(figure.title))),
    );
  const hint = make("p", { class: "help hint", text: hintText });
  return make("div", { class: "figures" }, contents, hint, ...figures.map((figure, k) => section(figure, report, plots, `${prefix}-${k}`)));
}

function section(figure: FigureSpec, report: Report, plots: PlotSet, id: string): HTMLElement {
  const grid = make("div", { class: "plot-grid" });
  grid.style.setProperty("--columns", String(Math.max(1, Math.min(3, figure.columns))));
  if (figure.timeline.length > 0) {
    const timeline = plots.add(new TimelinePicture(figure.title, figure.timeline, report, figure.timelineNote), figure.id);
    timeline.element.classList.add("plot-wide");
    grid.append(timeline.element);
  }
  for (const axes of figure.axes) grid.append(plots.add(new AxesPicture(axes, report, figure.title), figure.id, `${figure.title} ${axes.title}`).element);
  // A title that the section already has is not said twice.
  const single = grid.childElementCount === 1;
  return make(
    "section",
    { class: single ? "card figure figure-single" : "card figure", attributes: { id, "aria-label": plain(figure.title) } },
    make("h2", {}, rich(figure.title)),
    figure.help !== "" && make("p", { class: "help" }, rich(figure.help)),
    grid,
  );
}
