// SPDX-License-Identifier: Apache-2.0
// What the run found: the first thing on the page. A moment that is named can be clicked and is shown.
import type { FindingsData } from "./data.ts";
import type { Report } from "./decode.ts";
import { button, make } from "./dom.ts";
import type { Player } from "./player.ts";

export function findingsPanel(report: Report, player: Player, showIt = "Show this moment"): HTMLElement | null {
  const several = report.runs.length > 1;
  const cards = report.runs.map(({ data }) => card(data.findings, several ? data.label : "", player, showIt));
  if (cards.every((each) => each === null)) return null;
  return make("section", { class: "findings", attributes: { "aria-label": "Summary" } }, ...cards);
}

function card(found: FindingsData | undefined, label: string, player: Player, showIt: string): HTMLElement | null {
  if (!found) return null;
  const items = found.items.map((item) => {
    const { time } = item;
    const note =
      time === undefined
        ? item.note !== "" && make("span", { class: "finding-note", text: item.note })
        : button(item.note, showIt, () => player.seek(time), "finding-note finding-time");
    return make("div", { class: "finding" }, make("dt", { text: item.label }), make("dd", {}, make("span", { class: "finding-value", text: item.value }), note));
  });
  return make(
    "div",
    { class: "card finding-card" },
    make(
      "div",
      { class: "finding-head" },
      make("p", { text: [label, found.sentence].filter(Boolean).join(": ") }),
      make("span", { class: `light light-${found.light}`, text: found.verdict }),
    ),
    items.length > 0 && make("dl", { class: "finding-list" }, ...items),
    reasons(found),
  );
}

/** One reason stands in sight; of more the first does. */
function reasons(found: FindingsData): HTMLElement | null {
  const [first, ...others] = found.reasons;
  if (first === undefined) return null;
  if (others.length === 0 || found.light === "good") return make("p", { class: "light-reason", text: found.reasons.join("; ") });
  const list = make("ul", {}, ...others.map((text) => make("li", { text })));
  return make("details", { class: "light-reason" }, make("summary", { text: `${first} (and ${others.length} more)` }), list);
}
