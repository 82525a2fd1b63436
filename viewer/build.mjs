// SPDX-License-Identifier: Apache-2.0
// Builds the page of the reports: node build.mjs FOLDER writes viewer.js, viewer.css and viewer.sha256 (the hash
// of the script, for the page's content security policy) there, and all of them as viewer_files.cpp.
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

// The same as C++, for the program to carry: src/report/viewer_files.h. Literals of limited length, which every
// compiler takes, are put together when the text is first asked for.
const literals = (text) => {
  const pieces = [];
  for (let i = 0; i < text.length; i += 8000) pieces.push(`R"~fp~(${text.slice(i, i + 8000)})~fp~"sv`);
  return pieces.join(",\n");
};
const style = readFileSync(join(out, "viewer.css"), "utf8");
const hash = readFileSync(join(out, "viewer.sha256"), "utf8");
const functions = Object.entries({ viewer_script: script, viewer_style: style, viewer_hash: hash }).map(
  ([name, text]) => `std::string_view ${name}() {\n  static const std::string text = joined({\n${literals(text)}});\n  return text;\n}\n`,
);
writeFileSync(
  join(out, "viewer_files.cpp"),
  `// SPDX-License-Identifier: Apache-2.0
// Written by viewer/build.mjs.
#include "report/viewer_files.h"

#include <initializer_list>
#include <string>

namespace freeplay {
namespace {

using namespace std::string_view_literals;

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

}  // namespace

${functions.join("\n")}
}  // namespace freeplay
`,
);
