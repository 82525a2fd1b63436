// SPDX-License-Identifier: Apache-2.0
// A list of impacts, events or contacts: sorts by a click on a header, filters, goes to the time of a row. Only the
// rows in sight are in the page, so that thousands do not slow it down.
import type { Report } from "./decode.ts";
import { sampleAt } from "./decode.ts";
import { button, make, rich } from "./dom.ts";
import { fileName, saveText } from "./download.ts";
import type { Player } from "./player.ts";
import { prettyUnit } from "./plots/rich_text.ts";
import { cellText, filtered, sortRows, tableCsv, type TableModel } from "./table_model.ts";

const rowHeight = 30;
const spare = 8; // rows above and below what is seen
const mostWords = 300;

export class TableView {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly body = make("tbody");
  private readonly heads: HTMLTableCellElement[] = [];
  private readonly count = make("span", { class: "muted", attributes: { "aria-live": "polite" } });
  private readonly wanted = new Map<string, string>();
  private rows: Uint32Array;
  private sortedBy = -1;
  private falling = false;
  private active = -1;
  private first = -1;

  constructor(
    readonly model: TableModel,
    private readonly report: Report,
    private readonly player: Player,
    title: string,
  ) {
    this.rows = filtered(model, this.wanted);
    const table = make(
      "table",
      { class: "rows", attributes: { role: "grid", "aria-rowcount": String(model.rows + 1), "aria-label": title } },
      make("thead", {}, make("tr", {}, ...model.columns.map((_, k) => this.head(k)))),
      this.body,
    );
    this.scroller = make(
      "div",
      {
        class: "table-scroll",
        attributes: { tabindex: "0", role: "region", "aria-label": `${title}: arrow keys choose a row, Enter goes to its time` },
        on: { scroll: () => this.show(), keydown: (event: KeyboardEvent) => this.key(event) },
      },
      table,
    );
    this.element = make(
      "section",
      { class: "card table-card" },
      make("h2", { text: title }),
      model.help !== "" && make("p", { class: "help", text: model.help }),
      make(
        "div",
        { class: "table-tools" },
        ...this.filters(),
        this.count,
        make("span", { class: "spring" }),
        button("CSV", `Save ${title} as CSV`, () => saveText(tableCsv(this.model, this.rows), "text/csv", fileName(title, "csv")), "plot-button"),
      ),
      this.scroller,
    );
    new ResizeObserver(() => this.show(true)).observe(this.scroller);
    this.refresh();
  }

  /** Sorts by a column: first rising, then falling. */
  sort(column: number): void {
    this.falling = this.sortedBy === column ? !this.falling : false;
    this.sortedBy = column;
    this.heads.forEach((head, k) =>
      head.setAttribute("aria-sort", k !== column ? "none" : this.falling ? "descending" : "ascending"),
    );
    this.refresh();
  }

  filter(column: string, word: string): void {
    if (word === "") this.wanted.delete(column);
    else this.wanted.set(column, word);
    this.refresh();
  }

  /** Goes to the last sample before the row's time, so that playing shows it come. */
  go(place: number): void {
    const row = this.rows[place];
    const exact = this.model.chooses !== undefined;
    const time = this.model.columns.find((column) => column.name === (this.model.chooses ?? "time"));
    if (row === undefined || !time) return;
    const t = time.values[row] as number;
    const runs = this.model.columns.find((column) => column.name === "run" && this.report.runs.length > 1);
    const label = runs?.words?.[runs.values[row] as number];
    const times = (this.report.runs.find((run) => run.data.label === label) ?? this.report.runs[0])?.time;
    if (!times) return;
    let k = sampleAt(times, t);
    if (!exact && k > 0 && (times[k] as number) >= t) --k;
    this.active = place;
    this.player.seek(times[k] ?? t);
    this.show(true);
  }

  private head(k: number): HTMLTableCellElement {
    const column = this.model.columns[k] as TableModel["columns"][number];
    const cell = make(
      "th",
      { class: column.words ? "word" : "number", attributes: { scope: "col", "aria-sort": "none" } },
      make(
        "button",
        { class: "sort", title: `Sort by ${column.name}`, attributes: { type: "button" }, on: { click: () => this.sort(k) } },
        make("span", { text: column.name.replaceAll("_", " ") }),
        column.unit !== "" && make("span", { class: "unit" }, rich(prettyUnit(column.unit))),
      ),
    );
    this.heads.push(cell);
    return cell;
  }

  private filters(): HTMLElement[] {
    return this.model.columns.flatMap((column) => {
      if (!column.words) return [];
      const used = [...new Set(column.values)].map((value) => column.words?.[value] ?? "?");
      if (used.length < 2 || used.length > mostWords) return [];
      used.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      const choice = make(
        "select",
        { attributes: { "aria-label": `Only this ${column.name}` }, on: { change: () => this.filter(column.name, choice.value) } },
        make("option", { text: `every ${column.name}`, attributes: { value: "" } }),
        ...used.map((word) => make("option", { text: word, attributes: { value: word } })),
      );
      return [choice];
    });
  }

  private refresh(): void {
    this.rows = filtered(this.model, this.wanted);
    const column = this.model.columns[this.sortedBy];
    if (column) this.rows = sortRows(this.rows, column, this.falling);
    this.active = -1;
    const { recorded, rows } = this.model;
    const all = this.rows.length === rows ? `${rows} rows` : `${this.rows.length} of ${rows} rows`;
    this.count.textContent = recorded > rows ? `${all}; the result file has ${recorded}` : all;
    this.show(true);
  }

  private show(always = false): void {
    const height = this.scroller.clientHeight || 420;
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / rowHeight) - spare);
    if (!always && first === this.first) return;
    this.first = first;
    const last = Math.min(this.rows.length, first + Math.ceil(height / rowHeight) + 2 * spare);
    const lines: HTMLElement[] = [this.gap(first)];
    for (let place = first; place < last; ++place) lines.push(this.line(place));
    lines.push(this.gap(this.rows.length - last));
    this.body.replaceChildren(...lines);
  }

  private gap(rows: number): HTMLElement {
    const line = make("tr", { attributes: { "aria-hidden": "true" } });
    line.style.height = `${rows * rowHeight}px`;
    return line;
  }

  private line(place: number): HTMLElement {
    const row = this.rows[place] as number;
    const chosen = place === this.active;
    return make(
      "tr",
      {
        class: chosen ? "row chosen" : "row",
        attributes: { "aria-rowindex": String(place + 2), "aria-selected": String(chosen) },
        on: { click: () => this.go(place) },
      },
      ...this.model.columns.map((column) => make("td", { class: column.words ? "word" : "number", text: cellText(column, row) })),
    );
  }

  private key(event: KeyboardEvent): void {
    if (event.target !== this.scroller) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    if (event.key === "Enter" && this.active >= 0) this.go(this.active);
    else if (step !== undefined) this.choose(this.active + step);
    else if (event.key === "Home") this.choose(0);
    else if (event.key === "End") this.choose(this.rows.length - 1);
    else return;
    event.preventDefault();
  }

  private choose(place: number): void {
    if (this.rows.length === 0) return;
    this.active = Math.min(Math.max(place, 0), this.rows.length - 1);
    const top = this.active * rowHeight;
    const covered = this.heads[0]?.offsetHeight ?? rowHeight; // the header stays above the rows
    const seen = this.scroller.clientHeight - covered - rowHeight;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top > this.scroller.scrollTop + seen) this.scroller.scrollTop = top - seen;
    this.show(true);
  }
}
