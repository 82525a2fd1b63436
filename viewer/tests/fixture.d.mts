// SPDX-License-Identifier: Apache-2.0
import type { Block, ReportData } from "../src/data.ts";
export function block(type: Block["type"], values: Iterable<number>): Block;
export function makeReport(options?: { seconds?: number; samples?: number; channels?: number; runs?: number }): ReportData;
export function makePage(data: ReportData, folder: string): string;
