// SPDX-License-Identifier: Apache-2.0
// Elements made from data: every text goes in as text, never as markup.
import { spans } from "./plots/rich_text.ts";

export type Child = Node | string | null | undefined | false;

export interface Traits {
  class?: string;
  text?: string;
  title?: string;
  attributes?: Record<string, string>;
  on?: Record<string, (event: never) => void>;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  traits: Traits = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (traits.class) element.className = traits.class;
  if (traits.text !== undefined) element.textContent = traits.text;
  if (traits.title) element.title = traits.title;
  for (const [key, value] of Object.entries(traits.attributes ?? {})) element.setAttribute(key, value);
  for (const [key, value] of Object.entries(traits.on ?? {})) element.addEventListener(key, value as EventListener);
  for (const child of children) if (child) element.append(child);
  return element;
}

export function button(text: string, title: string, press: () => void, className = "button"): HTMLButtonElement {
  return make("button", {
    class: className,
    text,
    title,
    attributes: { type: "button" },
    on: { click: press },
  });
}

/** Text with ^{…} and _{…} as elements. */
export function rich(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const span of spans(text)) {
    if (span.level === 0) fragment.append(span.text);
    else fragment.append(make(span.level > 0 ? "sup" : "sub", { text: span.text }));
  }
  return fragment;
}
