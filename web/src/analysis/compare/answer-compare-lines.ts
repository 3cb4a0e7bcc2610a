import { diffLines, type LineRun } from './diff-lines.ts';

export interface LinesQuestion {
  readonly before: string;
  readonly after: string;
}

export interface LinesAnswer {
  /** What differs with some lines around it; a gap between two runs is what they have in common. */
  readonly runs: readonly LineRun[];
  readonly added: number;
  readonly removed: number;
  /** Runs beyond those that are shown. */
  readonly more: number;
}

/** Lines that stay around a change, and runs shown at most. */
const AROUND = 3;
const MOST_RUNS = 600;

/** Two texts as one list of lines that are gone, new, or stand around them. */
export function answerCompareLines({ before, after }: LinesQuestion): LinesAnswer {
  const runs = diffLines(before, after);
  const count = (sign: LineRun['sign']): number =>
    runs.reduce((sum, run) => (run.sign === sign ? sum + run.lines.length : sum), 0);
  const shown = runs.flatMap((run, index) => (run.sign === ' ' ? around(run, index, runs.length) : run));
  return {
    runs: shown.slice(0, MOST_RUNS),
    added: count('+'),
    removed: count('-'),
    more: Math.max(0, shown.length - MOST_RUNS),
  };
}

/** Of common lines only those next to a change. */
function around(run: LineRun, index: number, runs: number): readonly LineRun[] {
  const { lines, before, after } = run;
  const [head, tail] = [index === 0 ? 0 : AROUND, index === runs - 1 ? 0 : AROUND];
  if (lines.length <= head + tail) return [run];
  const from = lines.length - tail;
  const parts = [
    { ...run, lines: lines.slice(0, head) },
    { ...run, lines: lines.slice(from), before: before + from, after: after + from },
  ];
  return parts.filter((part) => part.lines.length > 0);
}
