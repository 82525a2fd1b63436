// SPDX-License-Identifier: Apache-2.0
// What touches when: contacts of a run at a sample, and its impacts in order of time.
import type { SceneData, Vec3 } from "../data.ts";
import { type Numbers, type Run, sampleAt } from "../decode.ts";

export interface Touch {
  contact: number; // index in the scene, −1: of the pool
  point: Vec3 | null; // null: not recorded
  force: Vec3; // on the second body: N, or N·s since the last sample
}

export interface Impact {
  time: number;
  contact: number;
  point: Vec3 | null;
  strength: number; // 0 … 1 of the largest normal impulse of the run
}

const axes = ["x", "y", "z"] as const;
const size = (v: Vec3): number => Math.hypot(v[0], v[1], v[2]);

function vectorAt(numbers: readonly (Numbers | null)[], k: number): Vec3 | null {
  if (!numbers[0] || !numbers[1]) return null;
  const v: Vec3 = [numbers[0][k] ?? NaN, numbers[1][k] ?? NaN, numbers[2]?.[k] ?? 0];
  return Number.isFinite(v[0] + v[1] + v[2]) ? v : null;
}

/** First row whose time is after t, of rows in order of time. */
export function rowAfter(times: Numbers, t: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Channels {
  point: (Numbers | null)[];
  force: (Numbers | null)[];
  mode: Numbers | null;
  open: number; // number of the word "open"
}

export class ContactData {
  private readonly channels: Channels[];
  private readonly pool: { time: Numbers; point: (Numbers | null)[]; force: (Numbers | null)[] } | null;
  private readonly time: Numbers;
  readonly impacts: Impact[];
  /** A force, or impulse, that few of the run exceed: a single impact can be hundreds of times what comes after. */
  readonly largeForce: number;

  constructor(run: Run, scene: SceneData) {
    this.time = run.time;
    this.channels = scene.contacts.map(({ name }) => {
      const path = `/contact/${name}`;
      return {
        point: [0, 1, 2].map((c) => run.channel(`${path}/point`, c)),
        force: [0, 1, 2].map((c) => run.channel(`${path}/force`, c)),
        mode: run.channel(`${path}/mode`),
        open: run.channels.get(`${path}/mode`)?.words.indexOf("open") ?? -1,
      };
    });
    const rows = run.column("/contacts", "time");
    this.pool = rows && {
      time: rows,
      point: axes.map((axis) => run.column("/contacts", axis)),
      force: axes.map((axis) => run.column("/contacts", `force_${axis}`)),
    };
    const sizes: number[] = [];
    const look = (force: (Numbers | null)[], count: number): void => {
      for (let k = 0; k < count; ++k) {
        const push = size(vectorAt(force, k) ?? [0, 0, 0]);
        if (push > 0) sizes.push(push);
      }
    };
    for (const { force } of this.channels) look(force, this.time.length);
    if (this.pool) look(this.pool.force, this.pool.time.length);
    const sorted = Float64Array.from(sizes).sort();
    this.largeForce = sorted[Math.floor(0.98 * (sorted.length - 1))] ?? 0;
    this.impacts = this.readImpacts(run, scene);
  }

  /** Contacts that are closed, or pushed since the last sample. */
  at(sample: number): Touch[] {
    const touches: Touch[] = [];
    this.channels.forEach(({ point, force, mode, open }, contact) => {
      const push = vectorAt(force, sample) ?? [0, 0, 0];
      const closed = mode !== null && mode[sample] !== open;
      if (closed || size(push) > 0) touches.push({ contact, point: vectorAt(point, sample), force: push });
    });
    if (this.pool) {
      const from = sample > 0 ? rowAfter(this.pool.time, this.time[sample - 1] as number) : 0;
      const to = rowAfter(this.pool.time, this.time[sample] ?? 0);
      for (let k = from; k < to; ++k) {
        const point = vectorAt(this.pool.point, k);
        if (point) touches.push({ contact: -1, point, force: vectorAt(this.pool.force, k) ?? [0, 0, 0] });
      }
    }
    return touches;
  }

  /** Impacts after t0, up to and with t1. */
  between(t0: number, t1: number): Impact[] {
    return this.impacts.slice(this.firstAfter(t0), this.firstAfter(t1));
  }

  private firstAfter(t: number): number {
    let low = 0;
    let high = this.impacts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.impacts[middle] as Impact).time <= t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private readImpacts(run: Run, scene: SceneData): Impact[] {
    const times = run.column("/impacts", "time");
    if (!times) return [];
    const table = run.tables.get("/impacts");
    const names = table?.columns.find((column) => column.name === "contact");
    const which = names ? run.numbers(names.data) : null;
    const impulse = run.column("/impacts", "normal_impulse");
    const byName = new Map(scene.contacts.map(({ name }, index) => [name, index]));
    let largest = 0;
    for (let k = 0; k < times.length; ++k) largest = Math.max(largest, Math.abs(impulse?.[k] ?? 0));
    const words = (name: string): { of: Numbers; words: string[] } | null => {
      const column = table?.columns.find((c) => c.name === name);
      return column ? { of: run.numbers(column.data), words: column.words } : null;
    };
    const shapes = [words("first"), words("second")] as const;
    const pooled = this.pool ? this.poolFinder(run) : null;
    const impacts: Impact[] = [];
    for (let k = 0; k < times.length; ++k) {
      const time = times[k] as number;
      const contact = byName.get(names?.words[which?.[k] ?? -1] ?? "") ?? -1;
      const strength = largest > 0 && impulse ? Math.abs(impulse[k] ?? 0) / largest : 0.5;
      // Where it was: in the sample that first saw it.
      let point: Vec3 | null = null;
      const channels = this.channels[contact];
      if (channels) point = vectorAt(channels.point, this.sampleFrom(time));
      else if (pooled) point = pooled(time, ...(shapes.map((s) => s?.words[s.of[k] ?? -1] ?? "") as [string, string]));
      impacts.push({ time, contact, point, strength });
    }
    return impacts.sort((a, b) => a.time - b.time);
  }

  /** The first sample at or after t. */
  private sampleFrom(t: number): number {
    const before = sampleAt(this.time, t);
    return (this.time[before] ?? 0) >= t ? before : Math.min(before + 1, this.time.length - 1);
  }

  /** Finds the row of /contacts of a pair of shapes in the sample that saw a time. */
  private poolFinder(run: Run): (t: number, first: string, second: string) => Vec3 | null {
    const table = run.tables.get("/contacts");
    const [first, second] = ["first", "second"].map((name) => table?.columns.find((column) => column.name === name));
    const pool = this.pool;
    if (!pool || !first || !second) return () => null;
    const [firstIds, secondIds] = [run.numbers(first.data), run.numbers(second.data)];
    return (t, a, b) => {
      const sample = this.sampleFrom(t);
      const from = sample > 0 ? rowAfter(pool.time, this.time[sample - 1] as number) : 0;
      const to = rowAfter(pool.time, this.time[sample] ?? 0);
      for (let k = from; k < to; ++k) {
        if (first.words[firstIds[k] as number] === a && second.words[secondIds[k] as number] === b) return vectorAt(pool.point, k);
      }
      return null;
    };
  }
}
