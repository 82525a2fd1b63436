// SPDX-License-Identifier: Apache-2.0
// The time that animation and plots share; of a study the row that is chosen.
import { readableTime } from "./plots/rich_text.ts";

export type TimeListener = (t: number) => void;

/** Time of the machine in s; `rate` is machine seconds per second of the clock. */
export class Player {
  private now: number;
  private running = false;
  private lastFrame = 0;
  private readonly listeners = new Set<TimeListener>();
  private readonly stateListeners = new Set<() => void>();
  rate: number;
  loop = true;

  constructor(
    readonly start: number,
    readonly end: number,
    readonly describe = (t: number): string => `t = ${readableTime(t, end - start)}`, // of a moment
  ) {
    this.now = start;
    this.rate = end > start ? (end - start) / 10 : 1; // the whole run in ten seconds
  }

  get time(): number {
    return this.now;
  }
  get playing(): boolean {
    return this.running;
  }

  onTime(listener: TimeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  /** Called when playing, rate or loop change. */
  onState(listener: () => void): () => void {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  }
  stateChanged(): void {
    for (const listener of this.stateListeners) listener();
  }

  seek(t: number): void {
    this.now = Math.min(Math.max(t, this.start), this.end);
    for (const listener of this.listeners) listener(this.now);
  }

  play(): void {
    if (this.running || !(this.end > this.start)) return;
    if (this.now >= this.end) this.seek(this.start);
    this.running = true;
    this.lastFrame = performance.now();
    requestAnimationFrame(this.frame);
    this.stateChanged();
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.stateChanged();
  }

  private readonly frame = (clock: number): void => {
    if (!this.running) return;
    const passed = Math.min(Math.max(0, clock - this.lastFrame) / 1000, 0.1); // a hidden page does not jump
    this.lastFrame = clock;
    let t = this.now + passed * this.rate;
    if (t >= this.end) {
      if (this.loop) {
        t = this.start + ((t - this.start) % (this.end - this.start));
      } else {
        this.running = false;
        t = this.end;
      }
    }
    this.seek(t);
    if (this.running) requestAnimationFrame(this.frame);
    else this.stateChanged();
  };
}
