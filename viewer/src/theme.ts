// SPDX-License-Identifier: Apache-2.0
// Light or dark: as the system says until the reader chooses.
import { isDark } from "./palette.ts";

const key = "freeplay-theme";

/** Calls back when the colours change, by choice or by the system. */
export function onTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", listener);
  };
}

function remembered(): string | null {
  try {
    return localStorage.getItem(key); // refused in some browsers for pages from a file
  } catch {
    return null;
  }
}

export function restoreTheme(): void {
  const asked = remembered();
  if (asked === "dark" || asked === "light") document.documentElement.dataset["theme"] = asked;
}

export function toggleTheme(): void {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem(key, next);
  } catch {
    // The choice then lasts as long as the page.
  }
}
