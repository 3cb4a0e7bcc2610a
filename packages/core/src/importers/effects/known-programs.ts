import type { FlagRows, ProgramRow } from './program-row.ts';
import { DEVELOPMENT_PROGRAMS } from './programs/development.ts';
import { FILE_PROGRAMS } from './programs/files.ts';
import { GIT_COMMANDS } from './programs/git.ts';
import { NETWORK_PROGRAMS } from './programs/network.ts';
import { SYSTEM_PROGRAMS } from './programs/system.ts';
import { TEXT_PROGRAMS } from './programs/text.ts';

/** Every row of the tables of programs. */
export const PROGRAM_ROWS: readonly ProgramRow[] = [
  ...TEXT_PROGRAMS,
  ...FILE_PROGRAMS,
  ...SYSTEM_PROGRAMS,
  ...NETWORK_PROGRAMS,
  ...GIT_COMMANDS,
  ...DEVELOPMENT_PROGRAMS,
];

const BY_COMMAND: ReadonlyMap<string, ProgramRow> = new Map(PROGRAM_ROWS.map((row) => [row[0], row]));

/** The row of exactly this command: what is known of `git` says nothing about `git branch`. */
export function programRow(path: readonly string[]): ProgramRow | undefined {
  return BY_COMMAND.get(path.join(' ').toLowerCase());
}

type FlagRow = FlagRows[string];

const FLAGS: ReadonlyMap<ProgramRow, ReadonlyMap<string, FlagRow>> = new Map(
  PROGRAM_ROWS.map((row) => [row, new Map(Object.entries(row[3] ?? {}).flatMap(singleFlags))]),
);

/** What a program's row says of one of its flags. */
export function flagRow(row: ProgramRow | undefined, flag: string): FlagRow | undefined {
  return row && FLAGS.get(row)?.get(flag);
}

function singleFlags([flags, what]: [string, FlagRow]): [string, FlagRow][] {
  return flags.split(' ').map((flag) => [flag, what]);
}
