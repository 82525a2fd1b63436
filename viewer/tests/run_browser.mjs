// SPDX-License-Identifier: Apache-2.0
// Runs the tests in a real browser: node tests/run_browser.mjs PROGRAM [PART OF A NAME …]
// Debian's chromium is used, or the one that CHROMIUM names. With SCREENSHOTS=FOLDER the tests leave pictures there.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [program, ...wanted] = process.argv.slice(2);
const browser = process.env.CHROMIUM ?? "/usr/bin/chromium";
if (!program || !existsSync(program)) {
  console.error("usage: node tests/run_browser.mjs PROGRAM: the program freeplay, which make build leaves at the root");
  process.exit(1);
}
if (!existsSync(browser)) {
  console.error(`no browser at ${browser}: install Debian's package chromium, or say with CHROMIUM where one is`);
  process.exit(1);
}
const tests = readdirSync(join(here, "e2e"))
  .filter((name) => name.endsWith(".test.mjs") && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort()
  .map((name) => join(here, "e2e", name));
const environment = { ...process.env, FREEPLAY: resolve(program), CHROMIUM: browser };
// one file after the other: the machine is small
const failed = tests.filter((file) => spawnSync(process.execPath, ["--test", file], { stdio: "inherit", env: environment }).status !== 0);
if (tests.length === 0 || failed.length > 0) {
  console.error(tests.length === 0 ? "no test of that name" : `failed: ${failed.join(" ")}`);
  process.exit(1);
}
