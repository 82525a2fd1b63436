// SPDX-License-Identifier: Apache-2.0
// Play, pause and scrub, for results without a machine to look at.
import { button, make } from "./dom.ts";
import type { Player } from "./player.ts";
import { readableTime } from "./plots/rich_text.ts";

export function transportBar(player: Player): HTMLElement {
  const steps = 1000;
  const length = player.end - player.start;
  const play = button("▶", "Play", () => (player.playing ? player.pause() : player.play()), "button transport-play");
  const readout = make("output", { class: "transport-time" });
  const slider = make("input", {
    attributes: { type: "range", min: "0", max: String(steps), step: "any", "aria-label": "Time" },
    on: {
      input: () => {
        player.pause();
        player.seek(player.start + (length * Number(slider.value)) / steps);
      },
    },
  });
  const showTime = (): void => {
    slider.value = String(length > 0 ? (steps * (player.time - player.start)) / length : 0);
    readout.textContent = readableTime(player.time, length);
    slider.setAttribute("aria-valuetext", readout.textContent);
  };
  const showState = (): void => {
    play.textContent = player.playing ? "❚❚" : "▶";
    play.title = player.playing ? "Pause" : "Play";
    play.setAttribute("aria-label", play.title);
  };
  showState();
  player.onTime(showTime);
  player.onState(showState);
  showTime();
  return make("div", { class: "card transport", attributes: { role: "group", "aria-label": "Time" } }, play, slider, readout);
}
