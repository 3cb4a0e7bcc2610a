/** What a figure counts; `×` is a ratio that is no quotient of a row's own figures. */
export type Unit = 'ms' | 'µs' | 'bytes' | 'MiB' | 'letters' | 'a second' | '%' | 'points' | '×' | '';

/** What a figure stands beside, measured in the same run. */
export interface Baseline {
  /** For example `"JSON.parse"`. */
  readonly what: string;
  readonly value: number;
}

/** One measured figure. */
export interface Row {
  /** Names it within its bench; targets refer to it as `BENCH/ID`. */
  readonly id: string;
  /** What was measured, for a reader. */
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** Absent: the figure is a count or a size that has nothing to be compared with. */
  readonly baseline?: Baseline;
  /** What else a reader should know. */
  readonly detail?: string;
}

/** How a figure grows with its input: one value for each size. */
export interface Growth {
  /** What becomes larger, for example `"commands of the document"`. */
  readonly of: string;
  /** The sizes, as numbers of what grows. */
  readonly sizes: readonly number[];
  readonly lines: readonly GrowthLine[];
}

/** One line of a growth table. */
export interface GrowthLine {
  readonly what: string;
  readonly unit: Unit;
  readonly values: readonly number[];
}

/** A table that is no list of rows. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What one bench measured. */
export interface Measured {
  readonly rows: readonly Row[];
  readonly growth?: readonly Growth[];
  readonly tables?: readonly Table[];
  /** What stands in front of the tables: the task, and what a reader has to know to judge it. */
  readonly notes?: readonly string[];
  /** Ids that could not be measured here, each with the reason. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

/** What was measured over its baseline; 1 means alike. */
export function ratioOf({ value, baseline }: Row): number {
  return baseline === undefined ? Number.NaN : value / baseline.value;
}
