// SPDX-License-Identifier: Apache-2.0
// What stands beside the text: the machine before a run, or the report of the last one. A new report keeps what the
// reader had chosen in the old one.
import type { ReportData } from "../data.ts";
import { openReport } from "../decode.ts";
import { make } from "../dom.ts";
import { showReport } from "../page.ts";
import { Player } from "../player.ts";
import type { Range } from "../plots/scale.ts";
import { createSceneView } from "../scene/view.ts";

interface Kept {
  tab: string;
  time: number;
  rate: number;
  playing: boolean;
  loop: boolean;
  magnification: number;
  end: number;
  range: Range | null; // of time in the plots
  scroll: number;
}

export class Shown {
  readonly element = make("div", { class: "live-report" });
  private dispose: () => void = () => undefined;
  private kept: Kept | null = null;
  hasReport = false;

  still(data: ReportData): void {
    this.leave();
    const report = openReport(data);
    const scene = createSceneView(report, new Player(0, 0));
    this.element.classList.add("live-still");
    this.element.replaceChildren(
      make(
        "header",
        { class: "heading" },
        make(
          "div",
          { class: "heading-text" },
          make("h1", { text: data.title }),
          make("p", { class: "runs", text: "The machine where it starts. Run it to see it move." }),
        ),
      ),
      make("main", { class: "layout" }, scene ? make("div", { class: "machine" }, scene.element) : make("p", { class: "notice", text: "There is nothing to draw." })),
    );
    this.dispose = () => scene?.dispose();
    this.hasReport = false;
  }

  /** Where there is nothing to show, says why. */
  nothingYet(): void {
    if (this.element.childElementCount > 0) return;
    this.element.append(make("p", { class: "notice", text: "The machine appears here when the model has no mistakes." }));
  }

  report(data: ReportData): void {
    this.leave();
    this.element.classList.remove("live-still");
    const shown = showReport(this.element, openReport(data));
    this.dispose = () => shown.dispose();
    this.hasReport = true;
    this.restore();
  }

  /** Marks a report whose text has changed since. */
  setOld(old: boolean): void {
    this.element.classList.toggle("live-old", old && this.hasReport);
  }

  private leave(): void {
    const handle = window.freeplay;
    if (this.hasReport && handle)
      this.kept = {
        tab: this.element.querySelector('.tab[aria-selected="true"]')?.id ?? "",
        time: handle.player.time,
        rate: handle.player.rate,
        playing: handle.player.playing,
        loop: handle.player.loop,
        magnification: handle.scene?.magnification ?? 1,
        end: handle.player.end,
        range: handle.link.range,
        scroll: window.scrollY,
      };
    this.element.style.minHeight = `${this.element.offsetHeight}px`; // the page does not jump while it is empty
    this.dispose();
    this.element.replaceChildren();
    requestAnimationFrame(() => (this.element.style.minHeight = ""));
  }

  private restore(): void {
    const handle = window.freeplay;
    if (!this.kept || !handle) return;
    const { tab, time, rate, playing, loop, magnification, end, range, scroll } = this.kept;
    if (tab !== "") this.element.querySelector<HTMLButtonElement>(`#${CSS.escape(tab)}`)?.click();
    handle.scene?.setMagnification(magnification);
    handle.player.loop = loop;
    if (end === handle.player.end) {
      handle.player.rate = rate;
      if (range) handle.link.set(range);
    }
    handle.player.seek(time);
    if (playing) handle.player.play();
    handle.player.stateChanged();
    window.scrollTo({ top: scroll });
  }
}
