import type { RuntimeReport } from '../report.ts';

/** One row of the matrix. */
export interface Runtime {
  readonly name: string;
  /** Absent: it is here, or the check fails. Else why it is left out, when it is. */
  readonly missing?: () => string | undefined;
  /** Runs the suite that lies in the directory. */
  readonly run: (directory: string) => Promise<RuntimeReport>;
}
