// SPDX-License-Identifier: Apache-2.0
// The numbers of a result that holds a single moment, such as an equilibrium: a table instead of plots.
import { channelsOf, splitPath } from "./channel_list.ts";
import type { ChannelData } from "./data.ts";
import type { Report, Run } from "./decode.ts";
import { make, rich } from "./dom.ts";
import { prettyUnit, readable } from "./plots/rich_text.ts";

export function isOneMoment(report: Report): boolean {
  return report.runs.every((run) => run.data.samples <= 1);
}

export function valuesPanel(report: Report): HTMLElement {
  const groups = new Map<string, ChannelData[]>();
  for (const channel of channelsOf(report)) {
    const { group } = splitPath(channel.path);
    groups.set(group, [...(groups.get(group) ?? []), channel]);
  }
  return make("div", { class: "fact-cards" }, ...[...groups].map(([group, channels]) => card(group, channels, report.runs)));
}

function card(group: string, channels: readonly ChannelData[], runs: readonly Run[]): HTMLElement {
  const rows = channels.flatMap((channel) =>
    channel.components.map((component, k) =>
      make(
        "tr",
        { title: channel.help },
        make("th", { text: [splitPath(channel.path).name.replaceAll("_", " "), component].filter(Boolean).join(" "), attributes: { scope: "row" } }),
        ...runs.map((run) => make("td", {}, rich(valueText(channel, run.channel(channel.path, k)?.[0])))),
      ),
    ),
  );
  const head =
    runs.length > 1 &&
    make("thead", {}, make("tr", {}, make("th", {}), ...runs.map((run) => make("th", { text: run.data.label, attributes: { scope: "col" } }))));
  return make("section", { class: "card facts" }, make("h2", { text: group }), make("div", { class: "scroll-x" }, make("table", {}, head, make("tbody", {}, ...rows))));
}

function valueText(channel: ChannelData, value: number | undefined): string {
  if (value === undefined) return "–";
  if (channel.words.length > 0) return channel.words[value] ?? String(value);
  return [readable(value, 6), prettyUnit(channel.unit)].filter(Boolean).join(" ");
}
