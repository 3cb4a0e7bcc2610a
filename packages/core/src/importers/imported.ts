import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';

/** What is known besides what is imported. */
export interface ImportHints {
  /** What is typed to run it. Absent: as the source has it. */
  readonly name?: string;
  /** Of the program. Absent: as the source has it, else `unknown`. */
  readonly version?: string;
  /** The program and the command that a help text is of, such as `["git", "commit"]`. */
  readonly path?: readonly string[];
}

/** What an importer made of a source: always a tool, and everything that was lost or is doubtful. */
export interface Imported {
  readonly tool: AtipTool;
  readonly issues: readonly Issue[];
}
