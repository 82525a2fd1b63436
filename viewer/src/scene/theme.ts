// SPDX-License-Identifier: Apache-2.0
// Colours of the scene: from the style sheet (scene.css), which knows light and dark; bodies from the palette.
import { Color } from "three";
import { colourOf, isDark } from "../palette.ts";

export interface Theme {
  dark: boolean;
  background: Color;
  ground: Color;
  grid: Color;
  edge: Color;
  edgeOpacity: number;
  shadow: number; // darkness of shadows
  contact: Color;
  arrow: Color;
  flash: Color;
}

const fallback = {
  light: { background: "#f4f6f9", ground: "#b9c0c9", grid: "#8a95a5", edge: "#101820", contact: "#ffcf33", arrow: "#1a232e", flash: "#ff9d1c" },
  dark: { background: "#12161c", ground: "#5d6672", grid: "#64748b", edge: "#05070a", contact: "#ffd84d", arrow: "#f3f6fa", flash: "#ffd98a" },
};

export function readTheme(element: HTMLElement): Theme {
  const dark = isDark();
  const style = getComputedStyle(element);
  const colour = (name: keyof typeof fallback.light): Color => {
    const found = style.getPropertyValue(`--scene-${name}`).trim();
    return new Color(found || fallback[dark ? "dark" : "light"][name]);
  };
  return {
    dark,
    background: colour("background"),
    ground: colour("ground"),
    grid: colour("grid"),
    edge: colour("edge"),
    edgeOpacity: dark ? 0.55 : 0.4,
    shadow: dark ? 0.4 : 0.13,
    contact: colour("contact"),
    arrow: colour("arrow"),
    flash: colour("flash"),
  };
}

/** Six colours that can be told apart, in turn; black and grey of the palette are left to lines and the ground. */
export function bodyColour(body: number, theme: Theme): Color {
  if (body < 0) return theme.ground.clone();
  return new Color(colourOf(body % 6, theme.dark));
}

/** Calls back when light and dark change, by the page or by the system. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", listener);
  return () => {
    observer.disconnect();
    query.removeEventListener("change", listener);
  };
}
