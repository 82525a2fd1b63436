// SPDX-License-Identifier: Apache-2.0
// `freeplay view` in a real browser: the machine before a run, edits that run it again, mistakes, changes of the file.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { Folder, drawn, launch, program, root, screenshot } from "./browser.mjs";

const folder = new Folder();
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  folder.remove();
});

/** Starts the program and opens its page; `complaints` gathers what goes wrong in it and requests elsewhere. */
async function view(file, options = {}, words = []) {
  const child = spawn(program, ["view", file, ...words], { cwd: folder.path, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((done) => createInterface(child.stdout).once("line", done));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) complaints.push(`request: ${request.url()}`);
  });
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(address);
  await page.locator(".scene").waitFor();
  const end = async () => {
    await context.close();
    if (child.exitCode === null) {
      child.kill("SIGINT");
      await once(child, "exit");
    }
    return child.exitCode;
  };
  return { page, address, complaints, child, end };
}

const words = (page) => page.locator(".live-words").textContent();
const reportShown = (page) => page.waitForFunction(() => window.freeplay !== undefined && document.querySelector(".live-old") === null);
/** The last position of the slider in the report that is shown. */
const lastPosition = (page) =>
  page.evaluate(() => {
    const x = window.freeplay.report.runs[0].channel("/body/slider/position", 0);
    return x[x.length - 1];
  });
const modelOf = (page) => page.evaluate(() => window.freeplay.report.runs[0].data.about.model);

describe("freeplay view", () => {
  let file, original, shown, page;
  before(async () => {
    file = folder.file("crank.toml");
    copyFileSync(join(root, "examples/slider_crank/model.toml"), file);
    original = readFileSync(file, "utf8");
    shown = await view(file, {}, ["--set", "run.end=0.05"]);
    page = shown.page;
  });
  after(async () => {
    await shown?.end();
  });

  test("shows the machine before it runs", async () => {
    await drawn(page);
    assert.equal(await page.locator("h1").textContent(), "slider-crank with play in the guide");
    assert.equal(await words(page), "not run yet");
    assert.equal(await page.locator(".live-options").textContent(), "with run.end=0.05");
    assert.equal(await page.evaluate(() => window.freeplay === undefined), true);
    assert.equal(await page.locator(".row").count(), original.split("\n").length);
    await screenshot(page, "view_still");
  });

  test("runs it and shows the report", async () => {
    await page.getByTitle("Run the model").click();
    await reportShown(page);
    assert.match(await words(page), /^ran 0\.05 s in /);
    assert.equal(await modelOf(page), original);
    await screenshot(page, "view_run");
  });

  test("an edited number runs it again, and what the reader chose stays", async () => {
    const before = await lastPosition(page);
    await page.locator("#tab-about").click();
    await page.evaluate(() => {
      window.freeplay.scene.setMagnification(50);
      window.freeplay.player.seek(0.02);
    });
    const field = page.locator(".row", { hasText: "angular_velocity" }).first().locator("input");
    assert.equal(await field.inputValue(), "150 rad/s");
    await field.press("Shift+ArrowUp");
    assert.equal(await field.inputValue(), "160 rad/s");
    await page.waitForFunction(() => window.freeplay?.report.runs[0].data.about.model.includes('"160 rad/s"'));
    assert.notEqual(await lastPosition(page), before);
    assert.equal(await modelOf(page), original.replace('angular_velocity = "150 rad/s"', 'angular_velocity = "160 rad/s"'));
    assert.equal(readFileSync(file, "utf8"), original, "the file stays as it is");
    assert.equal(await page.locator('.tab[aria-selected="true"]').getAttribute("id"), "tab-about");
    assert.equal(await page.evaluate(() => window.freeplay.scene.magnification), 50);
    assert.equal(await page.evaluate(() => window.freeplay.player.time), 0.02);
    assert.ok(await field.evaluate((each) => each === document.activeElement && each.classList.contains("number-changed")));
  });

  test("mistakes stand at their line, and go when they are mended", async () => {
    const row = page.locator(".row", { hasText: "mass" }).first();
    await row.locator("input").fill("38 furlong");
    await row.locator(".mark-error").waitFor();
    assert.match(await row.locator(".mark-error").textContent(), /body\.crank\.mass/);
    assert.match(await words(page), /1 mistake/);
    await screenshot(page, "view_mistake");
    await row.locator("input").fill("38 g");
    await page.waitForFunction(() => document.querySelector(".mark-error") === null);
    await reportShown(page);
  });

  test("all of the text can be edited, nothing in it becomes markup", async () => {
    await page.getByTitle("Edit all of the text").click();
    const area = page.locator(".editor textarea");
    const text = original.replace(/^name = .*$/m, "name = '<img src=x onerror=alert(1)><script>alert(2)</script>'");
    await area.fill(text);
    await page.waitForFunction(() => window.freeplay?.report.data.title.startsWith("<img"));
    assert.match(await page.locator("h1").textContent(), /^<img src=x/);
    await area.fill(text.replace("clearance =", "clearence ="));
    await page.locator(".editor-marks .mark-error").first().waitFor();
    assert.match(await page.locator(".editor-marks .mark-error").first().textContent(), /line \d+: .*clearence.*did you mean "clearance"/s);
    assert.ok((await page.locator(".gutter-error").count()) > 0);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTitle("Save the text").click()]);
    assert.equal(download.suggestedFilename(), "crank.toml");
    assert.equal(readFileSync(await download.path(), "utf8"), await area.inputValue());
    await page.getByTitle("Take the text of the file").click();
    await page.waitForFunction((wanted) => document.querySelector(".editor textarea").value === wanted, original);
    await page.getByTitle("Change numbers").click();
    await reportShown(page);
  });

  test("a file that changes is read again; with edits in the page it asks", async () => {
    const other = original.replace("restitution = 0.4, tangential", "restitution = 0.9, tangential");
    writeFileSync(file, other);
    await page.waitForFunction(() => window.freeplay?.report.runs[0].data.about.model.includes("restitution = 0.9, tangential"));
    await page.locator(".row", { hasText: "gravity" }).locator("input").last().fill("-1.62");
    writeFileSync(file, original);
    await page.getByText("was changed by another program").waitFor();
    await page.getByTitle("Take the text of the file; edits").click();
    await page.waitForFunction((wanted) => window.freeplay?.report.runs[0].data.about.model === wanted, original);
    assert.equal(await page.locator(".live-banner:visible").count(), 0);
  });

  test("a long run shows its progress and can be stopped", async () => {
    const long = await view(join(root, "examples/slider_crank/model.toml"), {}, ["--set", "run.end=100000", "--set", "run.record.every=1"]);
    await long.page.getByTitle("Run the model").click();
    await long.page.waitForFunction(() => /^\d+ % .*t = [1-9]/.test(document.querySelector(".live-words")?.textContent ?? ""));
    await long.page.getByTitle("Stop the run").click();
    await long.page.waitForFunction(() => window.freeplay !== undefined);
    assert.match(await words(long.page), /^stopped at t = /);
    assert.equal(await long.page.evaluate(() => window.freeplay.report.runs[0].data.status), "interrupted");
    assert.deepEqual(long.complaints, []);
    assert.equal(await long.end(), 0);
  });

  test("addresses without the token lead nowhere", async () => {
    const { origin, pathname } = new URL(shown.address);
    for (const path of ["/", "/state", `${pathname.slice(0, 20)}/`, `${pathname}crank.toml`])
      assert.equal((await fetch(origin + path)).status, 404, path);
    assert.equal((await fetch(shown.address, { headers: { Origin: "http://evil.example" }, method: "POST" })).status, 403);
  });

  test("no errors and no other network, and the page says when the program has ended", async () => {
    assert.deepEqual(shown.complaints, []);
    shown.child.kill("SIGINT");
    await once(shown.child, "exit");
    assert.equal(shown.child.exitCode, 0);
    await page.getByText("freeplay view has ended").waitFor();
    assert.ok(await page.getByTitle("Run the model").isDisabled());
    assert.ok(existsSync(file));
  });
});

for (const width of [1280, 390])
  for (const colorScheme of ["light", "dark"])
    test(`looks well at ${width} pixels, ${colorScheme}`, async () => {
      const { page, complaints, end } = await view(join(root, "examples/four_bar_play/model.toml"), { viewport: { width, height: 844 }, colorScheme }, ["--set", "run.end=0.1"]);
      await drawn(page);
      await screenshot(page, `view_still_${width}_${colorScheme}`);
      await page.getByTitle("Run the model").click();
      await reportShown(page);
      await drawn(page);
      await screenshot(page, `view_${width}_${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing stands out at the side");
      assert.deepEqual(complaints, []);
      assert.equal(await end(), 0);
    });
