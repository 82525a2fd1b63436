// SPDX-License-Identifier: Apache-2.0
// How fast a large report is: 60 s of 100 channels with 60 000 samples each, in a real browser.
//   node bench/large_page.mjs
// Each figure stands beside what the browser needs at least: opening against a page with the same data and no script,
// drawing against a line through every sample, of a canvas of the same size.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch } from "../tests/e2e/browser.mjs";
import { makePage, makeReport } from "../tests/fixture.mjs";

const viewer = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "freeplay-bench-"));
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function firstPaint(browser, name) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(pathToFileURL(join(folder, name)).href);
  const entry = await page.waitForFunction(
    () => performance.getEntriesByType("paint").find((e) => e.name === "first-contentful-paint")?.startTime,
  );
  return { page, time: await entry.jsonValue() };
}

async function opening(browser, name) {
  const times = [];
  for (let k = 0; k < 5; ++k) {
    const { page, time } = await firstPaint(browser, name);
    times.push(time);
    await page.close();
  }
  return median(times);
}

execFileSync(process.execPath, [join(viewer, "build.mjs"), folder]);
const whole = makePage(makeReport({ seconds: 60, samples: 60000, channels: 100 }), folder);
writeFileSync(join(folder, "large.html"), whole);
const end = whole.lastIndexOf("<script>");
writeFileSync(join(folder, "bare.html"), `${whole.slice(0, end)}<p>only the data</p></body></html>`);
const browser = await launch();
try {
  const open = await opening(browser, "large.html");
  const bare = await opening(browser, "bare.html");
  const { page } = await firstPaint(browser, "large.html");
  await page.waitForFunction(() => window.freeplay?.plots.some((plot) => plot.drawn > 0));
  const drawing = await page.evaluate(() => {
    const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
    const plots = window.freeplay.plots.filter((plot) => plot.timePlot && plot.element.checkVisibility());
    const ours = [];
    const every = [];
    for (const plot of plots) {
      plot.drawNow();
      for (let k = 0; k < 9; ++k) {
        plot.setView([k, 60 - k], null);
        const start = performance.now();
        plot.drawNow();
        ours.push(performance.now() - start);
      }
    }
    const run = window.freeplay.report.runs[0];
    const series = run.data.channels.filter((channel) => channel.data[0].type === "f32").slice(0, 3);
    const canvas = document.createElement("canvas");
    canvas.width = plots[0].canvas.width;
    canvas.height = plots[0].canvas.height;
    const pen = canvas.getContext("2d");
    for (let k = 0; k < 9; ++k) {
      pen.clearRect(0, 0, canvas.width, canvas.height);
      const start = performance.now();
      const values = run.channel(series[k % series.length].path);
      pen.beginPath();
      for (let i = 0; i < values.length; ++i) pen.lineTo((i / values.length) * canvas.width, (0.5 + 0.1 * values[i]) * canvas.height);
      pen.stroke();
      pen.getImageData(0, 0, 1, 1); // until it is really drawn
      every.push(performance.now() - start);
    }
    return { ours: middle(ours), every: middle(every), worst: Math.max(...ours) };
  });
  const frame = await page.evaluate(
    () =>
      new Promise((done) => {
        window.freeplay.player.play();
        const times = [];
        const step = () => {
          const start = performance.now();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - start);
          port2.postMessage(0);
          if (times.length < 60) requestAnimationFrame(step);
          else done(times.sort((a, b) => a - b)[30]);
        };
        requestAnimationFrame(step);
      }),
  );
  const ratio = (a, b) => (a / b).toFixed(2);
  console.log(`page                     ${(statSync(join(folder, "large.html")).size / 1e6).toFixed(1)} MB`);
  console.log(`opening, first paint     ${open.toFixed(0)} ms, without the script ${bare.toFixed(0)} ms: ratio ${ratio(open, bare)}`);
  console.log(`drawing a plot           ${drawing.ours.toFixed(2)} ms (worst ${drawing.worst.toFixed(1)}), one line through every sample ${drawing.every.toFixed(1)} ms: ratio ${ratio(drawing.ours, drawing.every)}`);
  console.log(`script per frame played  ${frame.toFixed(2)} ms`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
