// SPDX-License-Identifier: Apache-2.0
// The model's text, in two ways: with its numbers as fields, or as a plain text. Mistakes stand at their lines.
import { make } from "../dom.ts";
import { numberField } from "./number_field.ts";
import { joinLines, readLines, type Piece } from "./numbers.ts";
import type { Diagnostic } from "./server.ts";

export type Mode = "numbers" | "text";
const mostLines = 4000; // with fields; longer texts are plain

export class Editor {
  readonly element = make("div", { class: "editor" });
  private readonly unplaced = make("div", { class: "editor-marks" });
  private readonly rows = make("div", { class: "editor-rows", attributes: { role: "group", "aria-label": "Model" } });
  private readonly area = make("textarea", { attributes: { spellcheck: "false", autocapitalize: "off", wrap: "off", "aria-label": "Model text" } });
  private readonly gutter = make("div", { class: "editor-gutter", attributes: { "aria-hidden": "true" } });
  private readonly plain = make("div", { class: "editor-plain" }, make("div", { class: "editor-gutter-window" }, this.gutter), this.area);
  private lines: Piece[][] = [];
  private marks: readonly Diagnostic[] = [];
  private original = "";
  private wanted: Mode = "numbers";

  /** `changed` is called for every edit of the reader, not for setText(). */
  constructor(
    private readonly changed: () => void,
    private readonly enter: () => void,
  ) {
    this.element.append(this.unplaced, this.rows, this.plain);
    this.area.addEventListener("input", () => {
      this.showGutter();
      this.changed();
    });
    this.area.addEventListener("scroll", () => (this.gutter.style.transform = `translateY(${-this.area.scrollTop}px)`));
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.enter();
    });
  }

  get text(): string {
    return this.mode === "text" ? this.area.value : joinLines(this.lines);
  }
  get mode(): Mode {
    return this.rows.hidden ? "text" : "numbers";
  }

  /** `original`: the text of the file, which changed numbers are compared with. */
  setText(text: string, original: string): void {
    this.original = original;
    this.show(text);
  }

  setMode(mode: Mode): void {
    this.wanted = mode;
    this.show(this.text);
  }

  private show(text: string): void {
    const lines = readLines(text);
    const fields = this.wanted === "numbers" && lines.length <= mostLines;
    this.rows.hidden = !fields;
    this.plain.hidden = fields;
    this.lines = fields ? lines : [];
    this.area.value = fields ? "" : text;
    if (fields) this.build();
    else this.rows.replaceChildren();
    this.mark(this.marks);
  }

  private build(): void {
    const known = readLines(this.original);
    this.rows.replaceChildren(
      ...this.lines.map((pieces, k) => {
        // A number is compared with that at the same place of the same line, if the lines are alike otherwise.
        const there = known.length === this.lines.length && known[k]?.length === pieces.length ? known[k] : null;
        const parts = pieces.map((piece, i) =>
          piece.kind === "number"
            ? numberField(piece, k + 1, there?.[i]?.text ?? piece.text, this.changed, this.enter)
            : make("span", { class: `piece-${piece.kind}`, text: piece.text }),
        );
        return make(
          "div",
          { class: "row", attributes: { "data-line": String(k + 1) } },
          make("span", { class: "row-number", text: String(k + 1), attributes: { "aria-hidden": "true" } }),
          make("code", {}, ...parts),
        );
      }),
    );
  }

  /** Puts mistakes and warnings at their lines; those without a place stand on top. */
  mark(diagnostics: readonly Diagnostic[]): void {
    this.marks = diagnostics.filter((each) => each.severity !== "note");
    for (const old of this.rows.querySelectorAll(".mark")) old.remove();
    for (const row of this.rows.querySelectorAll(".row-error, .row-warning")) row.classList.remove("row-error", "row-warning");
    const placed: Diagnostic[] = [];
    for (const each of this.marks) {
      const row = this.mode === "numbers" ? this.rows.querySelector(`.row[data-line="${each.line}"]`) : null;
      if (!row) continue;
      placed.push(each);
      row.classList.add(`row-${each.severity}`);
      row.append(this.note(each, false));
    }
    this.unplaced.replaceChildren(...this.marks.filter((each) => !placed.includes(each)).map((each) => this.note(each, true)));
    this.showGutter();
  }

  private note(each: Diagnostic, withLine: boolean): HTMLElement {
    const place = withLine && each.line > 0 ? `line ${each.line}: ` : "";
    const note = make(
      "div",
      { class: `mark mark-${each.severity}`, attributes: { role: each.severity === "error" ? "alert" : "note" } },
      make("span", { class: "mark-text", text: `${place}${each.key ? `${each.key}: ` : ""}${each.message}` }),
      each.hint !== "" && make("span", { class: "mark-hint", text: each.hint }),
    );
    if (withLine && each.line > 0) {
      note.tabIndex = 0;
      note.classList.add("mark-link");
      note.addEventListener("click", () => this.goTo(each.line, each.column));
    }
    return note;
  }

  private goTo(line: number, column: number): void {
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.max(0, column - 1);
    this.area.focus();
    this.area.setSelectionRange(start, start);
    this.area.scrollTop = (line - 4) * parseFloat(getComputedStyle(this.area).lineHeight);
  }

  /** Shows the first mistake. */
  reveal(): void {
    this.element.querySelector(".mark-error")?.scrollIntoView({ block: "nearest" });
  }

  private showGutter(): void {
    if (this.mode !== "text") return;
    const count = this.area.value.split("\n").length;
    const worst = new Map<number, string>();
    for (const each of this.marks) if (worst.get(each.line) !== "error") worst.set(each.line, each.severity);
    this.gutter.replaceChildren(
      ...Array.from({ length: count }, (_, k) => make("div", { class: worst.has(k + 1) ? `gutter-${worst.get(k + 1)}` : "", text: String(k + 1) })),
    );
  }
}
