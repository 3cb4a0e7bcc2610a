import type { CliOutput } from '../cli-host.ts';

/** Characters of a line; undefined where that is not known, as at a terminal that says 0 (those of containers often do). */
export function columnsOf({ columns = 0 }: CliOutput): number | undefined {
  return columns > 0 ? columns : undefined;
}
