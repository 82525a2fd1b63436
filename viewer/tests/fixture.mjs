// SPDX-License-Identifier: Apache-2.0
// Made-up results in the shape of src/data.ts, for tests of the page: a slider-crank with play whose motion is
// written down, not simulated.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function block(type, values) {
  const kinds = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, u8: Uint8Array };
  const numbers = kinds[type].from(values);
  return { type, count: numbers.length, base64: Buffer.from(numbers.buffer).toString("base64") };
}

/** The same numbers every time. */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (1664525 * state + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const words = ["open", "stick", "slip+", "slip-"];
const crank = 0.05;
const rod = 0.12;
const play = 5e-4;

function motion(seconds, samples, factor) {
  const random = chance(7);
  const omega = 2 * Math.PI * 2 * factor;
  const rows = { t: [], angle: [], x: [], v: [], a: [], ox: [], oy: [], gap: [], normal: [], mode: [[], [], [], []], step: [], violation: [] };
  const impacts = [];
  for (let i = 0; i < samples; ++i) {
    const t = (seconds * i) / (samples - 1);
    const phi = omega * t;
    const root = Math.sqrt(rod * rod - (crank * Math.sin(phi)) ** 2);
    const impact = Math.sin(3.1 * phi) > 0.97;
    rows.t.push(t);
    rows.angle.push(phi);
    rows.x.push(crank * Math.cos(phi) + root + 0.3 * play * Math.sin(9 * phi));
    rows.v.push(-crank * omega * (Math.sin(phi) + (crank / rod) * Math.sin(phi) * Math.cos(phi)) + 0.02 * Math.sin(9 * phi));
    rows.a.push(-crank * omega * omega * (Math.cos(phi) + (crank / rod) * Math.cos(2 * phi)) + (impact ? 40 * (random() - 0.5) : 0));
    const e = play * Math.min(1, 0.8 + 0.3 * Math.sin(5 * phi));
    rows.ox.push(e * Math.cos(1.3 * phi));
    rows.oy.push(e * Math.sin(1.3 * phi));
    rows.gap.push(play - e);
    rows.normal.push(e >= play ? 20 + 15 * Math.sin(phi) + (impact ? 120 * random() : 0) : 0);
    rows.mode.forEach((mode, k) => {
      const s = Math.sin((3 + k) * phi + k);
      mode.push(s < 0.3 ? 0 : s > 0.95 ? 1 : Math.cos(phi) > 0 ? 2 : 3);
    });
    rows.step.push(1e-4 * (impact ? 0.02 : 1) * (0.7 + 0.3 * random()));
    rows.violation.push(1e-12 * (1 + 100 * random() * Math.abs(Math.sin(phi))));
    if (impact && random() < 0.2) impacts.push({ t, contact: Math.floor(4 * random()), impulse: 0.02 * random(), v: -0.3 * random() });
  }
  return { rows, impacts };
}

function makeRun(label, seconds, samples, extra, factor) {
  const { rows, impacts } = motion(seconds, samples, factor);
  const channel = (path, unit, help, components, ...data) => ({ path, unit, help, components, words: [], data: data.map((d) => block("f32", d)) });
  const contacts = ["guide.a0", "guide.a1", "guide.b0", "guide.b1"];
  const kinetic = rows.v.map((v) => 0.7 * v * v);
  const potential = rows.angle.map((phi) => 0.2 + 0.2 * Math.sin(phi));
  const friction = rows.t.map((t) => 0.05 * t);
  const channels = [
    { path: "/time", unit: "s", help: "time of each sample", components: [""], words: [], data: [block("f64", rows.t)] },
    channel("/body/crank/position", "m", "of the centre of mass", ["x", "y"], rows.angle.map((p) => (crank / 2) * Math.cos(p)), rows.angle.map((p) => (crank / 2) * Math.sin(p))),
    channel("/body/crank/angle", "rad", "", [""], rows.angle),
    channel("/body/slider/position", "m", "of the centre of mass", ["x", "y"], rows.x, rows.x.map(() => 0)),
    channel("/body/slider/velocity", "m/s", "", ["x", "y"], rows.v, rows.v.map(() => 0)),
    channel("/body/slider/acceleration", "m/s^2", "mean since the last sample, impacts included", ["x", "y"], rows.a, rows.a.map(() => 0)),
    channel("/joint/pin/orbit_x", "m", "journal centre from the bearing's centre", [""], rows.ox),
    channel("/joint/pin/orbit_y", "m", "journal centre from the bearing's centre", [""], rows.oy),
    channel("/contact/pin/gap", "m", "negative is overlap", [""], rows.gap),
    channel("/contact/pin/normal", "N", "normal force", [""], rows.normal),
    ...contacts.map((name, k) => ({ path: `/contact/${name}/mode`, unit: "", help: "", components: [""], words, data: [block("u8", rows.mode[k])] })),
    channel("/energy/kinetic", "J", "", [""], kinetic),
    channel("/energy/potential", "J", "", [""], potential),
    channel("/energy/friction", "J", "turned into heat", [""], friction),
    channel("/steps/step", "s", "length of the last step", [""], rows.step),
    channel("/steps/violation", "m", "of the constraints", [""], rows.violation),
  ];
  const random = chance(3);
  for (let k = 0; channels.length < extra; ++k) {
    const noise = rows.t.map((t) => Math.sin((k + 1) * t) + 0.1 * random());
    channels.push(channel(`/joint/extra${k}/reaction_x`, "N", "", [""], noise));
  }
  const column = (name, unit, values) => ({ name, unit, words: [], data: block("f64", values) });
  const tables = [
    {
      path: "/impacts",
      help: "one contact of one impact",
      rows: impacts.length,
      recorded: impacts.length,
      columns: [
        column("time", "s", impacts.map((i) => i.t)),
        { name: "contact", unit: "", words: contacts, data: block("u8", impacts.map((i) => i.contact)) },
        column("normal_before", "m/s", impacts.map((i) => i.v)),
        column("normal_after", "m/s", impacts.map((i) => -0.4 * i.v)),
        column("normal_impulse", "N*s", impacts.map((i) => i.impulse)),
        column("tangential_impulse", "N*s", impacts.map((i) => 0.1 * i.impulse)),
      ],
    },
  ];
  const about = {
    model: 'freeplay = 1\nname = "<script>alert(1)</script>"\n\n[simulation]\nend = "2 s"   # two turns\n\n[[body]]\nname = "crank"\nmass = "0.3 kg"\n',
    understood: `freeplay = 1\n\n[simulation]\nend = ${seconds}\n\n[[joint]]\nname = "pin"\nclearance = ${play * factor}\n`,
    options: "--set joint.pin.clearance=0.5mm",
    warnings: ["The joints guide and pin share a reaction that the mechanism does not determine."],
    facts: [
      { group: "Run", label: "simulated", value: `${seconds} s` },
      { group: "Run", label: "wall clock", value: "1.84 s" },
      { group: "Run", label: "samples", value: String(samples) },
      { group: "Steps", label: "stepper", value: "moreau_midpoint" },
      { group: "Steps", label: "steps", value: String(Math.round(41000 * factor)) },
      { group: "Steps", label: "smallest step", value: "1.2e-6 s" },
      { group: "Solver", label: "contact problems", value: "12 480" },
      { group: "Solver", label: "worst residual", value: "3.1e-13" },
      { group: "Energy", label: "numerical remainder", value: `${(2.4e-7 * factor).toExponential(1)} J` },
    ],
    attributes: [
      { key: "degrees_of_freedom", value: "1" },
      { key: "record_format", value: "1" },
    ],
  };
  const scene = null; // the scene has tests of its own
  return { label, file: `${label}.h5`, name: "slider_crank", status: factor > 1 ? "interrupted" : "complete", samples, recorded: factor > 1 ? 10 * samples : samples, channels, tables, scene, about };
}

/** A report; `channels` is the least number of them. */
export function makeReport({ seconds = 2, samples = 4001, channels = 0, runs = 1 } = {}) {
  const all = Array.from({ length: runs }, (_, k) => makeRun(runs > 1 ? `run ${k + 1}` : "slider_crank", seconds, samples, channels, 1 + 0.1 * k));
  const source = (run, channel, component = 0, factor = 1) => ({ run, channel, component, factor, offset: 0 });
  const each = (make) => all.flatMap((run, k) => make(k, (label) => (runs > 1 ? (label ? `${label} · ${run.label}` : run.label) : label)));
  const line = (label, x, y, colour, style = "line") => ({ label, x, y, colour, style });
  const axes = (title, xLabel, yLabel, xIsTime, series, more = {}) => ({ title, xLabel, yLabel, xIsTime, logX: false, logY: false, equalAspect: false, series, hLines: [], vLines: [], circles: [], note: "", ...more });
  const over = (label, channel, component, colour, style) => each((k, name) => [line(name(label), source(k, "/time"), source(k, channel, component), colour + k, style)]);
  const figures = [
    {
      id: "motion", title: "Position, velocity, acceleration: slider", help: "Of the centre of mass, along x of the world.", columns: 1, timeline: [],
      axes: [
        axes("Position", "t (s)", "x (m)", true, over("position", "/body/slider/position", 0, 0)),
        axes("Velocity", "t (s)", "v_{x} (m/s)", true, over("velocity", "/body/slider/velocity", 0, 1), { hLines: [0] }),
        axes("Acceleration", "t (s)", "a_{x} (m/s^{2})", true, over("acceleration", "/body/slider/acceleration", 0, 2)),
      ],
    },
    {
      id: "phase", title: "Phase portraits: slider", help: "", columns: 2, timeline: [],
      axes: [
        axes("Position–velocity", "x (m)", "v_{x} (m/s)", false, each((k, name) => [line(name("slider"), source(k, "/body/slider/position"), source(k, "/body/slider/velocity"), k)])),
        axes("Velocity–acceleration", "v_{x} (m/s)", "a_{x} (m/s^{2})", false, each((k, name) => [line(name("slider"), source(k, "/body/slider/velocity"), source(k, "/body/slider/acceleration"), 3 + k)])),
      ],
    },
    {
      id: "orbit", title: "Journal orbit: pin", help: "Centre of the journal inside the clearance circle.", columns: 1, timeline: [],
      axes: [axes("", "x (mm)", "y (mm)", false, each((k, name) => [line(name("orbit"), source(k, "/joint/pin/orbit_x", 0, 1e3), source(k, "/joint/pin/orbit_y", 0, 1e3), k)]), { equalAspect: true, circles: [{ x: 0, y: 0, r: 0.5, label: "c = 0.5 mm" }], note: "In the frame of the bearing." })],
    },
    {
      id: "modes", title: "Contact modes", help: "", columns: 1, axes: [], timelineNote: "3 more rows are left out.",
      timeline: each((k, name) => ["guide.a0", "guide.a1", "guide.b0", "guide.b1"].map((c) => ({ label: name(c), run: k, channel: `/contact/${c}/mode` }))),
    },
    {
      id: "penetration", title: "Normal force and step size", help: "", columns: 1, timeline: [],
      axes: [
        axes("Normal force", "t (s)", "F_{N} (N)", true, [...over("normal force", "/contact/pin/normal", 0, 0), ...each((k) => [{ ...line("impulse ×1000", { run: k, table: "/impacts", column: "time", factor: 1, offset: 0 }, { run: k, table: "/impacts", column: "normal_impulse", factor: 1000, offset: 0 }, 1, "stems") }])]),
        axes("Step size", "t (s)", "Δt (s)", true, over("step", "/steps/step", 0, 3, "steps"), { logY: true }),
      ],
    },
    {
      id: "violation", title: "Constraint violation", help: "Largest over all joints.", columns: 1, timeline: [],
      axes: [axes("", "t (s)", "violation (m)", true, over("positions", "/steps/violation", 0, 0), { logY: true })],
    },
    {
      id: "energy", title: "Energy ledger", help: "Stored, turned into heat, and what is left over by the numbers.", columns: 1, timeline: [],
      axes: [axes("Ledger", "t (s)", "energy (J)", true, [...each((k) => (k > 0 ? [] : [line("kinetic", source(k, "/time"), source(k, "/energy/kinetic"), 0, "area"), line("potential", source(k, "/time"), source(k, "/energy/potential"), 2, "area"), line("friction", source(k, "/time"), source(k, "/energy/friction"), 1, "area")])), line("bound", source(0, "/time"), source(0, "/energy/friction", 0, 2), 6, "dashed")])],
    },
  ];
  return { format: 1, title: runs > 1 ? "Slider-crank: two speeds" : "Slider-crank with play", version: "0.8.0", runs: all, figures };
}

/** The page as `freeplay report` writes it, around a viewer built into `folder`. */
export function makePage(data, folder) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const hash = readFileSync(join(folder, "viewer.sha256"), "utf8");
  const script = readFileSync(join(folder, "viewer.js"), "utf8");
  const style = readFileSync(join(folder, "viewer.css"), "utf8");
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:`;
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>report</title><style>${style}</style></head><body>` +
    `<div id="app"></div><script type="application/json" id="freeplay-data">${json}</script><script>${script}</script></body></html>`
  );
}
