import { structuredPatch } from 'diff';

export interface LinesQuestion {
  readonly before: string;
  readonly after: string;
}

/** Lines that differ, with three around them. */
export interface Hunk {
  /** Number of its first line in either text, from 1. */
  readonly before: number;
  readonly after: number;
  /** Each begins with `-`, `+` or a space. */
  readonly lines: readonly string[];
}

export interface LinesAnswer {
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

/** Two texts as hunks of lines, after the unified format. */
export function answerCompareLines({ before, after }: LinesQuestion): LinesAnswer {
  const { hunks } = structuredPatch('', '', before, after, undefined, undefined, { context: 3 });
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return {
    hunks: hunks.map((hunk) => ({
      before: hunk.oldStart,
      after: hunk.newStart,
      // "\ No newline at end of file" is a remark of the format.
      lines: hunk.lines.filter((line) => !line.startsWith('\\')),
    })),
    added: count('+'),
    removed: count('-'),
  };
}
