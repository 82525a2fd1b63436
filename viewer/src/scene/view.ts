// SPDX-License-Identifier: Apache-2.0
// The machine moving: a canvas with its controls. The first run that has a scene is solid, others are translucent.
import type { Vector3 } from "three";
import type { Quat, SceneData, Vec3 } from "../data.ts";
import { type Report, type Run, sampleAt } from "../decode.ts";
import { colourOf } from "../palette.ts";
import type { Player } from "../player.ts";
import { type Scale, shownPoint, isHousing } from "./bodies.ts";
import { Contacts } from "./contacts.ts";
import { Controls, type Options } from "./controls.ts";
import { Extent } from "./extent.ts";
import { lengthText, timesText } from "./format.ts";
import { type Pose, toWorld } from "./frames.ts";
import { Labels, Tooltip } from "./labels.ts";
import { DrawnMachine, Machine } from "./machine.ts";
import { Markers } from "./markers.ts";
import { opaqueCopy, Saver } from "./saver.ts";
import { Springs } from "./springs.ts";
import { Stage, makeRenderer } from "./stage.ts";
import { type Theme, onThemeChange, readTheme } from "./theme.ts";
import { tracePointsOf, Traces } from "./traces.ts";
import { element, iconButton, setLabel } from "./widgets.ts";

export interface SceneView {
  readonly element: HTMLElement;
  /** Of a body as drawn now; that of the result when play is not magnified. */
  pose(run: number, body: string): { position: Vec3; orientation: Quat } | null;
  readonly magnification: number;
  /** Clearance ×m about each joint, 1 = as it is. */
  setMagnification(m: number): void;
  /** The picture now, as a data URL. */
  screenshot(): string;
  dispose(): void;
}

type RunWithScene = { run: Run; scene: SceneData };

/** Null when no run has a scene. Without WebGL the view says so in words, and its controls still move the time. */
export function createSceneView(report: Report, player: Player): SceneView | null {
  const runs = report.runs.flatMap((run): RunWithScene[] => (run.data.scene ? [{ run, scene: run.data.scene }] : []));
  const [first] = runs;
  if (!first) return null;
  const renderer = makeRenderer();
  return renderer ? new DrawnScene(runs, first, player, new StageParts(renderer.domElement), renderer, report.data.title) : new ScenelessView(runs, first, player);
}

function startingOptions(runs: readonly RunWithScene[]): Options {
  return {
    magnification: 1,
    arrows: true,
    arrowScale: 1,
    proportional: false,
    orbits: false,
    labels: false,
    edges: true,
    seeThrough: false,
    follow: -1,
    trace: -1,
    traceKind: "whole",
    runs: runs.map(() => true),
  };
}

function poseOf(machines: readonly Machine[], run: number, body: string, t: number, m: number): Pose | null {
  const machine = machines.find((each) => each.run.index === run);
  const index = machine?.bodyIndex(body) ?? -1;
  if (!machine || index < 0 || !machine.poses.has(index)) return null;
  machine.pose(t, m);
  return machine.shown[index] ?? null;
}

/** The elements over and around the canvas. */
class StageParts {
  readonly holder = element("div", "scene-stage");
  readonly badge = element("div", "scene-badge");
  readonly scaleText = element("div", "scene-scale");
  readonly corner = element("div", "scene-corner");

  constructor(readonly canvas: HTMLCanvasElement) {
    canvas.className = "scene-canvas";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The machine moving. Space plays and pauses, arrow keys step, F shows all of it.");
    this.badge.hidden = true;
    this.badge.setAttribute("role", "status");
    this.scaleText.title = "Distance of the strong lines of the grid";
    this.holder.append(canvas, this.badge, this.scaleText, this.corner);
  }
}

class ScenelessView implements SceneView {
  readonly element = element("section", "scene");
  private readonly machines: Machine[];
  private readonly options: Options;
  private readonly controls: Controls;

  constructor(
    runs: readonly RunWithScene[],
    first: RunWithScene,
    private readonly player: Player,
  ) {
    this.machines = runs.map(({ run, scene }) => new Machine(run, scene));
    this.options = startingOptions(runs);
    const offers = { bodies: [], points: [], runs: [], play: false, contacts: false, orbits: false, names: false, housings: false };
    this.controls = new Controls(player, first.run.time, this.options, offers, () => undefined);
    const words = "The machine cannot be drawn: this browser offers no WebGL. The plots show the same run.";
    this.element.append(element("p", "scene-message", words), this.controls.element);
    this.element.addEventListener("keydown", (event) => {
      if (this.controls.key(event)) event.preventDefault();
    });
  }

  pose(run: number, body: string): Pose | null {
    return poseOf(this.machines, run, body, this.player.time, this.options.magnification);
  }
  get magnification(): number {
    return this.options.magnification;
  }
  setMagnification(m: number): void {
    this.options.magnification = Math.max(1, m);
  }
  screenshot(): string {
    return "";
  }
  dispose(): void {
    this.controls.dispose();
    this.element.remove();
  }
}

class DrawnScene implements SceneView {
  readonly element = element("section", "scene");
  private readonly machines: DrawnMachine[];
  private readonly main: DrawnMachine;
  private readonly scale: Scale;
  private readonly stage: Stage;
  private readonly contacts: Contacts;
  private readonly springs: Springs;
  private readonly markers: Markers;
  private readonly traces: Traces;
  private readonly labels: Labels;
  private readonly tooltip: Tooltip;
  private readonly options: Options;
  private readonly controls: Controls;
  private readonly saver: Saver;
  private theme: Theme;
  private frame = 0;
  private drawnTime: number;
  private drawnAt = 0; // by the clock, while it plays
  private fittedFor = 1; // the magnification that the extent is of
  private limit = 1; // as much of it as there is room for
  private small: (Vector3 | null)[] = []; // bodies that have a ring
  private followed: { body: number; at: Vector3 } | null = null;
  private readonly off: (() => void)[] = [];

  constructor(
    runs: readonly RunWithScene[],
    first: RunWithScene,
    private readonly player: Player,
    private readonly parts: StageParts,
    renderer: NonNullable<ReturnType<typeof makeRenderer>>,
    title: string,
  ) {
    const size = first.scene.size > 0 ? first.scene.size : 1;
    this.scale = { centre: first.scene.centre, factor: 1 / size };
    this.machines = runs.map(({ run, scene }, k) => new DrawnMachine(run, scene, this.scale, k > 0 ? first.scene : null));
    this.main = this.machines[0] as DrawnMachine;
    this.theme = readTheme(this.element);
    this.drawnTime = player.time;
    this.stage = new Stage(renderer, first.scene, this.swept(1), this.scale.factor, () => this.invalidate());
    this.contacts = new Contacts(first.run, first.scene, this.scale, this.theme);
    this.springs = new Springs(first.scene, this.scale);
    this.traces = new Traces(first.scene, this.main.poses, this.scale);
    this.markers = new Markers(first.scene, this.main.bodies.radii(), this.scale);
    this.labels = new Labels([...first.scene.bodies, ...first.scene.joints].map(({ name }) => name));
    for (const { bodies } of this.machines) this.stage.scene.add(bodies.group);
    this.stage.scene.add(this.contacts.group, this.markers.sprites.mesh, this.springs.lines.object, this.traces.path.object, this.traces.orbits.object);
    this.options = startingOptions(runs);
    const loose = this.machines.filter(({ magnifier }) => magnifier.useful);
    if (loose.length > 0) this.options.magnification = Math.min(...loose.map((machine) => machine.telling()));
    this.tooltip = new Tooltip(parts.canvas, this.stage.rig.camera, () =>
      this.machines.filter((_, k) => this.options.runs[k]).map((machine) => ({ bodies: machine.bodies, label: runs.length > 1 ? machine.run.data.label : "" })),
    );
    this.controls = new Controls(player, first.run.time, this.options, {
      bodies: first.scene.bodies.map(({ name }) => name),
      points: tracePointsOf(first.scene).map(({ label }) => label),
      runs: runs.map(({ run }) => ({ label: run.data.label, colour: run === first.run ? "" : colourOf(run.index) })),
      play: this.machines.some((machine) => machine.magnifier.useful),
      contacts: first.scene.contacts.length > 0 || first.run.tables.has("/contacts"),
      orbits: this.traces.hasOrbits,
      names: first.scene.joints.length > 0 || first.scene.bodies.length > 0,
      housings: first.scene.parts.some(isHousing),
    }, () => this.invalidate());
    this.saver = new Saver({ player, name: title, shot: (clock, width) => this.shot(clock, width) });
    this.assemble();
    this.paint();
  }

  /** What is seen through the run. */
  private swept(m: number): Extent {
    const extent = new Extent();
    for (const machine of this.machines) machine.addTo(extent, m);
    return extent.complete();
  }

  /** Magnified play takes more room: a picture that showed everything goes on doing so. */
  private keepFitted(): void {
    if (this.options.magnification === this.fittedFor) return;
    this.fittedFor = this.options.magnification;
    this.limit = Math.min(...this.machines.map((machine) => machine.limit(this.fittedFor)));
    this.stage.extent = this.swept(this.limit);
    if (this.stage.rig.fitted) this.stage.rig.fit(this.stage.extent);
  }

  private assemble(): void {
    const { canvas, holder, corner } = this.parts;
    const { rig } = this.stage;
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const fit = (): void => rig.fit(this.stage.extent);
    if (rig.planar) {
      const tilt = iconButton("tilt", "Tilt into space", () => {
        rig.tilt(!rig.isTilted, this.stage.extent, !still.matches);
        tilt.setAttribute("aria-pressed", String(rig.isTilted));
        setLabel(tilt, rig.isTilted ? "Look at it flat" : "Tilt into space");
      });
      tilt.setAttribute("aria-pressed", "false");
      corner.append(tilt);
    }
    corner.append(this.saver.element, iconButton("fit", "Show all of it (F, or double click)", fit));
    holder.append(this.labels.element, this.tooltip.element, this.saver.status);
    this.element.append(holder, this.controls.element);
    this.element.setAttribute("aria-label", "The machine moving");
    canvas.addEventListener("dblclick", fit);
    canvas.addEventListener("webglcontextrestored", () => this.invalidate());
    this.element.addEventListener("keydown", (event) => {
      const fits = event.key.toLowerCase() === "f" && event.target === canvas;
      if (fits) fit();
      if (fits || this.controls.key(event)) event.preventDefault();
    });
    const observer = new ResizeObserver(() => {
      if (holder.clientWidth === 0) return;
      this.stage.resize(holder.clientWidth, holder.clientHeight);
      this.paint(); // the first time that the style sheet is known
      this.draw(performance.now()); // at once: a canvas is empty after a change of its size
    });
    observer.observe(holder);
    this.off.push(() => observer.disconnect(), onThemeChange(() => this.paint()), this.player.onTime(() => this.invalidate()));
  }

  private paint(): void {
    this.theme = readTheme(this.element);
    for (const { bodies } of this.machines) bodies.paint(this.theme);
    this.stage.paint(this.theme);
    this.contacts.paint(this.theme);
    this.invalidate();
  }

  /** Asks for a new picture. */
  private invalidate(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame((clock) => {
      this.frame = 0;
      this.draw(clock);
    });
  }

  private draw(clock: number, patience?: number): void {
    if (this.parts.holder.clientWidth === 0) return;
    const { options, stage, theme, main } = this;
    const t = this.player.time;
    if (this.player.playing && this.drawnAt > 0) stage.took(clock - this.drawnAt);
    this.drawnAt = this.player.playing ? clock : 0;
    this.passImpacts(t, clock);
    this.keepFitted();
    const m = this.limit;
    let reached = m;
    this.machines.forEach((machine, k) => {
      const time = machine.poses.time;
      const ended = k > 0 && t > (time[time.length - 1] ?? t); // a shorter run does not go on as a ghost that stands still
      machine.bodies.group.visible = (options.runs[k] ?? true) && !ended;
      if (!machine.bodies.group.visible && k > 0) return;
      const shownWith = machine.pose(t, m);
      machine.bodies.move(machine.shown, shownWith, t);
      machine.bodies.showEdges(options.edges);
      machine.bodies.seeThrough(options.seeThrough);
      if (machine.magnifier.useful) reached = Math.min(reached, shownWith);
    });
    this.follow(options.follow);
    const turning = stage.rig.advance(clock);
    const { shown, actual } = main;
    const seen = options.runs[0] ?? true;
    this.springs.lines.object.visible = seen;
    if (seen) this.springs.draw(shown, theme.grid.clone().lerp(theme.arrow, 0.45));
    const growing = this.traces.drawPath(options.trace, options.traceKind, t, shown, m, theme, patience);
    this.traces.drawOrbits(options.orbits, t, shown, actual, reached, theme);
    const frame = { actual, shown, pixel: stage.rig.pixel, width: stage.width, height: stage.height };
    this.contacts.group.visible = seen;
    const fading = this.contacts.draw(sampleAt(main.poses.time, t), frame, options, clock);
    this.small = this.markers.draw(seen ? shown : [], stage.rig.pixel, stage.width, stage.height, theme);
    stage.renderer.shadowMap.needsUpdate = true;
    stage.draw();
    this.write(options.magnification, reached);
    if (turning || fading || growing) this.invalidate();
  }

  /** Lets every impact since the last picture flash, also those between two pictures and over the loop's end. */
  private passImpacts(t: number, clock: number): void {
    const { player } = this;
    const from = this.drawnTime;
    this.drawnTime = t;
    if (t === from) return;
    if (player.playing) {
      if (t > from) this.contacts.flash(from, t, clock);
      else {
        this.contacts.flash(from, player.end, clock);
        this.contacts.flash(-Infinity, t, clock);
      }
    } else if (t > from && t - from < 0.02 * (player.end - player.start)) {
      this.contacts.flash(from, t, clock); // a step; a jump across the run is none
    }
  }

  private follow(body: number): void {
    const pose = this.main.shown[body];
    if (!pose) {
      this.followed = null;
      return;
    }
    const at = shownPoint(toWorld(pose, this.main.scene.bodies[body]?.centre ?? [0, 0, 0]), this.scale);
    const from = this.followed?.body === body ? this.followed.at : this.stage.rig.target;
    this.stage.rig.shift(at.clone().sub(from));
    this.followed = { body, at };
  }

  private write(m: number, reached: number): void {
    const { badge, scaleText } = this.parts;
    badge.hidden = m === 1;
    const text = `clearance ${timesText(m)}` + (reached < 0.99 * m ? `, here ${timesText(reached)}: no room for more` : "");
    if (badge.textContent !== text) badge.textContent = text;
    const grid = `grid ${lengthText(this.stage.ground.step)}`;
    if (scaleText.textContent !== grid) scaleText.textContent = grid;
    this.labels.element.hidden = !this.options.labels;
    if (!this.options.labels) return;
    const rest: Pose = { position: [0, 0, 0], orientation: [1, 0, 0, 0] };
    const points = this.main.scene.joints.map(({ bodies, points: at }) => shownPoint(toWorld(this.main.shown[bodies[0]] ?? rest, at[0]), this.scale));
    this.labels.place([...this.small, ...points], this.stage.rig.camera, this.stage.width, this.stage.height);
  }

  pose(run: number, body: string): Pose | null {
    this.keepFitted();
    return poseOf(this.machines, run, body, this.player.time, this.limit);
  }

  get magnification(): number {
    return this.options.magnification;
  }
  setMagnification(m: number): void {
    this.options.magnification = Math.max(1, m);
    this.controls.showMagnification();
    this.invalidate();
  }

  screenshot(): string {
    return this.shot(performance.now(), Infinity).toDataURL("image/png");
  }

  private shot(clock: number, width: number): HTMLCanvasElement {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.draw(clock, Infinity);
    const { canvas, badge } = this.parts;
    const words = [this.controls.timeText, badge.hidden ? "" : (badge.textContent ?? "")].filter(Boolean).join(" · ");
    return opaqueCopy(canvas, width, { back: `#${this.theme.background.getHexString()}`, words: getComputedStyle(this.element).color }, words);
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    for (const stop of this.off) stop();
    this.tooltip.dispose();
    this.saver.dispose();
    this.controls.dispose();
    for (const { bodies } of this.machines) bodies.dispose();
    this.contacts.dispose();
    this.springs.dispose();
    this.markers.dispose();
    this.traces.dispose();
    this.stage.dispose();
    this.element.remove();
  }
}
