import type { ImportKind } from './import-kinds.ts';

/** One text to be imported, and what is known of it. */
export interface ImportSource {
  readonly text: string;
  /** Absent: it was pasted. */
  readonly fileName?: string;
  /** What the person says it is. Absent: as it is recognised. */
  readonly kind?: ImportKind;
  /** What is typed to run the tool. Absent: as the source has it. */
  readonly toolName?: string;
  /** False: only what the source states. */
  readonly effects: boolean;
}
