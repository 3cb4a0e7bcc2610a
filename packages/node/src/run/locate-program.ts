import type { AtipEffects } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { CHECKSUM_FORMS, type StatedDigest } from '@atip/core/internal';
import type { FoundTool } from '../documents/tool-document.ts';
import {
  type ChecksumProblem,
  type ExecutableIdentity,
  type IdentifyExecutable,
  checksumProblem,
} from '../executables/executable-identity.ts';
import type { Executable } from '../executables/find-executable.ts';
import { digestOf } from '../files/read-bounded-file.ts';
import { describeSystemError, systemErrorCode } from '../files/system-error.ts';

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
