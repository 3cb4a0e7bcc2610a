import type { BlockKind } from './claim-blocks.ts';

/** Something on a page that is not as it says. */
export interface Failure {
  /** 1-based, on the page. */
  readonly line: number;
  /** What was tried, such as the command, and what came of it. */
  readonly message: string;
}

export interface PageResult {
  /** From the repository's root. */
  readonly page: string;
  readonly counts: Readonly<Record<BlockKind, number>>;
  /** `npm: why it is needed`, of each stand-in. */
  readonly standIns: readonly string[];
  readonly failures: readonly Failure[];
  readonly seconds: number;
  /** The page with what its commands print now. */
  readonly text: string;
}

/** A message with what the page shows and what was printed. */
export function differing(what: string, expected: string, shown: string): string {
  const indented = (text: string): string => (text || '(nothing)').trimEnd().replaceAll(/^/gm, '    ');
  return `${what}\n  the page shows:\n${indented(expected)}\n  printed is:\n${indented(shown)}`;
}
