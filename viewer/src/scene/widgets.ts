// SPDX-License-Identifier: Apache-2.0
// Small pieces that the controls are made of. Texts are set as text; icons are drawn here.

const svg = "http://www.w3.org/2000/svg";

const icons = {
  play: "M7 4.5v15l12.5-7.5z",
  pause: "M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z",
  back: "M18 5v14L8.5 12zM5 5h2.2v14H5z",
  next: "M6 5v14l9.5-7zM16.8 5H19v14h-2.2z",
  start: "M12.5 12 20 5.5v13zM4.5 12 12 5.5v13z",
  loop: "M17 4l4 4-4 4V9.2H8.5a3.3 3.3 0 0 0 0 6.6H9V18h-.5a5.5 5.5 0 0 1 0-11H17zM15 15.8h.5a3.3 3.3 0 0 0 3.2-4h2.2a5.5 5.5 0 0 1-5.4 6.2H15z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4zM9 9h6v6H9z",
  tilt: "M12 2.5 20.5 7v10L12 21.5 3.5 17V7zm0 2.3L6.7 7.6 12 10.5l5.3-2.9zM5.5 9.2v6.6l5.5 2.9v-6.5zm13 0L13 12.2v6.5l5.5-2.9z",
  more: "M4 7h9v-2h2v6h-2V9H4zM17 7h3v2h-3zM4 15h3v-2h2v6H7v-2H4zM11 15h9v2h-9z",
} as const;

export type Icon = keyof typeof icons;

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function setIcon(button: HTMLElement, icon: Icon): void {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", icons[icon]);
  path.setAttribute("fill-rule", "evenodd");
  picture.append(path);
  button.replaceChildren(picture);
}

export function iconButton(icon: Icon, label: string, press: () => void, className = ""): HTMLButtonElement {
  const button = element("button", `scene-button ${className}`.trim());
  button.type = "button";
  setLabel(button, label);
  setIcon(button, icon);
  button.addEventListener("click", press);
  return button;
}

export function setLabel(button: HTMLElement, label: string): void {
  button.setAttribute("aria-label", label);
  button.title = label;
}

export function toggle(label: string, on: boolean, change: (on: boolean) => void, colour = ""): HTMLLabelElement {
  const holder = element("label", "scene-check");
  const box = element("input");
  box.type = "checkbox";
  box.checked = on;
  box.addEventListener("change", () => change(box.checked));
  holder.append(box);
  if (colour) {
    const swatch = element("span", "scene-swatch");
    swatch.style.background = colour;
    holder.append(swatch);
  }
  holder.append(element("span", "", label));
  return holder;
}

export function choice(label: string, options: readonly { value: string; text: string }[], value: string, change: (value: string) => void): HTMLLabelElement {
  const holder = element("label", "scene-field");
  const select = element("select");
  for (const option of options) {
    const made = element("option", "", option.text);
    made.value = option.value;
    select.append(made);
  }
  select.value = value;
  select.addEventListener("change", () => change(select.value));
  holder.append(element("span", "scene-caption", label), select);
  return holder;
}

export function slider(label: string, low: number, high: number, step: number | "any", value: number, change: (value: number) => void): HTMLInputElement {
  const range = element("input", "scene-range");
  range.type = "range";
  range.min = String(low);
  range.max = String(high);
  range.step = String(step);
  range.value = String(value);
  range.setAttribute("aria-label", label);
  range.addEventListener("input", () => {
    fill(range);
    change(Number(range.value));
  });
  fill(range);
  return range;
}

/** Tells the style sheet how much of a slider is filled. */
export function fill(range: HTMLInputElement): void {
  const [low, high] = [Number(range.min), Number(range.max)];
  const part = high > low ? (Number(range.value) - low) / (high - low) : 0;
  range.style.setProperty("--part", `${(100 * part).toFixed(2)}%`);
}
