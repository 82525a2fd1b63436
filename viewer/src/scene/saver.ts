// SPDX-License-Identifier: Apache-2.0
// The menu that saves what the scene shows: a picture, or one run-through as a film.
import { fileName, saveBlob } from "../download.ts";
import { menu, type MenuItem } from "../menu.ts";
import type { Player } from "../player.ts";
import { gifFilm, planFilm, webmFilm, webmType, type Paint } from "./film.ts";
import { timesText } from "./format.ts";
import { element } from "./widgets.ts";

const gifWidth = 640, filmWidth = 1280; // at most [pixels]

export interface Filmed {
  player: Player;
  name: string; // of the run
  /** What is seen at the player's time, at most so wide; `clock` [ms] is what flashes fade by. */
  shot(clock: number, width: number): HTMLCanvasElement;
}

/** A copy to look at anywhere: no part of it transparent, of even sizes as films want them, with words in its corner. */
export function opaqueCopy(canvas: HTMLCanvasElement, width: number, colours: { back: string; words: string }, words: string): HTMLCanvasElement {
  const copy = document.createElement("canvas");
  const scale = Math.min(1, width / canvas.width);
  [copy.width, copy.height] = [canvas.width, canvas.height].map((size) => 2 * Math.round((scale * size) / 2)) as [number, number];
  const context = copy.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.fillStyle = colours.back;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0, copy.width, copy.height);
  const size = Math.max(11, Math.round(copy.width / 50));
  context.font = `${size}px system-ui, sans-serif`;
  context.fillStyle = colours.words;
  context.fillText(words, size, copy.height - size);
  return copy;
}

export class Saver {
  readonly element: HTMLElement;
  readonly status = element("div", "scene-film");
  private readonly words = element("span");
  private life: AbortController | null = null; // of the film that is being made

  constructor(private readonly filmed: Filmed) {
    const items: MenuItem[] = [
      { text: "Picture (PNG)", title: "As it is seen now", press: () => this.savePicture() },
      { text: "Film (GIF)", title: "One run-through at the speed that is chosen", press: () => void this.saveFilm("gif", gifWidth) },
    ];
    const type = webmType();
    if (type) items.push({ text: "Film (WebM)", title: "One run-through at the speed that is chosen, with all its colours", press: () => void this.saveFilm("webm", filmWidth, type) });
    const { player } = filmed;
    this.element = menu("Save", "Save the machine as a file", player.end > player.start ? items : items.slice(0, 1));
    const stop = element("button", "scene-button", "Stop");
    stop.type = "button";
    stop.addEventListener("click", () => this.life?.abort());
    this.status.setAttribute("role", "status");
    this.status.hidden = true;
    this.status.append(this.words, stop);
  }

  private savePicture(): void {
    this.filmed.shot(performance.now(), Infinity).toBlob((blob) => blob && saveBlob(blob, fileName(this.filmed.name, "png")), "image/png");
  }

  private async saveFilm(ending: "gif" | "webm", width: number, type = ""): Promise<void> {
    if (this.life) return; // one at a time
    const { player, name } = this.filmed;
    const life = (this.life = new AbortController());
    const plan = planFilm(player.start, player.end, player.rate);
    const paint: Paint = (k) => {
      player.seek(plan.times[k] as number);
      return this.filmed.shot(10 * plan.delay * k, width);
    };
    const faster = plan.hurried > 1.01 ? `, ${timesText(plan.hurried)} as fast as chosen` : "";
    const told = (done: number): void => {
      this.words.textContent = `Film: picture ${done} of ${plan.times.length}${faster}`;
    };
    const before = player.time;
    player.pause();
    told(0);
    this.status.hidden = false;
    try {
      const work = { paint, told, signal: life.signal };
      const film = ending === "gif" ? await gifFilm(plan, work) : await webmFilm(plan, type, work);
      if (film) saveBlob(film, fileName(name, ending));
    } finally {
      this.status.hidden = true;
      this.life = null;
      player.seek(before);
    }
  }

  dispose(): void {
    this.life?.abort();
  }
}
