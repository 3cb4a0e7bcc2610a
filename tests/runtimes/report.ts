import type { CaseReport } from './suite.ts';

/** What a runtime says of itself and of the suite in it. */
export interface RuntimeReport {
  readonly version: string;
  /** Of `Intl`, such as `tr-TR`. */
  readonly locale: string;
  readonly timeZone: string;
  /** Globals of Node that are there. */
  readonly nodeGlobals: readonly string[];
  readonly cases: readonly CaseReport[];
}
