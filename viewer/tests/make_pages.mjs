// SPDX-License-Identifier: Apache-2.0
// Pages to look at: node tests/make_pages.mjs FOLDER puts the viewer built into FOLDER around made-up results.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePage, makeReport } from "./fixture.mjs";

const folder = process.argv[2] ?? "dist";
writeFileSync(join(folder, "one.html"), makePage(makeReport(), folder));
writeFileSync(join(folder, "two.html"), makePage(makeReport({ runs: 2 }), folder));
writeFileSync(join(folder, "large.html"), makePage(makeReport({ seconds: 60, samples: 60000, channels: 100 }), folder));
