// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AxesSpec, SeriesSpec, Source } from "../../src/data.ts";
import { openReport, type Report } from "../../src/decode.ts";
import { AxesPicture } from "../../src/plots/axes_picture.ts";
import { csvText } from "../../src/plots/csv.ts";
import { curvesOf, stacked } from "../../src/plots/curve.ts";
import { paperInk } from "../../src/plots/painter.ts";
import { settled } from "../../src/plots/pyramid.ts";
import { plain, prettyUnit, readable, spans, unitOfLabel } from "../../src/plots/rich_text.ts";
import { SvgPainter, xmlText } from "../../src/plots/svg_painter.ts";
import { TimelinePicture } from "../../src/plots/timeline.ts";
import { makeReport } from "../fixture.mjs";

const report: Report = openReport(makeReport({ samples: 401 }));
const source = (channel: string, component = 0, factor = 1, offset = 0): Source => ({ run: 0, channel, component, factor, offset });

function axes(series: SeriesSpec[], more: Partial<AxesSpec> = {}): AxesSpec {
  return { title: "T", xLabel: "t (s)", yLabel: "F_{N} (N)", xIsTime: true, logX: false, logY: false, equalAspect: false, series, hLines: [], vLines: [], circles: [], note: "", ...more };
}
const over = (label: string, channel: string, style: SeriesSpec["style"] = "line"): SeriesSpec => ({ label, x: source("/time"), y: source(channel), style, colour: 0 });

/** Well-formed: every tag is closed in order, no stray < or &. */
function checkXml(text: string): void {
  const open: string[] = [];
  const rest = text.replace(/<\?xml[^?]*\?>/, "").replace(/<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*(\/?)>/g, (_, close: string, name: string, __: string, self: string) => {
    if (close) assert.equal(open.pop(), name);
    else if (!self) open.push(name);
    return "";
  });
  assert.deepEqual(open, []);
  assert.ok(!rest.includes("<"), rest.slice(0, 200));
  assert.equal(rest.replace(/&(amp|lt|gt|quot);/g, "").includes("&"), false);
}

test("areas are stacked in their order, hidden ones left out", () => {
  const curves = stacked(curvesOf(axes([over("a", "/energy/kinetic", "area"), over("b", "/energy/potential", "area"), over("c", "/energy/friction")]), report));
  const [a, b, c] = curves;
  const kinetic = report.runs[0]?.channel("/energy/kinetic") as Float32Array;
  const potential = report.runs[0]?.channel("/energy/potential") as Float32Array;
  assert.equal(a?.y[7], kinetic[7]);
  assert.equal(b?.base?.[7], kinetic[7]);
  assert.equal(b?.y[7], (kinetic[7] as number) + (potential[7] as number));
  assert.equal(c?.base, null);
});

test("a source is factor times number plus offset; logarithms of what is not positive are gaps", () => {
  const curve = curvesOf(axes([{ ...over("a", "/body/slider/velocity"), y: source("/body/slider/velocity", 0, -1, 0) }], { logY: true }), report)[0];
  const v = report.runs[0]?.channel("/body/slider/velocity") as Float32Array;
  v.forEach((value, k) => {
    if (-value > 0) assert.ok(Math.abs((curve?.y[k] as number) - Math.log10(-value)) < 1e-12);
    else assert.ok(Number.isNaN(curve?.y[k]));
  });
});

test("rows of a table are chosen by a word", () => {
  const spec: SeriesSpec = {
    ...over("a", ""),
    x: { run: 0, table: "/impacts", column: "time", where: { column: "contact", word: "guide.a1" }, factor: 1, offset: 0 },
    y: { run: 0, table: "/impacts", column: "normal_impulse", where: { column: "contact", word: "guide.a1" }, factor: 1, offset: 0 },
  };
  const contacts = report.runs[0]?.column("/impacts", "contact") as Uint8Array;
  assert.equal(curvesOf(axes([spec]), report)[0]?.count, contacts.filter((c) => c === 1).length);
});

test("what was not recorded is left out", () => {
  assert.equal(curvesOf(axes([over("a", "/no/such")]), report).length, 0);
});

test("every figure becomes valid SVG with title, axes and legend and no script", () => {
  for (const figure of report.data.figures) {
    const pictures = [
      ...figure.axes.map((spec) => new AxesPicture(spec, report, figure.title)),
      ...(figure.timeline.length > 0 ? [new TimelinePicture(figure.title, figure.timeline, report, figure.timelineNote)] : []),
    ];
    for (const picture of pictures) {
      const painter = new SvgPainter(600, 400);
      const x = picture.rangeX();
      const y = picture.rangeY(x);
      picture.paint(painter, 600, 400, { x0: x[0], x1: x[1], y0: y[0], y1: y[1] }, paperInk, true);
      const svg = painter.file(picture.title);
      checkXml(svg);
      assert.ok(svg.includes(`<title>${xmlText(plain(picture.title))}</title>`));
      assert.ok(!/NaN|undefined|Infinity|<script|href/.test(svg), figure.id);
      assert.ok(svg.includes(xmlText(picture.note)));
      for (const entry of picture.entries) assert.ok(svg.includes(xmlText(entry.label)));
    }
  }
});

test("names cannot become markup in a file", () => {
  const painter = new SvgPainter(100, 50);
  painter.text(1, 2, '<script>"&\u0000\ud800', { size: 11, colour: "#000", anchor: "start" });
  const svg = painter.file("<script>alert(1)</script>");
  checkXml(svg);
  assert.ok(!svg.includes("<script"));
  assert.ok(!/[\u0000\ud800]/.test(svg));
});

test("CSV is quoted as RFC 4180 says", () => {
  assert.equal(csvText(['a "b"', "c,d", "e"], [["x\ny", "z"], [1, NaN], Float32Array.of(0.1)]), '"a ""b""","c,d",e\r\n"x\ny",1,0.1\r\nz,,\r\n');
});

test("the plotted numbers have their units in the header", () => {
  const { header, columns } = new AxesPicture(axes([over("a", "/energy/kinetic"), over("b", "/energy/potential")]), report).table();
  assert.deepEqual(header, ["t (s)", "a (N)", "b (N)"]);
  assert.equal(columns[0]?.length, 401);
});

test("a value that is rounding beside its series is read as 0, a small series is not", () => {
  const values = Float64Array.of(2.5e-31, 1e-11, -3);
  assert.deepEqual(Array.from(values, (value) => settled(value, values)), [0, 1e-11, -3]);
  const small = Float64Array.of(1e-17, -2e-17);
  assert.deepEqual(Array.from(small, (value) => settled(value, small)), [1e-17, -2e-17]);
  assert.deepEqual(Array.from(small, (value) => settled(value, small, values)), [0, 0]); // beside larger ones
});

test("a curve without a legend tells its value too", () => {
  const lone = new AxesPicture(axes([over("", "/energy/friction")], { title: "Friction" }), report);
  assert.equal(lone.entries.length, 0);
  assert.deepEqual(lone.valuesAt(0), ["0 N"]);
  assert.deepEqual(lone.readout(0).map(({ label, value }) => [label, value]), [["Friction", "0 N"]]);
  assert.deepEqual(new AxesPicture(axes([over("", "/energy/friction"), over("", "/energy/kinetic")]), report).valuesAt(0), []);
});

test("super- and subscripts", () => {
  assert.deepEqual(spans("F_{N} (10^{3} N)"), [
    { text: "F", level: 0 },
    { text: "N", level: -1 },
    { text: " (10", level: 0 },
    { text: "3", level: 1 },
    { text: " N)", level: 0 },
  ]);
  assert.equal(plain(prettyUnit("kg*m/s^2")), "kg·m/s²");
  assert.equal(unitOfLabel("a_{x} (m/s^{2})"), "m/s²");
  assert.equal(readable(-1.23456e-7), "−1.235·10⁻⁷");
  assert.equal(readable(0.5), "0.5000");
});
