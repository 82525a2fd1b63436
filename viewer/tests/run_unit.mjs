// SPDX-License-Identifier: Apache-2.0
// Runs the unit tests: each tests/unit/*.test.ts is bundled for node and given to its test runner.
// node tests/run_unit.mjs [PART OF A NAME …]
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const tests = readdirSync(join(here, "unit"))
  .filter((name) => name.endsWith(".test.ts") && (wanted.length === 0 || wanted.some((part) => name.includes(part))))
  .sort();
if (tests.length === 0) {
  console.error(`no test named so: ${wanted.join(" ")}`);
  process.exit(1);
}
const out = mkdtempSync(join(tmpdir(), "freeplay-viewer-"));
try {
  await build({
    absWorkingDir: here,
    entryPoints: tests.map((name) => join("unit", name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: ["node18"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  const files = tests.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
  process.exitCode = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
