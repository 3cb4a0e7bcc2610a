import { readdirSync, statSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import type { AtipEffects, Check, ServedCheck } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { CHECKSUM_FORMS, type StatedDigest, digestsOf, pathsIn } from '@atip/core/internal';
import type { LineCheck, LinePart, PartCheck } from '@atip/shell';
import type { FoundTool } from '../documents/tool-document.ts';
import {
  type ChecksumProblem,
  type ExecutableIdentity,
  type IdentifyExecutable,
  checksumProblem,
  stampOf,
} from '../executables/executable-identity.ts';
import { type Executable, resolveExecutable } from '../executables/find-executable.ts';
import { digestOf } from '../files/read-bounded-file.ts';
import { createRealPath } from '../files/real-path.ts';
import { allowedOr, describeSystemError, systemErrorCode } from '../files/system-error.ts';

export type LocatedProgram = Executable & ExecutableIdentity;

/** Why a tool's program is not run. `replaced`: since discovery; `changed`: since the check of the call. */
export type ProgramProblem = 'missing' | 'unreadable' | 'replaced' | ChecksumProblem;

/** A tool's program is missing, unreadable, or not the expected one. */
export class ProgramError extends ExecutionError {
  override name = 'ProgramError';
  readonly problem: ProgramProblem;

  constructor(problem: ProgramProblem, tool: string, path: string, options: ErrorOptions = {}) {
    const say = SAYINGS[problem];
    const isMissing = problem === 'missing';
    super(say(isMissing ? tool : `The program of ${tool}`), { ...options, detail: say(isMissing ? tool : path) });
    this.problem = problem;
  }
}

const SAYINGS: Readonly<Record<ProgramProblem, (program: string) => string>> = {
  missing: (tool) => `No executable called ${JSON.stringify(tool)} is on the PATH.`,
  unreadable: (program) => `${program} cannot be read. Its digest has to be known before it runs.`,
  replaced: (program) => `${program} was replaced since it was discovered. Discover it again.`,
  checksum: (program) =>
    `${program} is not the program of its document: the document has another digest. Discover it again, or get a document for this version.`,
  'checksum-form': (program) =>
    `${program} cannot be compared with the digest in its document, which has an unknown form: ${CHECKSUM_FORMS}. Correct it.`,
  changed: (program) => `${program} was replaced after the call was checked. Nothing ran; check the call again.`,
};

/** Finds a tool's program and identifies its bytes. */
export interface ProgramLocator {
  /** Finds the program: at its discovered place, else on the PATH. `null`: not found. */
  find(name: string, found: FoundTool | undefined): Promise<Executable | null>;
  identify: IdentifyExecutable;
}

/**
 * Finds the program of a tool and compares its digest with the discovered and documented ones.
 * @throws ProgramError
 * @see ATIP 0.3 §3.2.2, §11.1
 */
export async function locateProgram(
  name: string,
  { found, digests }: { readonly found: FoundTool | undefined; readonly digests: readonly StatedDigest[] },
  locator: ProgramLocator,
): Promise<LocatedProgram> {
  const executable = await locator.find(name, found).catch((error: unknown) => refuse(error, name, name));
  if (executable === null) throw new ProgramError('missing', name, name);
  const { path } = executable;
  const identity = await locator.identify(path).catch((error: unknown) => refuse(error, name, path));
  if (found?.executable !== undefined && found.executable.hash !== identity.hash)
    throw new ProgramError('replaced', name, path);
  const problem = await checksumProblem(digests, identity);
  if (problem) throw new ProgramError(problem, name, path);
  return { ...executable, ...identity };
}

/** For example, a program that may be run but not read has no digest. */
function refuse(error: unknown, name: string, path: string): never {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  throw new ProgramError('unreadable', name, `${path} (${describeSystemError(code)}, ${code})`, { cause: error });
}

/** Everything that an approval covers; any other value makes it another command. */
export interface ApprovedCommand {
  readonly executable: ExecutableIdentity;
  /** The argv for the process, secrets included. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly effects: AtipEffects;
  /** For a shell line: the programs that it starts; null for a missing one. */
  readonly programs?: readonly (readonly [name: string, program: ExecutableIdentity | null])[] | undefined;
  /** Hash over its standard input. */
  readonly input?: string | undefined;
}

/** Binds an approval to one command: `sha256:` and 64 hex digits over its canonical JSON. */
export function approvalHash({ executable, argv, cwd, effects, programs, input }: ApprovedCommand): `sha256:${string}` {
  return `sha256:${digestOf(canonicalJson({ executable, argv, cwd, effects, programs, input }))}`;
}

/** JSON with sorted keys, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}

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
  readonly at?: string | undefined;
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
  const wanted = new Map<
    string,
    { readonly name: string; readonly at: string | undefined; readonly digests: StatedDigest[] }
  >();
  for (const part of parts) {
    const { kind, program, call } = part;
    const own = kind === 'program' && program !== undefined ? [program] : [];
    for (const name of [...part.through, ...own]) {
      const at = name.includes('/') ? pathOf(name, part, cwd) : undefined;
      const digests = name === program && call ? digestsOf(call.tool) : [];
      const one = { name, at, digests };
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
      return { name, at, program };
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
        : `The shell would start another ${JSON.stringify(name)} than the one that was found when the line was checked. Nothing ran; check it again.`,
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

/** More files in one directory than a build has. */
const MAX_FILES = 5000;
/** Written all the time, and loaded by no builder. */
const IS_WRITTEN = /\.(?:log|out|err|pid|tmp|sw[opx]|db|sqlite3?)(?:-\w+)?$|~$/i;

/**
 * Reads the state of the places where a call works, by path; for a line also the targets of the paths that it names. If
 * a person is asked about the line, the state also covers the files that a part names if it runs code, and the files
 * directly in its directories, because builders load them unnamed. It does not cover files that those load in turn.
 */
export function placesOf(cwd: string, { decision, line }: LineCallCheck): ReadonlyMap<string, string> {
  const real = createRealPath();
  const places = new Map<string, string>();
  const look = (path: string, depth: number): void => {
    const at = real(path) ?? path;
    const stats = allowedOr(undefined, () => statSync(at, { bigint: true, throwIfNoEntry: false }));
    if (!stats?.isDirectory()) places.set(path, `${at} ${stats && stampOf(stats)}`);
    else {
      places.set(path, `${at} ${stats.dev}:${stats.ino}`);
      const entries = depth === 0 ? [] : allowedOr([], () => readdirSync(at, { withFileTypes: true }));
      const files = entries.filter((entry) => !entry.isDirectory() && !IS_WRITTEN.test(entry.name));
      for (const { name } of files.slice(0, MAX_FILES)) look(join(path, name), 0);
    }
  };
  look(cwd, 0);
  for (const part of line?.parts ?? []) {
    const { words, redirects, kind, effects } = part;
    const isCode = decision === 'confirm' && (kind === 'program' || kind === 'builtin') && effects.subprocess !== false;
    for (const start of startsOf(part, cwd)) {
      look(start, isCode ? 1 : 0);
      for (const { text, unknown } of [...words, ...redirects.map(({ target }) => target)]) {
        for (const path of unknown ? [] : [text, ...pathsIn(text)].map((one) => resolve(start, one)))
          if (isCode) look(path, 1);
          else if (!places.has(path)) places.set(path, real(path) ?? path);
      }
    }
  }
  return places;
}

/** The directories in which a part may start, as far as they are known before it runs; absolute. */
export function startsOf({ directories = [], elsewhere = [] }: LinePart, cwd: string): readonly string[] {
  return [directories, ...elsewhere].flatMap((words) =>
    words.some(({ unknown }) => unknown === true) ? [] : [resolve(cwd, ...words.map(({ text }) => text))],
  );
}
