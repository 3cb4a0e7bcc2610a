import type { AtipTool, ExecutionPolicy } from '@atip/core';
import { readLine } from './read-line.ts';
import type { LineCheck } from './types.ts';

/** Finds the document of a program by its name, such as `git`. */
export type ToolLookup = (program: string) => AtipTool | undefined;

export interface CheckLineSettings {
  /** Where the line starts, as an absolute path. Absent: relative paths that stay inside count as inside. */
  readonly cwd?: string;
  /** Of `~`. */
  readonly home?: string;
  /** Values of variables that are known. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Directories that may be written, absolute. Absent: `cwd` and `/tmp`. */
  readonly writable?: readonly string[];
  /** True if a file is there, for redirects, which replace nothing where it is not. Absent: every file is. */
  readonly isThere?: (path: string) => boolean;
}

/** Names of the programs whose documents a line needs, each once. */
export function wantedTools(text: string): readonly string[] {
  return [...new Set(readLine(text).parts.flatMap(({ program }) => program ?? []))];
}

/**
 * Decides about a line by what its commands do: the strictest decision of its parts; `confirm` where the line is not understood.
 *
 * Never throws for bad input.
 *
 * @example
 * import { POLICY_PRESETS } from '@atip/core';
 * import { checkLine } from '@atip/shell';
 *
 * checkLine('ls | wc -l', [], POLICY_PRESETS.standard).decision; // 'confirm': nobody describes ls
 */
export function checkLine(
  text: string,
  _tools: readonly AtipTool[] | ToolLookup,
  _policy: ExecutionPolicy,
  _settings: CheckLineSettings = {},
): LineCheck {
  const { issues } = readLine(text);
  return { decision: 'confirm', reasons: [], parts: [], writes: [], reads: [], network: false, problems: issues };
}
