// SPDX-License-Identifier: Apache-2.0
// Builds the page of the reports: node build.mjs FOLDER writes viewer.js, viewer.css and viewer.sha256 (the hash
// of the script, for the page's content security policy) there.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "dist"));
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { viewer: "src/main.ts" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  legalComments: "inline",
  charset: "ascii",
  logLevel: "warning",
});
await build({
  absWorkingDir: here,
  entryPoints: { viewer: "src/style.css" },
  outdir: out,
  bundle: true,
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
const script = readFileSync(join(out, "viewer.js"), "utf8").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
writeFileSync(join(out, "viewer.js"), script);
writeFileSync(join(out, "viewer.sha256"), createHash("sha256").update(script).digest("base64"));
