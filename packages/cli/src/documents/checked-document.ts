import type { Issue } from '@atip/core';
import type { Source } from './read-source.ts';

/** A document that was to be checked, with what came of it. */
export interface CheckedDocument {
  /** As it was named on the command line. */
  readonly file: string;
  /** Absent when it could not be read; then the only issue says why. */
  readonly source?: Source;
  readonly issues: readonly Issue[];
}
