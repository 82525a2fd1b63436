// SPDX-License-Identifier: Apache-2.0
// All channels of the runs, to choose from: grouped as their paths are, with a search field.
import type { ChannelData } from "./data.ts";
import type { Report } from "./decode.ts";
import { make } from "./dom.ts";
import { plain, prettyUnit } from "./plots/rich_text.ts";

export interface Pick {
  path: string;
  component: number;
}

export const pickKey = (pick: Pick): string => `${pick.path}#${pick.component}`;

/** Channels of all runs, each path once. */
export function channelsOf(report: Report): ChannelData[] {
  const found = new Map<string, ChannelData>();
  for (const run of report.runs)
    for (const channel of run.data.channels) if (channel.path !== "/time" && !found.has(channel.path)) found.set(channel.path, channel);
  return [...found.values()];
}

/** "/body/crank/position" belongs to "body crank" as "position". */
export function splitPath(path: string): { group: string; name: string } {
  const parts = path.split("/").filter((part) => part !== "");
  const name = parts.pop() ?? path;
  const [kind, ...rest] = parts;
  return { group: kind ? (rest.length > 0 ? `${kind} ${rest.join("/")}` : kind) : "run", name };
}

/** "crank position.x" for legends. */
export function pickLabel(channel: ChannelData, component: number): string {
  const { group, name } = splitPath(channel.path);
  const part = channel.components[component];
  return `${group.replace(/^(body|joint|contact|driver) /, "")} ${name.replaceAll("_", " ")}${part ? `.${part}` : ""}`;
}

/** Whether every word of a search occurs in path, unit or help. */
export function matches(channel: ChannelData, search: string): boolean {
  const names = channel.components.map((component) => (component === "" ? channel.path : `${channel.path}.${component}`));
  const text = `${names.join(" ")} ${channel.unit} ${channel.help}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const mostOpen = 10; // groups that are open without a search

export class ChannelList {
  readonly element: HTMLElement;
  readonly channels: ChannelData[];
  private readonly groups = make("div", { class: "channel-groups" });
  private readonly search: HTMLInputElement;
  private chosen = new Set<string>();

  constructor(
    report: Report,
    private readonly toggle: (pick: Pick) => void,
  ) {
    this.channels = channelsOf(report);
    this.search = make("input", {
      class: "search",
      attributes: { type: "search", placeholder: `Search ${this.channels.length} channels`, "aria-label": "Search channels", spellcheck: "false" },
      on: { input: () => this.render() },
    });
    this.element = make("div", { class: "card channel-list" }, this.search, this.groups);
    this.render();
  }

  /** Marks what the chosen plot shows. */
  mark(chosen: Set<string>): void {
    this.chosen = chosen;
    for (const chip of this.groups.querySelectorAll<HTMLElement>("[data-pick]"))
      chip.setAttribute("aria-pressed", String(chosen.has(chip.dataset["pick"] as string)));
  }

  private render(): void {
    const search = this.search.value.trim();
    const groups = new Map<string, ChannelData[]>();
    for (const channel of this.channels) {
      if (search && !matches(channel, search)) continue;
      const { group } = splitPath(channel.path);
      const members = groups.get(group);
      if (members) members.push(channel);
      else groups.set(group, [channel]);
    }
    const open = search !== "" || groups.size <= mostOpen;
    this.groups.replaceChildren(...[...groups].map(([name, channels]) => this.group(name, channels, open)));
    if (groups.size === 0) this.groups.append(make("p", { class: "muted", text: "No channel has these words." }));
  }

  private group(name: string, channels: ChannelData[], open: boolean): HTMLElement {
    const [kind, ...rest] = name.split(" ");
    const box = make(
      "details",
      { class: "channel-group" },
      make("summary", {}, make("span", { class: "kind", text: `${kind ?? ""} ` }), make("span", { text: rest.join(" ") })),
    );
    const fill = (): void => {
      if (box.childElementCount === 1) box.append(...channels.map((channel) => this.row(channel)));
    };
    box.addEventListener("toggle", () => box.open && fill());
    if (open) {
      fill();
      box.open = true;
    }
    return box;
  }

  private row(channel: ChannelData): HTMLElement {
    const { name } = splitPath(channel.path);
    const single = channel.data.length === 1;
    const chip = (component: number, text: string): HTMLElement => {
      const pick = { path: channel.path, component };
      const element = make("button", {
        class: single ? "channel-name" : "component",
        text,
        title: `${channel.path}${channel.help ? `: ${channel.help}` : ""}`,
        attributes: {
          type: "button",
          "aria-pressed": String(this.chosen.has(pickKey(pick))),
          "aria-label": `${channel.path} ${channel.components[component] ?? ""}`,
        },
        on: { click: () => this.toggle(pick) },
      });
      element.dataset["pick"] = pickKey(pick);
      return element;
    };
    const title = name.replaceAll("_", " ");
    return make(
      "div",
      { class: "channel-row" },
      single ? chip(0, title) : make("span", { class: "channel-title", text: title, title: channel.help }),
      !single && make("span", { class: "components" }, ...channel.data.map((_, k) => chip(k, channel.components[k] || String(k + 1)))),
      make("span", { class: "unit", text: channel.words.length > 0 ? "words" : plain(prettyUnit(channel.unit)) }),
    );
  }
}
