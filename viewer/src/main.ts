// SPDX-License-Identifier: Apache-2.0
// The page of a report: reads the data that stands in the page and shows it.
import type { ReportData } from "./data.ts";
import { openReport } from "./decode.ts";
import { showReport } from "./page.ts";

const holder = document.getElementById("freeplay-data");
const app = document.getElementById("app");
if (holder && app) showReport(app, openReport(JSON.parse(holder.textContent ?? "") as ReportData));
