// SPDX-License-Identifier: Apache-2.0
// A number of the model as a field in its place in the text.
import { make } from "../dom.ts";
import { nudge, type Piece } from "./numbers.ts";

/** `original`: what the file has there; a number that differs is marked. */
export function numberField(piece: Piece, line: number, original: string, changed: () => void, enter: () => void): HTMLInputElement {
  let before = piece.text;
  const field = make("input", {
    class: "number",
    attributes: {
      type: "text",
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      "aria-label": `line ${line}, ${piece.key || "number"}`,
    },
  });
  const show = (): void => {
    field.style.width = `calc(${Math.max(1, field.value.length)}ch + 0.6em)`;
    field.classList.toggle("number-changed", piece.text !== original);
    field.title = piece.text === original ? "↑ ↓ change the last digit, with Shift ten of it, with Alt a tenth" : `in the file: ${original}`;
  };
  const take = (text: string): void => {
    // Nothing typed here may end the value: it stays one number of this line.
    const clean = piece.quoted ? text.replace(/["'\\\r\n]/g, "") : text.replace(/[^0-9A-Za-z_+\-.]/g, "");
    if (clean !== field.value) field.value = clean;
    piece.text = clean;
    show();
    changed();
  };
  field.value = piece.text;
  show();
  field.addEventListener("focus", () => (before = piece.text));
  field.addEventListener("input", () => take(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") enter();
    else if (event.key === "Escape") take(before);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const steps = (event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1);
      const next = nudge(piece.text, steps, event.altKey);
      if (next === null) return;
      take(next);
    } else return;
    event.preventDefault();
  });
  return field;
}
