// SPDX-License-Identifier: Apache-2.0
// The page of a study in a real browser.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Folder, drawn, exported, launch, open, root, screenshot } from "./browser.mjs";

const folder = new Folder();
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  folder.remove();
});

describe("a study of fits", () => {
  let page, complaints, context, rows;
  before(async () => {
    folder.freeplay("study", join(root, "examples/studies/fits.toml"), "-q", "-o", "fits.h5");
    folder.freeplay("report", "fits.h5", "-q");
    rows = exported(folder, "fits.h5", "*");
    ({ page, complaints, context } = await open(browser, folder.file("fits.html")));
  });
  after(async () => {
    await context?.close();
  });

  const open_tab = (id) => page.locator(`#tab-${id}`).click();
  const chosen = () => page.evaluate(() => window.freeplay.player.time);

  test("opens from a file, without errors and without a network", async () => {
    await drawn(page);
    assert.deepEqual(complaints, []);
    assert.equal(await page.locator("h1").textContent(), "slider-crank: tolerances of the crank pin");
    await screenshot(page, "study");
  });

  test("the extreme run can be chosen from the summary", async () => {
    await page.locator(".finding-time").first().click();
    const row = await chosen();
    const hits = rows["measure/hardest_hit"];
    assert.equal(hits[row], Math.max(...hits));
    assert.ok((await page.locator(".run-command code").textContent()).endsWith(`fits.h5 --rerun ${row}`));
    assert.equal(Number(await page.locator(".row-choice").inputValue()), row);
  });

  test("points of figures are runs", async () => {
    const marked = await page.evaluate(() => {
      const plot = window.freeplay.plots.find((one) => one.id === "response");
      window.freeplay.player.seek(7);
      return plot.picture.markersAt(7).map(({ x, y }) => [x, y]);
    });
    const [[x, y]] = marked;
    assert.ok(Math.abs(x - 1e6 * rows["input/fit"][7]) < 1e-4 * x, `${x}`); // in µm
    assert.ok(Math.abs(y - rows["measure/hardest_hit"][7]) < 1e-4 * y, `${y}`);
  });

  test("the list sorts by a measure, and a line chooses its run", async () => {
    await open_tab("runs");
    await page.locator(".rows th button", { hasText: "press" }).first().click();
    await page.locator(".rows tbody tr.row").first().click();
    const press = rows["measure/press"];
    assert.equal(press[await chosen()], Math.min(...press));
  });

  test("statistics, bars and what was asked are there", async () => {
    await open_tab("measures");
    const text = await page.locator("#panel-measures").textContent();
    for (const words of ["How sure that is", "What hardest_hit depends on", "Extreme runs"]) assert.ok(text.includes(words), words);
    const bars = await page.locator("#panel-measures .bars").first().locator("tr").evaluateAll((lines) => lines.map((line) => line.textContent));
    assert.ok(bars[0].startsWith("fit"), bars[0]); // the strongest first
    await open_tab("asked");
    const asked = await page.locator("#panel-asked").textContent();
    for (const words of ["latin_hypercube of 100 runs, seed 7", "normal, mean", "largest normal_impulse of impacts", 'tolerance = "fit 20 H7/f7"'])
      assert.ok(asked.includes(words), words);
  });

  test("is not wider than a telephone", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const tab of ["figures", "measures", "runs", "asked"]) {
      await open_tab(tab);
      await drawn(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${tab}: ${wide}`);
    }
    await screenshot(page, "study_narrow");
  });
});
