import type { Measured } from './row.ts';

/** What one bench measured, with what it was measured on. */
export interface MeasuredPart extends Measured {
  /** Day of the run, for example `"2026-11-22"`. */
  readonly on: string;
  /** For example `"Node 20.20.2, linux x64, 2 × AMD EPYC"`. */
  readonly machine: string;
  /** Programs that were waiting for a processor before it began: the kernel's average of a minute. */
  readonly load: number;
  /** How long the bench took. */
  readonly seconds: number;
}

/** All that was kept, by the name of the bench. */
export type MeasuredParts = Readonly<Record<string, MeasuredPart>>;
