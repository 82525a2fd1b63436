// SPDX-License-Identifier: Apache-2.0
// What the page asks of `freeplay view`; apps/freeplay/view_server.cpp answers.
import type { ReportData } from "../data.ts";

export interface Diagnostic {
  severity: "error" | "warning" | "note";
  line: number; // from 1; 0: not known
  column: number;
  key: string;
  message: string;
  hint: string;
}

export interface Check {
  good: boolean;
  diagnostics: Diagnostic[];
  still: ReportData | null; // the machine where it starts
}

export interface FileState {
  file: string;
  text: string;
  stamp: string; // changes when the file does
  wrong: string; // why it cannot be read
  options: string[]; // changes from the command line, which hold for every text
  check: Check | null;
}

export type JobState = "idle" | "running" | "complete" | "interrupted" | "failed" | "limit" | "model error" | "error";

export interface Progress {
  job: number;
  state: JobState;
  t: number;
  end: number;
  wall: number;
  message: string;
  stamp: string;
}

export interface Outcome {
  job: number;
  state: JobState;
  message: string;
  diagnostics: Diagnostic[];
  report: ReportData | null;
}

/** The program behind the page has ended, or does not answer. */
export class ServerGone extends Error {}

async function ask<T>(what: string, body?: string): Promise<T> {
  let response: Response;
  try {
    const post = { method: "POST", body: body ?? "", headers: { "Content-Type": "text/plain;charset=utf-8" } };
    response = await fetch(what, { cache: "no-store", ...(body === undefined ? {} : post) });
  } catch {
    throw new ServerGone();
  }
  if (response.status === 403 || response.status === 404) throw new ServerGone(); // another program has the port now
  if (response.status === 413) throw new Error("the text is too long");
  let answer: T & { error?: string };
  try {
    answer = (await response.json()) as T & { error?: string };
  } catch {
    throw new ServerGone(); // it ended in the middle of its answer
  }
  if (!response.ok) throw new Error(answer.error ?? `the server answered ${response.status}`);
  return answer;
}

export const server = {
  state: (): Promise<FileState> => ask("state"),
  check: (text: string): Promise<Check> => ask("check", text),
  run: (text: string): Promise<{ job: number }> => ask("run", text),
  stop: (): Promise<unknown> => ask("stop", ""),
  progress: (): Promise<Progress> => ask("progress"),
  result: (): Promise<Outcome> => ask("result"),
};
