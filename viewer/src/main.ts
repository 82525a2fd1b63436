// SPDX-License-Identifier: Apache-2.0
// The page of a report, of runs or of a study: reads the data that stands in the page and shows it; of `freeplay view`:
// asks for data.
import type { ReportData } from "./data.ts";
import { openReport } from "./decode.ts";
import { LivePage } from "./live/page.ts";
import { showReport } from "./page.ts";
import { keepPlace } from "./place.ts";
import type { StudyReportData } from "./study/data.ts";
import { showStudy } from "./study/page.ts";

const holder = document.getElementById("freeplay-data");
const app = document.getElementById("app");
if (holder && app) {
  const data = JSON.parse(holder.textContent ?? "") as ReportData | StudyReportData | { live: 1 };
  if ("live" in data) void new LivePage(app).start();
  else {
    if ("study" in data) showStudy(app, openReport(data), data.study);
    else showReport(app, openReport(data));
    if (window.freeplay) keepPlace(app, window.freeplay);
  }
}
