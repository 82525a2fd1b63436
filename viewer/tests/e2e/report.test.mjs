// SPDX-License-Identifier: Apache-2.0
// Reports of four machines in a real browser, opened from a file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Folder, drawn, exported, launch, open, root, screenshot } from "./browser.mjs";

const machines = [
  { name: "slider_crank", changes: ["--ideal"], body: "slider" },
  { name: "quick_return", changes: ["--set", "run.end=0.08"], body: "slider" },
  { name: "file_cutting_machine", changes: ["--set", "run.end=0.2"], body: null },
  { name: "spatial_slider_crank_play", changes: ["--set", "run.end=0.15"], body: "slider" },
];

const folder = new Folder();
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  folder.remove();
});

const model = (name) => join(root, "examples", name, "model.toml");
const canvasOf = (page) => page.evaluate(() => window.freeplay.scene.screenshot());
const seek = async (page, t) => {
  await page.evaluate((time) => window.freeplay.player.seek(time), t);
  await drawn(page);
};

for (const { name, changes, body } of machines) {
  describe(name, () => {
    let page, complaints, context, moving;
    before(async () => {
      folder.freeplay("run", model(name), "-q", ...changes);
      ({ page, complaints, context } = await open(browser, folder.file(`${name}.html`)));
      moving = body ?? (await page.evaluate(() => window.freeplay.report.runs[0].data.scene.bodies[0].name));
    });
    after(async () => {
      await context?.close();
    });

    test("opens from a file, without errors and without a network", async () => {
      await drawn(page);
      assert.deepEqual(complaints, []);
      assert.ok((await page.locator("h1").textContent()).length > 0);
    });

    test("begins with a summary, whose moments can be shown", async () => {
      const order = await page.evaluate(() => [...document.querySelectorAll(".findings, main")].map((one) => one.tagName));
      assert.deepEqual(order, ["SECTION", "MAIN"]);
      const { sentence, light } = await page.evaluate(() => window.freeplay.report.runs[0].data.findings);
      assert.ok((await page.locator(".finding-head p").first().textContent()).includes(sentence) && sentence.endsWith("."));
      assert.ok((await page.locator(".light").first().getAttribute("class")).endsWith(`light-${light}`));
      const moment = page.locator(".finding-time").first();
      const [, value, unit] = / at ([\d.]+) (s|ms|µs)/.exec(await moment.textContent());
      await moment.click();
      const shown = await page.evaluate(() => window.freeplay.player.time);
      const named = Number(value) * { s: 1, ms: 1e-3, "µs": 1e-6 }[unit];
      assert.ok(Math.abs(shown - named) <= 0.006 * named, `${shown} ${named}`); // three digits are shown
    });

    test("opens with play magnified where it would not be seen", async () => {
      const [magnification, play, size] = await page.evaluate(() => {
        const { scene } = window.freeplay.report.runs[0].data;
        return [window.freeplay.scene.magnification, Math.max(0, ...scene.joints.map((joint) => joint.clearance ?? 0)), scene.size];
      });
      if (play === 0) assert.equal(magnification, 1);
      else assert.ok(magnification > 1 && magnification * play <= 0.05 * size, `${magnification} × ${play} of ${size}`);
      await page.evaluate(() => window.freeplay.scene.setMagnification(1));
    });

    test("the space bar plays at once", async () => {
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press("Space");
      assert.equal(await page.evaluate(() => window.freeplay.player.playing), true);
      await page.keyboard.press("Space");
      assert.equal(await page.evaluate(() => window.freeplay.player.playing), false);
    });

    test("a copied address opens the same view", async () => {
      const end = await page.evaluate(() => window.freeplay.player.end);
      await page.evaluate((t) => {
        window.freeplay.scene.setMagnification(7);
        window.freeplay.link.set([0.1 * t, 0.6 * t]);
        window.freeplay.player.seek(0.25 * t);
      }, end);
      await page.locator("#tab-about").click();
      await page.waitForFunction(() => location.hash.includes("tab=about") && location.hash.includes("play=7"));
      const address = await page.evaluate(() => location.href);
      const other = await context.newPage();
      await other.goto(address);
      await other.waitForFunction(() => window.freeplay !== undefined);
      const there = await other.evaluate(() => {
        const { player, scene, link } = window.freeplay;
        return { t: player.time, play: scene.magnification, range: link.range, tab: document.querySelector('.tab[aria-selected="true"]').id };
      });
      assert.ok(Math.abs(there.t - 0.25 * end) < 1e-8 * end && Math.abs(there.range[0] - 0.1 * end) < 1e-8 * end, JSON.stringify(there));
      assert.equal(there.play, 7);
      assert.equal(there.tab, "tab-about");
      await other.close();
      await page.evaluate(() => {
        window.freeplay.link.set(null);
        window.freeplay.scene.setMagnification(1);
      });
      await page.locator("#tab-figures").click();
    });

    test("the machine is where the result file says", async () => {
      const spatial = name.startsWith("spatial");
      const columns = exported(folder, `${name}.h5`, `body/${moving}/*`);
      const at = (key, i) => columns[`body/${moving}/${key}`][i];
      for (const share of [0, 0.31, 0.77, 1]) {
        const i = Math.round(share * (columns.time.length - 1));
        await seek(page, columns.time[i]);
        const pose = await page.evaluate((which) => window.freeplay.scene.pose(0, which), moving);
        const expected = spatial
          ? ["x", "y", "z"].map((k) => at(`position.${k}`, i))
          : [at("position.x", i), at("position.y", i), 0];
        expected.forEach((value, k) => assert.ok(Math.abs(pose.position[k] - value) <= 1e-12 * Math.max(1, Math.abs(value)), `${pose.position} ${expected}`));
        const turn = spatial
          ? ["w", "x", "y", "z"].map((k) => at(`orientation.${k}`, i))
          : [Math.cos(at("angle", i) / 2), 0, 0, Math.sin(at("angle", i) / 2)];
        const along = turn.reduce((sum, value, k) => sum + value * pose.orientation[k], 0);
        assert.ok(Math.abs(Math.abs(along) - 1) < 1e-12, `${pose.orientation} ${turn}`);
      }
    });

    test("the animation moves", async () => {
      const end = await page.evaluate(() => window.freeplay.player.end);
      await seek(page, 0.2 * end);
      const first = await canvasOf(page);
      let moved = false;
      for (let share = 0.25; share < 1 && !moved; share += 0.1) {
        await seek(page, share * end);
        moved = (await canvasOf(page)) !== first;
      }
      assert.ok(moved, "pixels change with the time");
      const before = await page.evaluate(() => window.freeplay.player.time);
      await page.evaluate(() => window.freeplay.player.play());
      await page.waitForFunction((t) => window.freeplay.player.time !== t, before);
      await page.evaluate(() => window.freeplay.player.pause());
    });

    test("plots and animation share their time", async () => {
      const plot = page.locator("figure.plot:has(.stage-time)").first();
      await plot.scrollIntoViewIfNeeded();
      await drawn(page);
      const overlay = () => plot.locator("canvas").nth(1).evaluate((canvas) => canvas.toDataURL());
      const end = await page.evaluate(() => window.freeplay.player.end);
      await seek(page, 0.3 * end);
      const first = await overlay();
      await seek(page, 0.6 * end);
      assert.ok((await overlay()) !== first, "the cursor follows the animation");
      const stage = await plot.locator(".stage").boundingBox();
      await page.mouse.click(stage.x + 0.5 * stage.width, stage.y + 0.5 * stage.height);
      await drawn(page);
      const clicked = await page.evaluate(() => window.freeplay.player.time);
      assert.ok(clicked > 0.35 * end && clicked < 0.65 * end, `a click sets the time, now ${clicked} of ${end}`);
    });

    test("curves can be hidden", async () => {
      const entry = page.locator(".legend-entry").first();
      await entry.scrollIntoViewIfNeeded();
      const plot = page.locator("figure.plot", { has: page.locator(".legend-entry") }).first();
      const curves = () => plot.locator("canvas").first().evaluate((canvas) => canvas.toDataURL());
      await drawn(page);
      const shown = await curves();
      await entry.click();
      await page.mouse.move(0, 0);
      await drawn(page);
      assert.equal(await entry.getAttribute("aria-pressed"), "false");
      assert.ok((await curves()) !== shown, "the curve is gone");
      await entry.click();
      assert.equal(await entry.getAttribute("aria-pressed"), "true");
    });

    const saveAs = async (plot, word) => {
      await plot.locator(".menu-button").click();
      await plot.locator(".menu-item", { hasText: word }).click();
    };

    test("a plot can be saved as SVG and CSV", async () => {
      const plot = page.locator("figure.plot:has(.stage-time)").first();
      const save = async (word) => {
        const [download] = await Promise.all([page.waitForEvent("download"), saveAs(plot, word)]);
        return readFileSync(await download.path(), "utf8");
      };
      const svg = await save("SVG");
      const seen = await page.evaluate((text) => {
        const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
        return {
          wrong: parsed.querySelector("parsererror")?.textContent ?? null,
          root: parsed.documentElement.nodeName,
          curves: parsed.querySelectorAll("path, polyline, circle").length,
          texts: parsed.querySelectorAll("text").length,
          scripts: parsed.querySelectorAll("script, foreignObject").length,
        };
      }, svg);
      assert.equal(seen.wrong, null);
      assert.equal(seen.root, "svg");
      assert.ok(seen.curves > 0 && seen.texts > 4, JSON.stringify(seen));
      assert.equal(seen.scripts, 0);
      const lines = (await save("CSV")).trim().split(/\r?\n/);
      assert.ok(lines.length > 10);
      assert.match(lines[0], /\[s\]|\(s\)/);
    });

    test("channels of one's own choice make a plot", async () => {
      await page.getByRole("tab", { name: "Channels" }).click();
      await page.getByPlaceholder(/Search/).fill("energy kinetic");
      const count = await page.evaluate(() => window.freeplay.plots.length);
      await page.locator("[data-pick]:visible").first().click();
      await page.waitForFunction((n) => window.freeplay.plots.length > n, count);
      await page.getByRole("tab").first().click();
    });

    test("the machine is saved as a picture and as films", async () => {
      const rate = await page.evaluate(() => {
        const { player } = window.freeplay;
        const { rate, start, end } = player;
        player.rate = end - start; // a film of one second
        return rate;
      });
      const before = await page.evaluate(() => window.freeplay.player.time);
      const save = async (word) => {
        const [download] = await Promise.all([page.waitForEvent("download"), saveAs(page.locator(".scene-corner"), word)]);
        return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
      };
      const picture = await save("PNG");
      assert.match(picture.name, /\.png$/);
      const drawnSize = await page.evaluate(() => [document.querySelector(".scene-canvas").width, document.querySelector(".scene-canvas").height]);
      assert.deepEqual([picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)].map((size, k) => Math.abs(size - drawnSize[k]) < 2), [true, true]);
      const gif = await save("GIF");
      assert.match(gif.name, /\.gif$/);
      const seen = await page.evaluate(async (bytes) => {
        const decoder = new ImageDecoder({ data: Uint8Array.from(bytes), type: "image/gif" });
        await decoder.tracks.ready;
        await decoder.completed;
        const { frameCount } = decoder.tracks.selectedTrack;
        const canvas = new OffscreenCanvas(1, 1);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        const frames = [];
        let time = 0, width = 0;
        for (const frameIndex of [...Array(frameCount).keys()]) {
          const { image } = await decoder.decode({ frameIndex });
          time += image.duration / 1e6;
          width = image.displayWidth;
          if (frameIndex % 8 > 0) continue;
          [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
          frames.push(new Set(data).size > 20 ? data.reduce((sum, x, i) => (sum * 31 + x * (i % 7)) % 1000003, 7) : -1);
        }
        return { frameCount, time, width, frames };
      }, [...gif.bytes]);
      assert.equal(seen.frameCount, 25);
      assert.ok(Math.abs(seen.time - 1) < 1e-6, String(seen.time));
      assert.ok(seen.width > 100 && seen.width <= 640);
      assert.equal(new Set(seen.frames).size, seen.frames.length, "it moves");
      assert.ok(!seen.frames.includes(-1), "it is not empty");
      if ((await page.evaluate(() => typeof MediaRecorder)) !== "undefined") {
        const film = await save("WebM");
        assert.match(film.name, /\.webm$/);
        assert.equal(film.bytes.subarray(0, 4).toString("hex"), "1a45dfa3"); // EBML
        assert.ok(film.bytes.length > 10000);
      }
      // a film can be stopped, and time is where it was
      await page.evaluate((was) => (window.freeplay.player.rate = was), rate);
      await saveAs(page.locator(".scene-corner"), "GIF");
      await page.locator(".scene-film button").click();
      await page.waitForFunction(() => document.querySelector(".scene-film").hidden);
      assert.equal(await page.evaluate(() => window.freeplay.player.time), before);
    });

    test("the clearance can be magnified", async () => {
      const play = await page.evaluate(() => window.freeplay.report.runs[0].data.scene.joints.some((joint) => joint.clearance !== null));
      if (!play) return;
      await page.evaluate(() => window.freeplay.scene.setMagnification(1));
      await drawn(page);
      const first = await canvasOf(page);
      await page.evaluate(() => window.freeplay.scene.setMagnification(50));
      await drawn(page);
      assert.ok((await canvasOf(page)) !== first, "the play is seen");
      await page.evaluate(() => window.freeplay.scene.setMagnification(1));
    });

    test("one sees through bearings and guides", async () => {
      const box = page.locator(".scene-panel label", { hasText: "See through" }).locator("input");
      if ((await box.count()) === 0) return;
      const press = () => box.evaluate((each) => each.click());
      await drawn(page);
      const first = await canvasOf(page);
      await press();
      await drawn(page);
      assert.ok((await canvasOf(page)) !== first, "what was hidden is seen");
      await press();
    });

    test("nothing went wrong meanwhile", () => assert.deepEqual(complaints, []));

    test("light and dark, wide and narrow", async () => {
      for (const [width, height] of [[1280, 900], [390, 844]]) {
        for (const colorScheme of ["light", "dark"]) {
          const shown = await open(browser, folder.file(`${name}.html`), { viewport: { width, height }, colorScheme });
          const end = await shown.page.evaluate(() => window.freeplay.player.end);
          await seek(shown.page, 0.14 * end);
          await drawn(shown.page);
          const wide = await shown.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(wide <= 0, `the page is ${wide} px too wide for ${width} px`);
          assert.deepEqual(shown.complaints, []);
          await screenshot(shown.page, `${name}_${width}_${colorScheme}`);
          await shown.context.close();
        }
      }
    });
  });
}

test("an equilibrium shows its numbers instead of curves", async () => {
  folder.freeplay("run", model("spring_linkage"), "-q", "--set", "run.mode=statics", "-o", "rest.h5");
  const { page, complaints, context } = await open(browser, folder.file("rest.html"));
  const columns = exported(folder, "rest.h5", "body/lower/*");
  const card = page.locator("section.facts", { has: page.locator("h2", { hasText: /^body lower$/i }) });
  const shown = await card.locator("tr", { hasText: "angle" }).first().locator("td").textContent();
  assert.ok(Math.abs(parseFloat(shown) - columns["body/lower/angle"][0]) < 1e-5, shown);
  assert.equal(await page.getByRole("tab", { name: "Figures" }).count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("a model named <script> stays text", async () => {
  const evil = "<script>window.hacked = 1</script>";
  writeFileSync(
    folder.file("evil.toml"),
    `freeplay = 1\nname = "${evil}"\ngravity = [0, -9.81]\n[[body]]\nname = "<img src onerror>"\nmass = 1\ninertia = 1\n` +
      `outline = [[0, 0], [1, 0], [0, 1]]\n[run]\nend = 0.1\n`,
  );
  folder.freeplay("run", "evil.toml", "-q");
  const { page, complaints, context } = await open(browser, folder.file("evil.html"));
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await drawn(page);
  }
  assert.equal(await page.locator("h1").textContent(), evil);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.locator("img").count(), 0);
  await page.getByRole("tab", { name: "Channels" }).click();
  assert.ok((await page.locator("body").textContent()).includes("<img src onerror>"));
  assert.deepEqual(complaints, []);
  await context.close();
});
