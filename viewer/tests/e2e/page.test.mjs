// SPDX-License-Identifier: Apache-2.0
// The page of a report in a real browser, around made-up results; needs no program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makePage, makeReport } from "../fixture.mjs";
import { launch } from "./browser.mjs";

const viewer = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = mkdtempSync(join(tmpdir(), "freeplay-page-"));
let browser;
const trouble = []; // what no page may do: errors on the console, requests

function write(name, data) {
  writeFileSync(join(folder, name), makePage(data, folder));
}

async function open(name, { width = 1280, height = 900, dark = false, touch = false } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", hasTouch: touch, acceptDownloads: true });
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && !/GPU stall|WebGL/.test(message.text()) && trouble.push(`${name}: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`${name}: ${error.message}`));
  page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || trouble.push(`${name} asked for ${request.url()}`));
  await page.goto(pathToFileURL(join(folder, name)).href);
  await page.waitForFunction(() => window.freeplay?.plots.some((plot) => plot.drawn > 0));
  return page;
}

/** Where a plot's canvas is, scrolled into sight and drawn. */
async function placeOf(page, index) {
  await page.evaluate((k) => window.freeplay.plots[k].element.scrollIntoView({ block: "center" }), index);
  await page.waitForFunction((k) => window.freeplay.plots[k].drawn > 0, index);
  return page.evaluate((k) => {
    const plot = window.freeplay.plots[k];
    const place = plot.overlay.getBoundingClientRect();
    const { box } = plot.scale();
    return { x: place.x + box.x, y: place.y + box.y, width: box.width, height: box.height };
  }, index);
}

async function saved(page, index, kind) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate(([k, text]) => {
      const { element } = window.freeplay.plots[k];
      element.querySelector(".menu-button").click();
      [...element.querySelectorAll(".menu-item")].find((item) => item.textContent === text).click();
    }, [index, kind]),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

before(async () => {
  execFileSync(process.execPath, [join(viewer, "build.mjs"), folder]);
  write("one.html", makeReport());
  write("two.html", makeReport({ runs: 2 }));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(trouble, []);
});

test("a click on a plot sets the time of all, and the cursor is there", async () => {
  const page = await open("one.html");
  const place = await placeOf(page, 0);
  await page.waitForFunction(() => window.freeplay.plots.slice(0, 2).every((plot) => !plot.stale));
  const counts = () => page.evaluate(() => window.freeplay.plots.slice(0, 2).map((plot) => plot.drawn));
  const drawn = await counts();
  await page.mouse.click(place.x + place.width / 4, place.y + 40);
  const { time, cursors } = await page.evaluate(() => ({
    time: window.freeplay.player.time,
    cursors: window.freeplay.plots.slice(0, 2).map((plot) => (plot.cursorPixel() - plot.scale().box.x) / plot.scale().box.width),
  }));
  assert.ok(Math.abs(time - 0.5) < 0.005, String(time));
  for (const cursor of cursors) assert.ok(Math.abs(cursor - 0.25) < 0.005);
  await page.waitForTimeout(200);
  assert.deepEqual(await counts(), drawn, "moving the cursor draws no curve again");
  assert.match(await page.textContent(".legend-value"), /m$/);
  await page.close();
});

test("dragging zooms all plots over time, double click shows all again, unlinked plots stay", async () => {
  const page = await open("one.html");
  const place = await placeOf(page, 0);
  const ranges = () => page.evaluate(() => window.freeplay.plots.slice(0, 2).map((plot) => [plot.view().x0, plot.view().x1]));
  const drag = async () => {
    await page.mouse.move(place.x + 0.5 * place.width, place.y + 50);
    await page.mouse.down();
    await page.mouse.move(place.x + 0.75 * place.width, place.y + 52, { steps: 4 });
    await page.mouse.up();
  };
  await drag();
  for (const [low, high] of await ranges()) {
    assert.ok(Math.abs(low - 1) < 0.01);
    assert.ok(Math.abs(high - 1.5) < 0.01);
  }
  await page.mouse.dblclick(place.x + 60, place.y + 50);
  assert.deepEqual(await ranges(), [[0, 2], [0, 2]]);
  await page.uncheck(".link-switch input");
  await placeOf(page, 0);
  await drag();
  const [first, second] = await ranges();
  assert.ok(first[0] > 0.9);
  assert.deepEqual(second, [0, 2]);
  await page.close();
});

test("the wheel scrolls the page unless the plot is chosen", async () => {
  const page = await open("one.html");
  const place = await placeOf(page, 0);
  await page.mouse.move(place.x + place.width / 2, place.y + 60);
  await page.mouse.wheel(0, 100);
  assert.deepEqual(await page.evaluate(() => window.freeplay.plots[0].view().x1), 2);
  const again = await placeOf(page, 0);
  await page.mouse.click(again.x + again.width / 2, again.y + 60);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction(() => window.freeplay.plots[0].view().x1 < 1.9);
  await page.keyboard.press("0");
  assert.deepEqual(await page.evaluate(() => window.freeplay.plots[0].view().x1), 2);
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await page.evaluate(() => window.freeplay.player.time)) - 1.01) < 0.01);
  await page.close();
});

test("hovering tells values", async () => {
  const page = await open("two.html");
  const place = await placeOf(page, 0);
  await page.mouse.move(place.x + place.width / 2, place.y + 30);
  const tip = page.locator(".tip:not([hidden])").first();
  assert.match(await tip.textContent(), /s.*run 1.*m.*run 2.*m/s);
  await page.close();
});

test("a legend entry hides its curve", async () => {
  const page = await open("two.html");
  await placeOf(page, 0);
  const entry = page.locator(".legend-entry").first();
  const before = await page.evaluate(() => window.freeplay.plots[0].picture.markersAt(0.1).length);
  await entry.click();
  assert.equal(await entry.getAttribute("aria-pressed"), "false");
  assert.equal(await page.evaluate(() => window.freeplay.plots[0].picture.markersAt(0.1).length), before - 1);
  await page.close();
});

test("a legend hides a run in all plots, or with Shift in its own", async () => {
  const data = makeReport({ runs: 2 });
  for (const { axes } of data.figures) for (const { series } of axes) for (const one of series) one.label = one.label.replace(/^.* · (run \d)$/, "$1");
  write("compared.html", data);
  const page = await open("compared.html");
  const hidden = () => page.evaluate(() => window.freeplay.plots.filter((plot) => plot.picture.entries.some(({ label }) => label === "run 2")).map((plot) => plot.legend.buttons.get("run 2").getAttribute("aria-pressed") === "false"));
  const entries = page.locator(".legend-entry", { hasText: "run 2" });
  assert.ok((await hidden()).length > 2);
  await entries.first().click();
  assert.deepEqual([...new Set(await hidden())], [true]);
  await entries.nth(1).click();
  assert.deepEqual([...new Set(await hidden())], [false]);
  await entries.nth(1).click({ modifiers: ["Shift"] });
  assert.equal((await hidden()).filter(Boolean).length, 1);
  assert.match(await entries.first().getAttribute("title"), /in all plots; with Shift/);
  await page.close();
});

test("plots are saved as SVG, PNG and CSV", async () => {
  const page = await open("one.html");
  const count = await page.evaluate(() => window.freeplay.plots.length);
  for (let k = 0; k < count; ++k) {
    const text = await page.evaluate((i) => window.freeplay.plots[i].svg(), k);
    const parsed = await page.evaluate((svg) => {
      const tree = new DOMParser().parseFromString(svg, "image/svg+xml");
      return { error: tree.querySelector("parsererror")?.textContent ?? null, scripts: tree.querySelectorAll("script").length, title: tree.querySelector("title")?.textContent, texts: tree.querySelectorAll("text").length };
    }, text);
    assert.equal(parsed.error, null);
    assert.equal(parsed.scripts, 0);
    assert.ok(parsed.title && parsed.texts > 4);
  }
  const svg = await saved(page, 0, "SVG");
  assert.match(svg.name, /_Position\.svg$/);
  assert.ok(svg.bytes.toString().startsWith("<?xml"));
  const csv = (await saved(page, 0, "CSV")).bytes.toString().split("\r\n");
  assert.equal(csv[0], "t (s),position (m)");
  assert.equal(csv.length, 4001 + 2);
  const png = await saved(page, 0, "PNG");
  assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
  await page.close();
});

test("the menu of a plot is one stop of the keyboard", async () => {
  const page = await open("one.html");
  await placeOf(page, 0);
  const opener = page.locator(".plot .menu-button").first();
  assert.equal(await page.locator(".plot .menu-item").count(), 0, "no list before it is asked for");
  assert.equal(await page.locator(".plot").first().locator(".plot-tools button:not([hidden])").count(), 1);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await opener.focus();
  await page.keyboard.press("Enter");
  assert.equal(await opener.getAttribute("aria-expanded"), "true");
  assert.equal(await focused(), "SVG");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "PNG");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), "CSV", "the list is a ring");
  await page.keyboard.press("p");
  assert.equal(await focused(), "PNG");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".menu-item").count(), 0);
  assert.equal(await focused(), "Save");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(), "CSV");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Space")]);
  assert.match(download.suggestedFilename(), /\.csv$/);
  assert.equal(await focused(), "Save");
  assert.equal(await page.evaluate(() => window.freeplay.player.playing), false, "Space pressed the command and played nothing");
  // a click elsewhere, another menu, and the way on with Tab close it
  await opener.click();
  await page.locator(".plot .menu-button").nth(1).click();
  assert.equal(await page.locator(".menu-list").count(), 1);
  await page.mouse.click(3, 3);
  assert.equal(await page.locator(".menu-list").count(), 0);
  await opener.click();
  await page.keyboard.press("Tab");
  assert.equal(await page.locator(".menu-list").count(), 0);
  await page.close();
});

test("channels of the reader's choice, over time and over another channel", async () => {
  const page = await open("one.html");
  await page.click("#tab-channels");
  await page.fill(".search", "slider");
  await page.click('[data-pick="/body/slider/position#0"]');
  await page.click('[data-pick="/body/slider/velocity#0"]');
  await page.fill(".search", "mode");
  await page.click('[data-pick="/contact/guide.a0/mode#0"]');
  assert.equal(await page.locator(".own-plot .plot").count(), 3, "a panel per unit and one for words");
  await page.selectOption(".x-choice select", { label: "slider position.x" });
  const last = () => page.evaluate(() => window.freeplay.plots.filter((plot) => plot.id === "own").map((plot) => plot.timePlot));
  assert.deepEqual(await last(), [true, false, false]);
  await page.fill(".search", "slider");
  await page.click('[data-pick="/body/slider/velocity#0"]');
  assert.equal(await page.locator(".own-plot .plot").count(), 2);
  await page.click("text=+ plot");
  assert.equal(await page.locator(".own-plot").count(), 2);
  await page.close();
});

test("impacts sort, filter and go to their time", async () => {
  const page = await open("one.html");
  await page.click("#tab-impacts");
  const head = page.locator("th", { hasText: "normal impulse" });
  await head.locator("button").click();
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  await head.locator("button").click();
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  const cells = await page.locator("tr.row td:nth-child(5)").allTextContents();
  const numbers = cells.map((text) => Number(text));
  assert.ok(numbers.every((value, k) => k === 0 || value <= numbers[k - 1]));
  await page.selectOption(".table-tools select", "guide.a1");
  assert.deepEqual([...new Set(await page.locator("tr.row td:nth-child(2)").allTextContents())], ["guide.a1"]);
  const first = page.locator("tr.row").first();
  const time = Number(await first.locator("td").first().textContent());
  await first.click();
  const now = await page.evaluate(() => window.freeplay.player.time);
  assert.ok(now < time && time - now < 0.002, `${now} ${time}`);
  await page.close();
});

test("a row of a list is one line, under its headers, and a wide list scrolls in its own box", async () => {
  for (const width of [1400, 900, 390]) {
    const page = await open("two.html", { width });
    await page.click("#tab-impacts");
    const found = await page.evaluate(() => {
      const scroller = document.querySelector(".table-scroll");
      const boxes = (line) => [...line.children].map((cell) => cell.getBoundingClientRect());
      const heads = boxes(scroller.querySelector("thead tr"));
      const wrong = [];
      const near = (a, b) => Math.abs(a - b) < 1;
      const rows = [...scroller.querySelectorAll("tr.row")];
      for (const row of rows) {
        const cells = boxes(row);
        const text = row.textContent;
        if (cells.length !== heads.length) wrong.push(`${text}: ${cells.length} cells`);
        if (!near(row.getBoundingClientRect().height, 30)) wrong.push(`${text}: not one line`);
        cells.forEach((cell, k) => {
          if (!near(cell.top, cells[0].top)) wrong.push(`${text}: cell ${k} is not beside the others`);
          if (k > 0 && cell.left < cells[k - 1].right - 0.5) wrong.push(`${text}: cell ${k} covers its neighbour`);
          if (!near(cell.left, heads[k].left) || !near(cell.right, heads[k].right)) wrong.push(`${text}: cell ${k} is not under its header`);
          if (row.children[k].scrollWidth > row.children[k].clientWidth + 1) wrong.push(`${text}: cell ${k} is too narrow`);
        });
      }
      const room = scroller.parentElement.getBoundingClientRect();
      return { rows: rows.length, wrong, inside: scroller.getBoundingClientRect().right <= room.right, scrolls: scroller.scrollWidth > scroller.clientWidth };
    });
    assert.ok(found.rows > 5, String(found.rows));
    assert.deepEqual(found.wrong, [], `${width} px`);
    assert.ok(found.inside);
    if (width === 390) assert.ok(found.scrolls);
    await page.close();
  }
});

test("texts stay text", async () => {
  const page = await open("one.html");
  await page.click("#tab-about");
  assert.match(await page.locator("pre").allTextContents().then((all) => all.join()), /<script>alert\(1\)<\/script>/);
  assert.equal(await page.locator("script:not(#freeplay-data)").count(), 1);
  await page.close();
});

test("no sideways scrolling on a telephone, in any tab", async () => {
  const page = await open("two.html", { width: 390, height: 844, touch: true });
  for (const tab of await page.locator("[role=tab]").all()) {
    await tab.click();
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, await tab.textContent());
  }
  await page.close();
});

test("texts can be read in light and dark: contrast of at least 4.5", async () => {
  for (const dark of [false, true]) {
    const page = await open("two.html", { dark });
    for (const tab of ["figures", "channels", "impacts", "about"]) {
      await page.click(`#tab-${tab}`);
      const weak = await page.evaluate(() => {
        const rgb = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
        const light = ([r, g, b]) => [r, g, b].map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
        const ground = (element) => {
          for (let e = element; e; e = e.parentElement) {
            const colour = rgb(getComputedStyle(e).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour;
          }
          return [255, 255, 255];
        };
        const found = [];
        for (const element of document.querySelectorAll("#app *")) {
          const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
          if (!own || !element.checkVisibility()) continue;
          const [a, b] = [light(rgb(getComputedStyle(element).color)), light(ground(element))];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          if (contrast < 4.5) found.push(`${element.className} "${element.textContent.slice(0, 30)}" ${contrast.toFixed(2)}`);
        }
        return found;
      });
      assert.deepEqual(weak, [], `${dark ? "dark" : "light"} ${tab}`);
    }
    await page.close();
  }
});

test("on paper all figures are there, in light colours", async () => {
  const page = await open("one.html", { dark: true });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const found = await page.evaluate(() => {
    window.dispatchEvent(new Event("beforeprint"));
    const plots = window.freeplay.plots.map((plot) => {
      const { width, height } = plot.canvas;
      const [r, g, b] = plot.canvas.getContext("2d").getImageData(width - 3, height - 3, 1, 1).data;
      return { drawn: plot.drawn, light: r === 255 && g === 255 && b === 255 };
    });
    const shown = [...document.querySelectorAll("[role=tabpanel]")].filter((panel) => !panel.hidden).map((panel) => panel.id);
    window.dispatchEvent(new Event("afterprint"));
    const after = [...document.querySelectorAll("[role=tabpanel]")].filter((panel) => !panel.hidden).map((panel) => panel.id);
    return { plots, shown, after };
  });
  assert.equal(found.plots.length, 11);
  assert.ok(found.plots.every((plot) => plot.drawn > 0 && plot.light), JSON.stringify(found.plots));
  assert.deepEqual(found.shown, ["panel-figures", "panel-energy", "panel-about"]);
  assert.deepEqual(found.after, ["panel-figures"]);
  await page.close();
});

test("a timeline says which rows it leaves out", async () => {
  const page = await open("one.html");
  assert.deepEqual(await page.locator(".plot:has(.stage-timeline) .plot-note").allTextContents(), ["3 more rows are left out."]);
  await page.close();
});

test("the button changes light to dark", async () => {
  const page = await open("one.html");
  await page.click(".theme-button");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.close();
});

// How fast it is: bench/large_page.mjs.
test("60 s of 100 channels open, and decode only what is seen", async () => {
  write("large.html", makeReport({ seconds: 60, samples: 60000, channels: 100 }));
  const page = await open("large.html");
  const counts = await page.evaluate(() => ({
    all: window.freeplay.report.runs[0].data.channels.length,
    decoded: window.freeplay.report.runs[0].decodedBlocks,
  }));
  assert.ok(counts.all >= 100, JSON.stringify(counts));
  assert.ok(counts.decoded > 0 && counts.decoded < counts.all / 2, JSON.stringify(counts));
  await page.evaluate(() => window.freeplay.player.seek(59));
  assert.equal(await page.evaluate(() => window.freeplay.player.time), 59);
  await page.close();
});
