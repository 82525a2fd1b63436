// SPDX-License-Identifier: Apache-2.0
// The page of a report: reads the data that stands in the page and shows it; of `freeplay view`: asks for data.
import type { ReportData } from "./data.ts";
import { openReport } from "./decode.ts";
import { LivePage } from "./live/page.ts";
import { showReport } from "./page.ts";
import { keepPlace } from "./place.ts";

const holder = document.getElementById("freeplay-data");
const app = document.getElementById("app");
if (holder && app) {
  const data = JSON.parse(holder.textContent ?? "") as ReportData | { live: 1 };
  if ("live" in data) void new LivePage(app).start();
  else {
    showReport(app, openReport(data));
    if (window.freeplay) keepPlace(app, window.freeplay);
  }
}
