// SPDX-License-Identifier: Apache-2.0
// The stretch of time that plots share.
import type { Range } from "./scale.ts";

export class TimeLink {
  private shared: Range | null = null; // null: all of it
  private joined = true;
  private readonly listeners = new Set<() => void>();

  get range(): Range | null {
    return this.shared;
  }
  get on(): boolean {
    return this.joined;
  }
  setOn(on: boolean): void {
    this.joined = on;
    this.tell();
  }
  set(range: Range | null): void {
    this.shared = range;
    this.tell();
  }
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
