// SPDX-License-Identifier: Apache-2.0
// A button that opens a short list of commands: one stop of the keyboard instead of one for each command. As the ARIA
// Authoring Practices describe a menu button: Enter, Space and the arrows open it, arrows, Home, End and first letters
// move, Escape closes it and gives the focus back. The list exists only while it is open.
import { button, make } from "./dom.ts";

export interface MenuItem {
  text: string;
  title: string;
  press: () => void;
}

let closeOpen: (() => void) | null = null; // one menu at a time

export function menu(text: string, title: string, items: readonly MenuItem[]): HTMLElement {
  const opener = button(text, title, () => (opener.getAttribute("aria-expanded") === "true" ? closeOpen?.() : open(0)), "plot-button menu-button");
  opener.setAttribute("aria-haspopup", "menu");
  opener.setAttribute("aria-expanded", "false");
  const element = make("div", { class: "menu" }, opener);

  const open = (first: number): void => {
    closeOpen?.();
    const entries = items.map((item) => {
      const entry = button(item.text, item.title, () => {
        close();
        opener.focus();
        item.press();
      }, "menu-item");
      entry.setAttribute("role", "menuitem");
      entry.tabIndex = -1;
      return entry;
    });
    const list = make("div", { class: "menu-list", attributes: { role: "menu", "aria-label": title } }, ...entries);
    const life = new AbortController();
    const close = (): void => {
      life.abort();
      list.remove();
      opener.setAttribute("aria-expanded", "false");
      closeOpen = null;
    };
    const focus = (index: number): void => entries[(index + entries.length) % entries.length]?.focus();
    list.addEventListener("keydown", (event) => {
      const at = entries.findIndex((entry) => entry === document.activeElement);
      const letter = event.key.length === 1 ? entries.findIndex((entry) => entry.textContent?.toLowerCase().startsWith(event.key.toLowerCase())) : -1;
      const moves: Record<string, () => void> = {
        ArrowDown: () => focus(at + 1),
        ArrowUp: () => focus(at - 1),
        Home: () => focus(0),
        End: () => focus(-1),
        Escape: () => {
          close();
          opener.focus();
        },
      };
      const move = moves[event.key] ?? (event.key !== " " && letter >= 0 ? () => focus(letter) : undefined);
      event.stopPropagation(); // Space presses the command, it does not play
      if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      move();
    });
    element.addEventListener(
      "focusout",
      (event) => {
        if (!element.contains(event.relatedTarget as Node | null)) close();
      },
      { signal: life.signal },
    );
    element.addEventListener("mousedown", (event) => event.preventDefault(), { signal: life.signal }); // a press must not take the focus away first
    document.addEventListener("pointerdown", (event) => !element.contains(event.target as Node) && close(), { signal: life.signal, capture: true });
    element.append(list);
    opener.setAttribute("aria-expanded", "true");
    closeOpen = close;
    focus(first);
  };
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    event.stopPropagation();
    open(event.key === "ArrowDown" ? 0 : -1);
  });
  return element;
}
