// SPDX-License-Identifier: Apache-2.0
// What was run: warnings first, then figures of the run, options, the model as written and as understood.
import type { RunData } from "./data.ts";
import type { Report } from "./decode.ts";
import { button, make } from "./dom.ts";
import { diffLines, shortDiff } from "./diff.ts";
import { saveText } from "./download.ts";

export function aboutPanel(report: Report): HTMLElement {
  const runs = report.runs.map((run) => run.data);
  const several = runs.length > 1;
  return make(
    "div",
    { class: "about" },
    ...notices(runs),
    facts(runs),
    ...runs.map((run) => loads(run, several)),
    several && differences(runs),
    ...runs.flatMap((run) => texts(run, several)),
    attributes(runs),
  );
}

/** Warnings, runs that did not end well, thinned pages: what a reader must not overlook. */
function notices(runs: readonly RunData[]): HTMLElement[] {
  const several = runs.length > 1;
  const found: HTMLElement[] = [];
  for (const run of runs) {
    const whose = several ? `${run.label}: ` : "";
    if (run.status !== "complete")
      found.push(make("p", { class: "notice notice-bad", text: `${whose}the run did not complete: ${run.status}`, attributes: { role: "alert" } }));
    for (const warning of run.about.warnings)
      found.push(make("p", { class: "notice notice-warning", text: whose + warning, attributes: { role: "note" } }));
    if (run.recorded > run.samples)
      found.push(
        make("p", {
          class: "notice",
          text:
            `${whose}this page holds ${run.samples} of ${run.recorded} samples. Of each stretch that was left out, ` +
            "curves keep the least and the greatest value; positions are those of the samples. The result file has them all.",
        }),
      );
  }
  return found;
}

/** One column per run; rows whose values differ are marked. */
function facts(runs: readonly RunData[]): HTMLElement {
  const groups: string[] = [];
  const keys = new Map<string, string[]>();
  for (const run of runs)
    for (const fact of run.about.facts) {
      if (!keys.has(fact.group)) {
        groups.push(fact.group);
        keys.set(fact.group, []);
      }
      const labels = keys.get(fact.group) as string[];
      if (!labels.includes(fact.label)) labels.push(fact.label);
    }
  const value = (run: RunData, group: string, label: string): string =>
    run.about.facts.find((fact) => fact.group === group && fact.label === label)?.value ?? "–";
  const several = runs.length > 1;
  const cards = groups.map((group) => {
    const rows = (keys.get(group) as string[]).map((label) => {
      const values = runs.map((run) => value(run, group, label));
      const differs = values.some((text) => text !== values[0]);
      return make(
        "tr",
        { class: differs ? "differs" : "" },
        make("th", { text: label, attributes: { scope: "row" } }),
        ...values.map((text) => make("td", { text })),
      );
    });
    const head = several && make("thead", {}, make("tr", {}, make("th"), ...runs.map((run) => make("th", { text: run.label, attributes: { scope: "col" } }))));
    return make("section", { class: "card facts" }, make("h2", { text: group || "The run" }), make("div", { class: "scroll-x" }, make("table", {}, head, make("tbody", {}, ...rows))));
  });
  return make("div", { class: several ? "fact-cards fact-cards-wide" : "fact-cards" }, ...cards);
}

const loadHeads = ["", "", "", "peak", "RMS", "95 %", "99 %", "impacts/s", "in contact (%)", "of impacts (%)", "work (J)"];

/** What joints, contacts and drivers bore. */
function loads(run: RunData, several: boolean): HTMLElement | null {
  if (!run.about.loads || run.about.loads.rows.length === 0) return null;
  const rows = run.about.loads.rows.map((cells) =>
    make("tr", {}, make("th", { text: cells.slice(0, 2).join(" "), attributes: { scope: "row" } }), ...cells.slice(2).map((text) => make("td", { text }))),
  );
  const head = make("thead", {}, make("tr", {}, ...loadHeads.slice(1).map((text) => make("th", { text, attributes: { scope: "col" } }))));
  return make(
    "section",
    { class: "card facts" },
    make("h2", { text: several ? `Loads · ${run.label}` : "Loads" }),
    make("p", { class: "muted", text: run.about.loads.note }),
    make("div", { class: "scroll-x" }, make("table", { class: "loads" }, head, make("tbody", {}, ...rows))),
  );
}

/** How the models differ from the first one, as understood. */
function differences(runs: readonly RunData[]): HTMLElement {
  const [first, ...others] = runs as [RunData, ...RunData[]];
  const parts = others.map((run) => {
    const lines = shortDiff(diffLines(first.about.understood, run.about.understood));
    const heading = make("h3", { text: `${run.label} against ${first.label}` });
    if (lines.length === 0) return make("div", {}, heading, make("p", { class: "muted", text: "The models are the same." }));
    const rows = lines.map((line) =>
      line === null
        ? make("tr", { class: "diff-gap" }, make("td", { text: "⋯" }), make("td", { text: "⋯" }))
        : make(
            "tr",
            { class: line.same ? "" : "diff-changed" },
            make("td", { class: line.left === null ? "diff-none" : "", text: line.left ?? "" }),
            make("td", { class: line.right === null ? "diff-none" : "", text: line.right ?? "" }),
          ),
    );
    const head = make("thead", {}, make("tr", {}, make("th", { text: first.label }), make("th", { text: run.label })));
    return make("div", {}, heading, make("div", { class: "scroll-x" }, make("table", { class: "diff" }, head, make("tbody", {}, ...rows))));
  });
  return make("section", { class: "card" }, make("h2", { text: "How the models differ" }), ...parts);
}

function texts(run: RunData, several: boolean): HTMLElement[] {
  const whose = several ? ` · ${run.label}` : "";
  const found: HTMLElement[] = [];
  if (run.about.options) found.push(textCard(`Changed on the command line${whose}`, run.about.options, "", true));
  if (run.about.model) found.push(textCard(`Model file${whose}`, run.about.model, `${run.name || "model"}.toml`, !several));
  if (run.about.understood) found.push(textCard(`As understood, in SI units with defaults${whose}`, run.about.understood, "", false));
  return found;
}

export function textCard(title: string, text: string, file: string, open: boolean): HTMLElement {
  const card = make(
    "details",
    { class: "card text-card" },
    make("summary", {}, make("h2", { text: title })),
    make("div", { class: "text-tools" }, copyButton(title, text), file !== "" && button("Save", `Save ${file}`, () => saveText(text, "text/plain", file), "plot-button")),
    make("pre", { text, attributes: { tabindex: "0" } }),
  );
  card.open = open;
  return card;
}

export function copyButton(what: string, text: string): HTMLElement {
  const copy = button("Copy", `Copy: ${what}`, () => {
    copyText(text).then(
      () => tell("Copied"),
      () => tell("Could not copy"),
    );
  }, "plot-button");
  const tell = (word: string): void => {
    copy.textContent = word;
    setTimeout(() => (copy.textContent = "Copy"), 1500);
  };
  return copy;
}

async function copyText(text: string): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = make("textarea", { class: "off-screen" }); // pages from a file may not reach the clipboard otherwise
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("the browser refused");
}

export function attributes(runs: readonly RunData[]): HTMLElement | null {
  const keys = [...new Set(runs.flatMap((run) => run.about.attributes.map((attribute) => attribute.key)))];
  if (keys.length === 0) return null;
  const rows = keys.map((key) => {
    const values = runs.map((run) => run.about.attributes.find((attribute) => attribute.key === key)?.value ?? "–");
    return make(
      "tr",
      { class: values.some((text) => text !== values[0]) ? "differs" : "" },
      make("th", { text: key, attributes: { scope: "row" } }),
      ...values.map((text) => make("td", { text })),
    );
  });
  return make(
    "details",
    { class: "card facts" },
    make("summary", {}, make("h2", { text: "All attributes of the result file" })),
    make("div", { class: "scroll-x" }, make("table", {}, make("tbody", {}, ...rows))),
  );
}
