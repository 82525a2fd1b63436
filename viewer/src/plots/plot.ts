// SPDX-License-Identifier: Apache-2.0
// A plot on the page: a picture with cursor, zoom, legend and downloads. It draws only when it is seen and
// something changed.
import { button, make, rich } from "../dom.ts";
import { fileName, saveBlob, saveText } from "../download.ts";
import { menu } from "../menu.ts";
import { isDark } from "../palette.ts";
import type { Player } from "../player.ts";
import { CanvasPainter } from "./canvas_painter.ts";
import { csvText } from "./csv.ts";
import { paintCursor } from "./cursor.ts";
import { Gestures, type GestureTarget } from "./gestures.ts";
import { Legend } from "./legend.ts";
import type { TimeLink } from "./link.ts";
import { nightInk, paperInk, type Box, type Ink } from "./painter.ts";
import type { Nearest, Picture } from "./picture.ts";
import { plain, readableTime } from "./rich_text.ts";
import type { Range, Scale, View } from "./scale.ts";
import { schedule, unschedule } from "./schedule.ts";
import { SvgPainter } from "./svg_painter.ts";
import { Tip } from "./tip.ts";

export interface PlotContext {
  player: Player;
  link: TimeLink;
  hiding: Hiding;
}

/** Of curves, by the legends of all plots. */
export interface Hiding {
  /** Whether a label stands for the same in all plots. */
  everywhere(label: string): boolean;
  /** `here`: in this plot alone. */
  press(plot: Plot, label: string, hidden: boolean, here: boolean): void;
}

export class Plot implements GestureTarget {
  readonly element: HTMLElement;
  readonly timePlot: boolean;
  readonly canvas = make("canvas", { attributes: { "aria-hidden": "true" } });
  readonly overlay = make("canvas", { attributes: { "aria-hidden": "true" } });
  readonly legend: Legend;
  drawn = 0; // how often the curves were drawn; tests look at it
  lastDraw = 0; // ms that took
  stale = true; // the curves are not what they should be
  private readonly stage: HTMLElement;
  private readonly tip = new Tip();
  private readonly resetButton: HTMLButtonElement;
  private readonly stops: (() => void)[] = [];
  private width = 0;
  private height = 0;
  private seen = false;
  private fullX: Range | null = null;
  private ownX: Range | null = null;
  private ownY: Range | null = null;
  private shown: Scale | null = null;
  private hoverX: number | null = null;
  private hoverPoint: Nearest | null = null;
  private band: Box | null = null;

  constructor(
    readonly picture: Picture,
    private readonly context: PlotContext,
    readonly id: string,
    private readonly name: string,
  ) {
    this.timePlot = picture.xIsTime;
    this.stage = make(
      "div",
      {
        class: picture.fixedY ? "stage stage-timeline" : "stage",
        attributes: { tabindex: "0", role: "application", "aria-roledescription": "plot", "aria-label": this.spoken() },
        on: { keydown: (event: KeyboardEvent) => this.key(event) },
      },
      this.canvas,
      this.overlay,
      this.tip.element,
    );
    if (this.timePlot) this.stage.classList.add("stage-time");
    this.legend = new Legend(
      picture.entries,
      (label, hidden) => {
        picture.hide(label, hidden);
        this.fullX = null;
        this.redraw();
      },
      (label, hidden, here) => context.hiding.press(this, label, hidden, here),
      (label) => (context.hiding.everywhere(label) ? " in all plots; with Shift in this one" : ""),
    );
    this.resetButton = button("Reset", "Show everything again", () => this.reset(), "plot-button plot-reset");
    this.resetButton.hidden = true;
    this.element = make(
      "figure",
      { class: "plot" },
      make(
        "div",
        { class: "plot-head" },
        make("figcaption", { class: "plot-title" }, rich(picture.title)),
        make(
          "div",
          { class: "plot-tools", attributes: { role: "group", "aria-label": `Tools of ${plain(picture.title)}` } },
          this.resetButton,
          menu("Save", `Save ${plain(picture.title)} as a file`, [
            { text: "SVG", title: "Curves for papers and slides", press: () => this.saveSvg() },
            { text: "PNG", title: "A picture", press: () => this.savePng() },
            { text: "CSV", title: "The numbers that are drawn", press: () => this.saveCsv() },
          ]),
        ),
      ),
      this.legend.element,
      this.stage,
      picture.note !== "" && make("p", { class: "plot-note" }, rich(picture.note)),
    );
    new Gestures(this.stage, this);
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(this.stage);
    const sight = new IntersectionObserver(
      (entries) => {
        this.seen = entries[entries.length - 1]?.isIntersecting ?? false;
        if (this.seen) schedule(this);
        else this.release();
      },
      { rootMargin: "400px" },
    );
    sight.observe(this.stage);
    this.stops.push(
      () => sizes.disconnect(),
      () => sight.disconnect(),
      context.player.onTime(() => this.seen && schedule(this)),
      context.link.onChange(() => this.timePlot && this.redraw()),
    );
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    unschedule(this);
    this.element.remove();
  }

  /** Draws the curves again, at the next frame in which the plot is seen. */
  redraw(): void {
    this.stale = true;
    if (this.seen) schedule(this);
  }

  /** What is seen, in the coordinates of the axes. */
  view(): View {
    this.fullX ??= this.picture.rangeX();
    const linked = this.timePlot && this.context.link.on;
    const x = (linked ? this.context.link.range : this.ownX) ?? this.fullX;
    const y = this.ownY ?? this.picture.rangeY(x);
    return { x0: x[0], x1: x[1], y0: y[0], y1: y[1] };
  }

  setView(x: Range | null, y: Range | null): void {
    if (this.timePlot && this.context.link.on) this.context.link.set(x);
    else this.ownX = x;
    this.ownY = this.picture.fixedY ? null : y;
    this.redraw();
  }

  draw(colours = ink()): void {
    if (this.width === 0 || this.height === 0) return;
    if (this.stale) {
      const start = performance.now();
      this.shown = this.picture.paint(
        new CanvasPainter(sized(this.canvas, this.width, this.height), pixelRatio()),
        this.width,
        this.height,
        this.view(),
        colours,
        false,
      );
      this.stale = false;
      this.resetButton.hidden = !this.zoomed();
      ++this.drawn;
      this.lastDraw = performance.now() - start;
    }
    this.drawOverlay(colours);
  }

  /** At once, seen or not; in light colours for paper. */
  drawNow(forPaper = false): void {
    this.resize();
    this.stale = true;
    this.draw(forPaper ? paperInk : ink());
  }

  svg(): string {
    const { width, height } = this.fileSize();
    const measuring = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
    const measure = new CanvasPainter(measuring, 1);
    const painter = new SvgPainter(width, height, (text, size) => measure.textWidth(text, size));
    this.picture.paint(painter, width, height, this.view(), paperInk, true);
    return painter.file(this.picture.title);
  }

  csv(): string {
    const { header, columns } = this.picture.table();
    return csvText(header, columns);
  }

  // --- gestures ---------------------------------------------------------------------------------------
  scale(): Scale | null {
    return this.shown;
  }
  cursorPixel(): number | null {
    return this.shown && this.timePlot ? this.shown.px(this.context.player.time) : null;
  }
  seekAt(px: number, py: number): void {
    if (!this.shown) return;
    if (this.timePlot) return this.scrubTo(px);
    const time = this.picture.nearest(px, py, this.shown)?.time ?? null;
    if (time !== null) this.context.player.seek(time);
  }
  scrubTo(px: number): void {
    if (this.shown) this.context.player.seek(this.shown.x(px));
  }
  zoomToBox(box: Box): void {
    const { shown } = this;
    if (!shown || box.width < 3 || box.height < 3) return;
    const wholeHeight = box.height >= shown.box.height - 1;
    this.setView(
      [shown.x(box.x), shown.x(box.x + box.width)],
      wholeHeight ? this.ownY : [shown.y(box.y + box.height), shown.y(box.y)],
    );
  }
  zoomAbout(px: number, py: number, factor: number): void {
    const { shown } = this;
    if (!shown) return;
    const { view } = shown;
    const about = (low: number, high: number, at: number): Range => [at + (low - at) / factor, at + (high - at) / factor];
    const full = this.fullX as Range;
    let x = about(view.x0, view.x1, shown.x(px));
    if (x[1] - x[0] < 1e-9 * (full[1] - full[0])) return; // digits end here
    if (this.timePlot) x = [Math.max(x[0], full[0]), Math.min(x[1], full[1])];
    this.setView(x, this.timePlot ? this.ownY : about(view.y0, view.y1, shown.y(py)));
  }
  panBy(dx: number, dy: number): void {
    const { shown } = this;
    if (!shown) return;
    const { view } = shown;
    const full = this.fullX as Range;
    let shift = -dx / shown.perX;
    if (this.timePlot) shift = Math.min(Math.max(shift, full[0] - view.x0), full[1] - view.x1);
    const up = dy / shown.perY;
    const y: Range | null = this.timePlot && !this.ownY ? null : [view.y0 + up, view.y1 + up];
    this.setView([view.x0 + shift, view.x1 + shift], y);
  }
  reset(): void {
    this.setView(null, null);
  }
  hover(px: number, py: number): void {
    const { shown } = this;
    if (!shown) return;
    const { box } = shown;
    if (px < box.x || px > box.x + box.width || py < box.y || py > box.y + box.height) return this.leave();
    if (this.timePlot) {
      const time = shown.x(px);
      const { start, end } = this.context.player;
      this.hoverX = px;
      this.tip.show(px, py, this.width, readableTime(time, end - start), this.picture.readout(time));
    } else {
      this.hoverPoint = this.picture.nearest(px, py, shown);
      const { hoverPoint } = this;
      if (hoverPoint) {
        const value = `${this.picture.textX(hoverPoint.x)}, ${this.picture.textY(hoverPoint.y)}`;
        const head = hoverPoint.time === null ? "" : this.context.player.describe(hoverPoint.time);
        this.tip.show(px, py, this.width, head, [{ label: hoverPoint.label, colour: hoverPoint.colour, value }]);
      } else this.tip.hide();
    }
    schedule(this);
  }
  leave(): void {
    this.hoverX = null;
    this.hoverPoint = null;
    this.tip.hide();
    if (this.seen) schedule(this);
  }
  rubberBand(box: Box | null): void {
    this.band = box;
    if (box) this.tip.hide();
    schedule(this);
  }

  // --- inside -----------------------------------------------------------------------------------------
  private key(event: KeyboardEvent): void {
    const { player } = this.context;
    const view = this.view();
    const step = ((view.x1 - view.x0) / 200) * (event.shiftKey ? 10 : 1);
    const middleX = this.shown ? this.shown.px(this.timePlot ? player.time : (view.x0 + view.x1) / 2) : 0;
    const middleY = this.shown ? this.shown.box.y + this.shown.box.height / 2 : 0;
    const actions: Record<string, () => void> = {
      "+": () => this.zoomAbout(middleX, middleY, 1.5),
      "=": () => this.zoomAbout(middleX, middleY, 1.5),
      "-": () => this.zoomAbout(middleX, middleY, 1 / 1.5),
      "0": () => this.reset(),
      Escape: () => this.stage.blur(),
    };
    if (this.timePlot) {
      actions["ArrowLeft"] = () => player.seek(player.time - step);
      actions["ArrowRight"] = () => player.seek(player.time + step);
      actions["Home"] = () => player.seek(view.x0);
      actions["End"] = () => player.seek(view.x1);
    }
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  private resize(): void {
    const width = this.stage.clientWidth;
    if (width === 0) return;
    const height = Math.round(this.picture.height(width));
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.stage.style.height = `${height}px`;
    this.redraw();
  }

  /** Far from sight: the pixels are given back, a hundred plots would take a gigabyte. */
  private release(): void {
    this.canvas.width = this.overlay.width = 0;
    this.stale = true;
  }

  private drawOverlay(colours: Ink): void {
    if (!this.shown) return;
    const { player } = this.context;
    const context = sized(this.overlay, this.width, this.height);
    paintCursor(
      context,
      {
        scale: this.shown,
        time: player.time,
        timePlot: this.timePlot,
        markers: this.picture.markersAt(player.time),
        hoverX: this.hoverX,
        hoverPoint: this.hoverPoint,
        band: this.band,
      },
      colours,
    );
    this.legend.show(() => this.picture.valuesAt(player.time));
  }

  private zoomed(): boolean {
    return this.ownY !== null || (this.timePlot && this.context.link.on ? this.context.link.range : this.ownX) !== null;
  }

  private spoken(): string {
    const curves = this.picture.entries.map((entry) => plain(entry.label)).join(", ");
    const keys = this.timePlot ? "Arrow keys move the time, plus and minus zoom, 0 shows all." : "Plus and minus zoom, 0 shows all.";
    return `${plain(this.picture.title)}. ${curves ? `Curves: ${curves}. ` : ""}${keys}`;
  }

  /** Room for title and legend beside what the page shows. */
  private fileSize(): { width: number; height: number } {
    const width = Math.max(480, this.width || 720);
    return { width, height: Math.round(this.picture.height(width)) + 60 };
  }
  private saveSvg(): void {
    saveText(this.svg(), "image/svg+xml", fileName(plain(this.name), "svg"));
  }
  private saveCsv(): void {
    saveText(this.csv(), "text/csv", fileName(plain(this.name), "csv"));
  }
  private savePng(): void {
    const { width, height } = this.fileSize();
    const canvas = document.createElement("canvas");
    const context = sized(canvas, width, height, 2);
    this.picture.paint(new CanvasPainter(context, 2), width, height, this.view(), paperInk, true);
    canvas.toBlob((blob) => blob && saveBlob(blob, fileName(plain(this.name), "png")), "image/png");
  }
}

function ink(): Ink {
  return isDark() ? nightInk : paperInk;
}

function pixelRatio(): number {
  return Math.min(3, Math.max(1, window.devicePixelRatio || 1));
}

/** The canvas in this size, empty, with CSS pixels as units. */
function sized(canvas: HTMLCanvasElement, width: number, height: number, ratio = pixelRatio()): CanvasRenderingContext2D {
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const wide = Math.round(width * ratio);
  const high = Math.round(height * ratio);
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
