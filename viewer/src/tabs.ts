// SPDX-License-Identifier: Apache-2.0
// Tabs, built when they are first opened. Arrow keys move between them.
import { make } from "./dom.ts";

export interface Tab {
  id: string;
  label: string;
  title?: string;
  build: () => HTMLElement;
  hidden?: boolean;
  mark?: number; // shown beside the label when not zero
  printed?: boolean; // on paper too when another tab is open
}

export interface Tabs {
  element: HTMLElement;
  /** Shows every tab that is printed, until restore(). */
  showForPaper(): void;
  restore(): void;
}

export function tabs(all: readonly Tab[], extra: HTMLElement): Tabs {
  const shown = all.filter((tab) => !tab.hidden);
  const heads: HTMLButtonElement[] = [];
  const panels: HTMLElement[] = [];
  const build = (k: number): void => {
    const panel = panels[k];
    if (panel && panel.childElementCount === 0) panel.append((shown[k] as Tab).build());
  };
  let current = 0;
  const open = (k: number, focus: boolean): void => {
    current = k;
    build(k);
    heads.forEach((head, other) => {
      head.setAttribute("aria-selected", String(other === k));
      head.tabIndex = other === k ? 0 : -1;
    });
    panels.forEach((panel, other) => (panel.hidden = other !== k));
    if (focus) heads[k]?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    const now = heads.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: heads.length - 1 }[event.key];
    if (now < 0 || next === undefined) return;
    event.preventDefault();
    open((next + heads.length) % heads.length, true);
  };
  shown.forEach((tab, k) => {
    heads.push(
      make(
        "button",
        {
          class: "tab",
          text: tab.label,
          title: tab.title ?? "",
          attributes: { type: "button", role: "tab", id: `tab-${tab.id}`, "aria-controls": `panel-${tab.id}` },
          on: {
            click: () => {
              open(k, false);
              // A panel that was left far down begins at its top.
              const bar = heads[k]?.closest(".tab-bar");
              if (bar && bar.getBoundingClientRect().top <= 0) panels[k]?.scrollIntoView({ block: "start" });
            },
          },
        },
        tab.mark ? make("span", { class: "tab-mark", text: String(tab.mark), attributes: { "aria-label": `${tab.mark} warnings` } }) : null,
      ),
    );
    panels.push(make("div", { class: "panel", attributes: { role: "tabpanel", id: `panel-${tab.id}`, "aria-labelledby": `tab-${tab.id}` } }));
  });
  const bar = make(
    "div",
    { class: "tab-bar" },
    make("div", { class: "tab-list", attributes: { role: "tablist", "aria-label": "Parts of the report" }, on: { keydown: key } }, ...heads),
    extra,
  );
  open(0, false);
  return {
    element: make("div", { class: "tabs" }, bar, ...panels),
    showForPaper: () =>
      shown.forEach((tab, k) => {
        if (!tab.printed) return;
        build(k);
        (panels[k] as HTMLElement).hidden = false;
      }),
    restore: () => open(current, false),
  };
}
