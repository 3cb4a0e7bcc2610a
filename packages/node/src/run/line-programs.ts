import { basename, delimiter, join, resolve } from 'node:path';
import type { Check, ServedCheck } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { digestsOf, type StatedDigest } from '@atip/core/internal';
import type { LineCheck, LinePart, PartCheck } from '@atip/shell';
import { resolveExecutable } from '../executables/find-executable.ts';
import { type LocatedProgram, locateProgram, ProgramError, type ProgramLocator } from './locate-program.ts';

/** A checked call; for a shell line with the line's check. */
export type LineCallCheck = (Check | ServedCheck) & {
  /** Absent: the call is no line. */
  readonly line?: LineCheck;
};

/** A program that the shell may start for a line. */
export interface LineProgram {
  /** The line's own word: a name for the PATH, or a path. */
  readonly name: string;
  /** Absolute; for a path, the file at its end. */
  readonly at?: string;
  /** Null: it does not exist, or is only known when the line runs. */
  readonly program: LocatedProgram | null;
}

/**
 * Finds the programs that a shell starts for a line, including wrappers such as `xargs`, each once. @throws
 * ProgramError for one that cannot be read, or is not the program of its document
 */
export async function locateLine(
  parts: readonly PartCheck[],
  locator: ProgramLocator,
  cwd: string,
): Promise<readonly LineProgram[]> {
  const wanted = new Map<string, { readonly name: string; readonly at?: string; readonly digests: StatedDigest[] }>();
  for (const part of parts) {
    const { kind, program, call } = part;
    const own = kind === 'program' && program !== undefined ? [program] : [];
    for (const name of [...part.through, ...own]) {
      const at = name.includes('/') ? pathOf(name, part, cwd) : undefined;
      const digests = name === program && call ? digestsOf(call.tool) : [];
      const one = { name, ...(at !== undefined && { at }), digests };
      wanted.set(JSON.stringify(one), one);
    }
  }
  return Promise.all(
    [...wanted.values()].map(async ({ name, at, digests }) => {
      const find = name.includes('/') ? async () => (at === undefined ? null : resolveExecutable(at)) : locator.find;
      const looking = locateProgram(name, { found: undefined, digests }, { ...locator, find });
      const program = await looking.catch((error: unknown) => {
        // A shell continues without a missing program.
        if (error instanceof ProgramError && error.problem === 'missing') return null;
        throw error;
      });
      return { name, ...(at !== undefined && { at }), program };
    }),
  );
}

/** Absolute, from the directory of the part; undefined if that is unknown. */
function pathOf(name: string, { directories = [], elsewhere }: LinePart, cwd: string): string | undefined {
  const isKnown = elsewhere === undefined && directories.every(({ unknown }) => unknown === undefined);
  return isKnown ? resolve(cwd, ...directories.map(({ text }) => text), name) : undefined;
}

/**
 * Makes sure that a shell with this PATH starts the programs that were checked: unlike us, a shell does not skip files
 * that other users can change.
 * @throws ExecutionError
 */
export async function assertSamePrograms(programs: readonly LineProgram[], path: string): Promise<void> {
  for (const { name, program } of programs) {
    if (name.includes('/')) continue;
    const started = await firstOn(path, name);
    if (started === program?.path) continue;
    throw new ExecutionError(
      started === undefined
        ? `The shell does not find ${JSON.stringify(name)}, which was there when the line was checked. Nothing ran; check it again.`
        : `The shell would start another ${JSON.stringify(name)} than the one that was looked at when the line was checked. Nothing ran; check it again.`,
    );
  }
}

async function firstOn(path: string, name: string): Promise<string | undefined> {
  for (const directory of path.split(delimiter)) {
    const found = await resolveExecutable(join(directory, name));
    if (found) return found.path;
  }
  return undefined;
}

/** The programs of a line with their command paths: `["git", "commit"]`. */
export function lineCommands(parts: readonly PartCheck[]): readonly (readonly string[])[] {
  return parts.flatMap(({ kind, program, command = [] }) =>
    kind === 'program' && program !== undefined ? [[basename(program), ...command]] : [],
  );
}
