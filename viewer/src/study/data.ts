// SPDX-License-Identifier: Apache-2.0
// What the page of a study is given beside the data of a report, written by src/studies/study_page.cpp. Its one run has a
// sample for each row of the study: /time is the row, /input/… what varies, /measure/… what was measured, /status how the
// run ended, /ended when in its motion.
import type { ReportData } from "../data.ts";

export interface StudyReportData extends ReportData {
  study: StudyData;
}

export interface StudyData {
  command: string; // that makes a run again; the row follows
  plan: string; // in words
  complete: number; // runs
  variables: { name: string; unit: string; paths: string[]; values: string }[];
  measures: MeasureData[];
  reasons: { word: string; runs: number; row: number; message: string }[]; // why runs are not complete
  text: string; // of the study's file
  file: string;
  model: string; // the model file's text
  modelFile: string;
}

type Bounds = [number | null, number | null];

/** Statistics over the complete runs. */
export interface MeasureData {
  name: string;
  unit: string;
  how: string; // in words
  runs: number;
  mean: number | null;
  deviation: number | null;
  least: number | null;
  percent5: number | null;
  median: number | null;
  percent95: number | null;
  peak: number | null;
  error?: number | null; // of samples: standard error of the mean, and 95 % confidence
  percent5Bounds?: Bounds;
  medianBounds?: Bounds;
  percent95Bounds?: Bounds;
  largest: number[]; // rows
  smallest: number[];
  correlations: (number | null)[]; // rank correlation with each variable
  indices: { first: number | null; firstError: number | null; total: number | null; totalError: number | null }[]; // of Sobol' plan
  effects: { size: number | null; error: number | null; mean: number | null; deviation: number | null }[]; // of Morris' plan
}
