// SPDX-License-Identifier: Apache-2.0
// The page of `freeplay view`: the model's text at one side, the machine or the report at the other. Edits are checked
// and run after a moment; the file itself is never written.
import { button, make } from "../dom.ts";
import { saveText } from "../download.ts";
import { restoreTheme } from "../theme.ts";
import { Bar, duration, short } from "./bar.ts";
import { Editor, type Mode } from "./editor.ts";
import { type Check, type FileState, type Outcome, type Progress, server, ServerGone } from "./server.ts";
import { Shown } from "./shown.ts";

const typingPause = 400; // until an edit is checked and run [ms]
const fastPoll = 150; // while a run is on
const slowPoll = 1000;

function notice(): HTMLElement {
  const place = make("div", { class: "live-banner", attributes: { role: "alert" } });
  place.hidden = true;
  return place;
}

export class LivePage {
  private readonly shown = new Shown();
  // What is to say about each stands until that one has changed.
  private readonly notices = { server: notice(), file: notice(), run: notice() };
  private readonly editor = new Editor(() => this.edited(), () => void this.guard(() => this.run()));
  private readonly bar = new Bar({
    run: () => void this.guard(() => this.run()),
    stop: () => void this.guard(() => server.stop()),
    auto: (on) => {
      this.auto = on;
      if (on && this.editor.text !== this.ranText) this.edited();
    },
  });
  private file: FileState = { file: "", text: "", stamp: "", wrong: "", options: [], check: null };
  private auto = true;
  private version = 0; // of the text: answers about older ones are dropped
  private timer = 0;
  private job = 0; // ours that is on; 0: none
  private ranText: string | null = null;
  private gone = false;

  constructor(private readonly app: HTMLElement) {}

  async start(): Promise<void> {
    restoreTheme();
    const modes = (["numbers", "text"] as Mode[]).map((mode) => {
      const choice = button(mode === "numbers" ? "Numbers" : "Text", mode === "numbers" ? "Change numbers in their place" : "Edit all of the text", () => this.setMode(mode), "live-mode");
      choice.dataset["mode"] = mode;
      return choice;
    });
    const tools = make(
      "div",
      { class: "live-tools" },
      make("div", { class: "live-modes", attributes: { role: "group", "aria-label": "How the text is edited" } }, ...modes),
      make("span", { class: "spring" }),
      button("Revert", "Take the text of the file again", () => void this.guard(() => this.load()), "plot-button"),
      button("Download model", "Save the text as it is here", () => saveText(this.editor.text, "text/plain", this.file.file), "plot-button"),
    );
    this.app.classList.add("live");
    this.app.replaceChildren(
      this.bar.element,
      ...Object.values(this.notices),
      make("div", { class: "live-columns" }, make("section", { class: "live-model", attributes: { "aria-label": "Model" } }, tools, this.editor.element), this.shown.element),
    );
    this.setMode("numbers");
    document.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void this.guard(() => this.run());
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.editor.text !== this.file.text) event.preventDefault(); // edits live in the page alone
    });
    await this.guard(() => this.load());
    void this.poll();
  }

  private setMode(mode: Mode): void {
    this.editor.setMode(mode);
    for (const choice of this.app.querySelectorAll<HTMLElement>(".live-mode")) choice.setAttribute("aria-pressed", String(choice.dataset["mode"] === this.editor.mode));
  }

  /** Takes the file as it is on the disk. */
  private async load(): Promise<void> {
    const state = await server.state();
    this.file = state;
    ++this.version;
    clearTimeout(this.timer);
    this.say("file", "");
    if (state.wrong !== "" || !state.check) {
      this.say("file", state.wrong || "the file cannot be read");
      return;
    }
    this.editor.setText(state.text, state.text);
    this.showChanged();
    this.showCheck(state.check);
    if (state.check.good && this.auto && this.ranText !== null && this.ranText !== state.text) await this.run();
    else if (state.check.good && this.job === 0 && this.ranText === null) this.bar.idle("not run yet");
  }

  private edited(): void {
    ++this.version;
    this.showChanged();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.guard(() => this.check()), typingPause);
  }

  private showChanged(): void {
    this.bar.setFile(this.file.file, this.editor.text !== this.file.text, this.file.options);
    this.shown.setOld(this.ranText !== null && this.editor.text !== this.ranText);
  }

  private async check(): Promise<void> {
    const version = this.version;
    const answer = await server.check(this.editor.text);
    if (version !== this.version) return;
    this.showCheck(answer);
    if (answer.good && this.auto) await this.run();
  }

  private showCheck(answer: Check): void {
    this.editor.mark(answer.diagnostics);
    const mistakes = answer.diagnostics.filter((each) => each.severity === "error").length;
    if (!answer.good && this.job === 0) this.bar.idle(`${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"} in the model`, true);
    else if (answer.good && this.job === 0 && !this.auto) this.bar.idle("changed since it was run");
    if (answer.still && !this.shown.hasReport) this.shown.still(answer.still);
    else if (!answer.good) this.shown.nothingYet();
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    const text = this.editor.text;
    const { job } = await server.run(text);
    this.ranText = text;
    this.job = job;
    this.bar.running({ job, state: "running", t: 0, end: 0, wall: 0, message: "", stamp: "" });
    this.showChanged();
    this.wake();
  }

  // --- what the server does meanwhile ---
  private wake: () => void = () => undefined;

  private async poll(): Promise<void> {
    for (;;) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.job > 0 ? fastPoll : this.gone ? 2 * slowPoll : slowPoll);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      await this.guard(async () => this.look(await server.progress()));
    }
  }

  private async look(progress: Progress): Promise<void> {
    if (progress.stamp !== this.file.stamp) await this.fileChanged(progress.stamp);
    if (this.job === 0 || progress.job < this.job) return;
    if (progress.job > this.job) {
      this.job = 0;
      this.bar.idle("another window of this page started a run of its own");
    } else if (progress.state === "running") {
      this.bar.running(progress);
    } else {
      const { job } = this;
      const outcome = await server.result();
      if (this.job !== job) return;
      this.job = 0;
      this.ended(outcome, progress);
    }
  }

  private ended(outcome: Outcome, progress: Progress): void {
    const reached = `t = ${short(progress.t)} of ${short(progress.end)} s`;
    switch (outcome.state) {
      case "complete":
        this.bar.idle(`ran ${short(progress.t)} s in ${duration(progress.wall)}`);
        break;
      case "interrupted":
        this.bar.idle(`stopped at ${reached}`);
        break;
      case "model error":
        this.bar.idle("not run: the model has mistakes", true);
        break;
      default:
        this.bar.idle(`ended early at ${reached}`, true);
    }
    const early = ["failed", "limit", "error"].includes(outcome.state);
    this.say("run", early ? outcome.message : "", ...(early && outcome.report ? ["What there is so far is shown."] : []));
    if (this.editor.text === this.ranText) this.editor.mark(outcome.diagnostics); // of this text, not of one before it
    if (outcome.state === "model error") this.editor.reveal();
    if (outcome.report) this.shown.report(outcome.report);
    this.showChanged();
  }

  private async fileChanged(stamp: string): Promise<void> {
    const mine = this.editor.text !== this.file.text;
    this.file = { ...this.file, stamp };
    if (stamp === "") this.say("file", `${this.file.file} is not there any more. The text here stays; download it to keep it.`);
    else if (!mine) await this.load();
    else {
      this.say(
        "file",
        `${this.file.file} was changed by another program, and the text here was edited.`,
        button("Load the file", "Take the text of the file; edits here are lost", () => void this.guard(() => this.load()), "button"),
        button("Keep my text", "Go on with the text that is here", () => this.say("file", ""), "button"),
      );
    }
  }

  /** A message over the page; "" takes it away. */
  private say(about: "server" | "file" | "run", text: string, ...more: (HTMLElement | string)[]): void {
    const place = this.notices[about];
    place.hidden = text === "";
    place.replaceChildren(make("span", { text }), ...more.map((each) => (typeof each === "string" ? make("span", { text: each }) : each)));
  }

  private async guard(action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
      if (this.gone) {
        this.gone = false;
        this.bar.setGone(false);
        this.say("server", "");
      }
    } catch (error) {
      if (!(error instanceof ServerGone)) {
        this.say("run", error instanceof Error ? error.message : String(error));
        return;
      }
      if (this.gone) return;
      this.gone = true;
      this.job = 0;
      this.bar.setGone(true);
      this.bar.idle("no connection", true);
      this.say("server", "freeplay view has ended. What is shown stays, but nothing can be run: start it again and open its new address.");
    }
  }
}
