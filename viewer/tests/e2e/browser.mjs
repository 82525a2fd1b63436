// SPDX-License-Identifier: Apache-2.0
// What the tests in a browser share: results to look at, a page that records what goes wrong in it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const program = process.env.FREEPLAY ?? "";
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

const flags = [
  "--no-sandbox", // tests run as root
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-angle=swiftshader", // no graphics card is needed
  "--enable-unsafe-swiftshader",
];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

export class Folder {
  constructor() {
    this.path = mkdtempSync(join(tmpdir(), "freeplay-browser-"));
  }
  file(name) {
    return join(this.path, name);
  }
  freeplay(...words) {
    return execFileSync(program, words, { cwd: this.path, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }
  remove() {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Opens a file; `complaints` gathers errors of the page and every request that leaves it. */
export async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(10000);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (url !== pathToFileURL(file).href && !/^(data|blob):/.test(url)) complaints.push(`request: ${url}`);
  });
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => window.freeplay !== undefined);
  return { page, context, complaints };
}

/** Channels of a result by name, as `freeplay export` writes them. */
export function exported(folder, result, pattern) {
  folder.freeplay("export", result, "-o", "csv", "--channel", pattern, "-q");
  const [head, ...lines] = readFileSync(folder.file("csv/channels.csv"), "utf8").trim().split("\n");
  const rows = lines.map((line) => line.split(",").map(Number));
  return Object.fromEntries(head.split(",").map((name, k) => [name.replace(/ \[.*\]$/, ""), rows.map((row) => row[k])]));
}

export async function screenshot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** A frame has been drawn since. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
