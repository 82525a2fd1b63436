// SPDX-License-Identifier: Apache-2.0
// What a report page is given: one JSON object, written by src/report/payload.cpp. All numbers are in SI units.
// Every text is data: it is put into the page as text, never as markup.

/** Numbers as base64 of little-endian values. */
export interface Block {
  type: "f64" | "f32" | "u32" | "u8";
  count: number;
  base64: string;
}

export interface ReportData {
  format: 1;
  title: string;
  version: string; // of Freeplay
  runs: RunData[]; // one or more; several are compared
  figures: FigureSpec[]; // the default pages, in order
}

export interface RunData {
  label: string; // in legends, unique among the runs
  file: string; // name of the result file, without folder
  name: string; // of the model; may be empty
  status: string; // "complete", "interrupted", "failed: …", "limit: …"
  samples: number; // rows of every channel here
  recorded: number; // rows in the result file; more than `samples` when the page was thinned
  channels: ChannelData[]; // the first is /time
  tables: TableData[];
  scene: SceneData | null; // null: a system that is not made of bodies
  findings: FindingsData;
  about: AboutData;
}

/**
 * One recorded quantity. When recorded > samples, numbers of poses (body position, angle, orientation), of words
 * and of /time are those of the sample itself; of other channels each pair of samples holds the least and the
 * greatest value of its stretch, in the order in which they came.
 */
export interface ChannelData {
  path: string; // "/body/crank/position"
  unit: string; // "m", "N*s", …; may be empty
  help: string;
  components: string[]; // names of the numbers, "x", "y", …; [""] when there is one
  words: string[]; // meaning of the values 0, 1, …; empty for numbers
  data: Block[]; // one per component
}

export interface TableData {
  path: string; // "/impacts"
  help: string;
  rows: number; // rows here
  recorded: number; // rows in the file; more when the page was thinned
  columns: { name: string; unit: string; words: string[]; data: Block }[];
}

/** What the run found, in lines; how far its numbers can be trusted, and why. */
export interface FindingsData {
  sentence: string; // what was run; may be empty
  items: { label: string; value: string; note: string; time?: number }[]; // time: of a moment to look at
  light: "good" | "doubtful" | "bad";
  verdict: string; // the light in words
  reasons: string[];
}

export interface AboutData {
  model: string; // the model file's text
  understood: string; // the same in SI units with defaults filled in
  options: string; // changes from the command line, a line each
  warnings: string[];
  facts: { group: string; label: string; value: string }[]; // statistics, solver, energy, …, in order
  // What joints, contacts and drivers bore: kind, name, unit, peak, RMS, 95 %, 99 %, impacts per second, time in
  // contact and part of impacts in per cent, work in J; "" where it does not apply.
  loads: { note: string; rows: string[][] };
  attributes: { key: string; value: string }[]; // all other attributes of the file
}

// --- the machine ------------------------------------------------------------------------------------

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number]; // w, x, y, z

export interface SceneData {
  dimension: 2 | 3; // planar models lie in z = 0
  size: number; // radius of a sphere around what is seen over the whole run [m]; floors, belts and the like reach beyond
  centre: Vec3;
  up: Vec3;
  bodies: SceneBody[];
  meshes: { positions: Block; triangles: Block }[]; // f32 xyz; u32, three per triangle, outside is counter-clockwise
  parts: ScenePart[];
  joints: SceneJoint[];
  springs: SceneSpring[];
  contacts: SceneContact[];
}

/** Its pose is in /body/NAME/position and /body/NAME/angle or …/orientation. */
export interface SceneBody {
  name: string;
  mass: number;
  centre: Vec3; // of mass, in the body's frame
}

/** A solid that belongs to a body, or to the ground (body −1). */
export interface ScenePart {
  body: number;
  mesh: number;
  position: Vec3; // in the body's frame
  orientation: Quat;
  role: "body" | "link" | "slider" | "guide" | "journal" | "bearing" | "pin" | "ground" | "shape" | "cam";
  name: string; // of the body, joint or shape it stands for
  joint: number; // index of a joint whose part it is, or −1
  // With play magnified m times: the part is moved by (m − 1)·shift and, about its own z axis, its cross-section
  // grows by the factor 1 + (m − 1)·grow.
  shift: Vec3; // in the body's frame
  grow: number;
  spin: number; // turned by spin·t about its own z axis, on its body: a cam with a speed [rad/s]; 0 for most
}

/**
 * Two frames that coincide when the joint is ideal and stands in its middle position; `held` says which
 * components of the second frame's displacement and turn (rotation vector), both in the axes of the first frame,
 * an ideal joint keeps at zero (planar joints: x, y and the turn about z only). With clearance these are the
 * components in which the joint plays. `distance`: it is only the distance of the two origins that is held.
 */
export interface SceneJoint {
  name: string;
  type: string;
  bodies: [number, number]; // −1: ground
  points: [Vec3, Vec3]; // origins of the frames
  orientations: [Quat, Quat];
  held: { displacement: [boolean, boolean, boolean]; turn: [boolean, boolean, boolean] };
  distance: boolean;
  clearance: number | null; // largest play [m]; null: ideal
}

export interface SceneSpring {
  name: string;
  bodies: [number, number];
  points: [Vec3, Vec3];
}

/** Channels /contact/NAME/{point,force,mode,…}; contacts of a pool are rows of the table /contacts instead. */
export interface SceneContact {
  name: string;
  joint: number; // −1: of shapes
}

// --- figures ----------------------------------------------------------------------------------------

/** Numbers to draw: factor · (component of a channel, column of a table, or numbers of its own) + offset. */
export interface Source {
  run: number;
  channel?: string; // path
  component?: number;
  table?: string; // path
  column?: string;
  where?: { column: string; word: string }; // only rows in which the column of words is this word
  numbers?: Block; // computed, in place of what was recorded
  factor: number;
  offset: number;
}

export interface SeriesSpec {
  label: string; // "" has no legend entry; equal labels share colour and entry
  x: Source;
  y: Source;
  style: "line" | "points" | "steps" | "dashed" | "area" | "stems"; // areas are stacked in their order
  colour: number; // index in the palette of eight, see palette.ts
}

export interface AxesSpec {
  title: string;
  xLabel: string; // super- and subscripts as ^{…} and _{…}
  yLabel: string;
  xIsTime: boolean; // x is /time; otherwise point k of a channel's series is that of sample k
  logX: boolean;
  logY: boolean;
  equalAspect: boolean;
  series: SeriesSpec[];
  hLines: number[];
  vLines: number[];
  circles: { x: number; y: number; r: number; label: string }[];
  note: string;
}

/** Words over time as bars: one row per channel of words. */
export interface TimelineRow {
  label: string;
  run: number;
  channel: string;
}

export interface FigureSpec {
  id: string; // "orbit"; several may share one
  title: string;
  help: string;
  columns: number;
  axes: AxesSpec[];
  timeline: TimelineRow[]; // when not empty, a timeline stands above the axes
  timelineNote?: string; // small print below it: what is left out
}
