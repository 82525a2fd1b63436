// SPDX-License-Identifier: Apache-2.0
// Okabe and Ito's colours, which people with any colour vision can tell apart; the same as those of src/report/plot.h:
// blue, vermilion, green, purple, orange, sky blue, black, grey. On dark ground some are lighter.
export const lightPalette = ["#0072b2", "#d55e00", "#009e73", "#a04a85", "#b87a00", "#2b91c9", "#000000", "#6f6f6f"];
export const darkPalette = ["#5aa9e6", "#ff8c4a", "#3fcf9f", "#df8fc4", "#f0b429", "#8fd0f5", "#f2f2f2", "#a3a3a3"];

export function isDark(): boolean {
  const asked = document.documentElement.dataset["theme"];
  if (asked === "dark") return true;
  if (asked === "light") return false;
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

export function colourOf(index: number, dark = isDark()): string {
  const palette = dark ? darkPalette : lightPalette;
  return palette[((index % palette.length) + palette.length) % palette.length] as string;
}
