// SPDX-License-Identifier: Apache-2.0
// What a reader looks at, as the end of the page's address: tab, time, magnification and the stretch of time of the plots.
// A copied address opens the same view.
import type { Handle } from "./page.ts";

const pause = 250; // ms without a change before the address follows

export interface Place {
  tab: string;
  t: number;
  play: number; // magnification
  from: number | null; // of the plots
  to: number | null;
}

export function placeText(place: Place): string {
  const parts = [`tab=${encodeURIComponent(place.tab)}`, `t=${Number(place.t.toPrecision(9))}`, `play=${Number(place.play.toPrecision(4))}`];
  if (place.from !== null && place.to !== null) parts.push(`from=${Number(place.from.toPrecision(9))}`, `to=${Number(place.to.toPrecision(9))}`);
  return parts.join("&");
}

/** What is not there, or no number, is left as it is: null. */
export function placeOf(hash: string): { [key in keyof Place]: Place[key] | null } {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (key: string): number | null => {
    const text = words.get(key);
    const value = text === null || text.trim() === "" ? NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  };
  return { tab: words.get("tab"), t: number("t"), play: number("play"), from: number("from"), to: number("to") };
}

/** Goes to the place that the address names, and keeps it true from then on. */
export function keepPlace(app: HTMLElement, { player, scene, link }: Handle): void {
  const tab = (): string => (app.querySelector('.tab[aria-selected="true"]')?.id ?? "").replace(/^tab-/, "");
  const go = (): void => {
    const place = placeOf(location.hash);
    if (place.tab !== null && place.tab !== tab()) app.querySelector<HTMLButtonElement>(`.tab#tab-${CSS.escape(place.tab)}`)?.click();
    if (place.play !== null) scene?.setMagnification(place.play);
    if (place.from !== null && place.to !== null && place.from < place.to) link.set([place.from, place.to]);
    if (place.t !== null) player.seek(place.t);
  };
  let timer = 0;
  let written = "";
  const write = (): void => {
    if (player.playing) return;
    const range = link.range;
    written = `#${placeText({ tab: tab(), t: player.time, play: scene?.magnification ?? 1, from: range?.[0] ?? null, to: range?.[1] ?? null })}`;
    if (written !== location.hash) history.replaceState(null, "", written);
  };
  const changed = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(write, pause);
  };
  if (location.hash.length > 1) go();
  player.onTime(changed);
  player.onState(changed);
  link.onChange(changed);
  for (const event of ["click", "keyup", "input"]) app.addEventListener(event, changed);
  window.addEventListener("hashchange", () => {
    if (location.hash !== written) go();
  });
}
