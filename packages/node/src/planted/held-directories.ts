import { join } from 'node:path';
import { ExecutionError } from '@atip/core';
import { ensureDirectory } from '../files/ensure-directory.ts';
import { withFileLock } from '../files/file-lock.ts';
import { readBoundedFile } from '../files/read-bounded-file.ts';
import { systemErrorCode } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/** A directory in which no tool of ours runs until a person has seen what is in it. */
export interface HeldDirectory {
  /** Real path. */
  readonly directory: string;
  /** ISO 8601. */
  readonly since: string;
  /** What was found, a sentence each. */
  readonly why: readonly string[];
}

export interface HeldDirectories {
  /** @throws ExecutionError when the list cannot be read: then it is not known where tools may run. */
  list(): Promise<readonly HeldDirectory[]>;
  hold(directory: string, why: readonly string[]): Promise<void>;
  /** Lets tools run again in the directory and in those below it that were held; gives what was released. */
  release(directory: string): Promise<readonly HeldDirectory[]>;
}

const MAX_BYTES = 4_194_304;
const MAX_REASONS = 20;

/** @param state our state directory, which no tool can see */
export function heldDirectories(state: string): HeldDirectories {
  const file = join(state, 'held.json');
  const change = async <Result>(
    edit: (held: readonly HeldDirectory[]) => readonly [readonly HeldDirectory[], Result],
  ): Promise<Result> => {
    await ensureDirectory(state);
    return withFileLock(join(state, 'held.lock'), async () => {
      const [held, result] = edit(await readHeld(file));
      await writeFileAtomically(file, `${JSON.stringify({ version: 1, held }, null, 2)}\n`);
      return result;
    });
  };
  return {
    list: () => readHeld(file),
    hold: (directory, why) =>
      change((held) => {
        const known = held.find((one) => one.directory === directory);
        const reasons = [...new Set([...(known?.why ?? []), ...why])].slice(0, MAX_REASONS);
        const since = known?.since ?? new Date().toISOString();
        return [[...held.filter((one) => one !== known), { directory, since, why: reasons }], undefined];
      }),
    release: (directory) =>
      change((held) => {
        const isReleased = (one: HeldDirectory): boolean => `${one.directory}/`.startsWith(`${directory}/`);
        return [held.filter((one) => !isReleased(one)), held.filter(isReleased)];
      }),
  };
}

/** Why nothing runs there, and the way out. */
export function heldReason(directory: string): string {
  return `No tool runs in ${directory} until a person has looked at it, because a tool left there what other programs run. See "atip trust", which lists why and releases it.`;
}

async function readHeld(file: string): Promise<readonly HeldDirectory[]> {
  try {
    const { bytes } = await readBoundedFile(file, MAX_BYTES);
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isList(parsed)) return parsed.held;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    if (systemErrorCode(error) === undefined && !(error instanceof SyntaxError)) throw error;
  }
  throw new ExecutionError(
    `${file} cannot be read, so it is not known in which directories tools must not run. Mend it, or remove it when you have seen them.`,
  );
}

function isList(value: unknown): value is { readonly held: readonly HeldDirectory[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'held' in value &&
    Array.isArray(value.held) &&
    value.held.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'directory' in one &&
        typeof one.directory === 'string' &&
        'since' in one &&
        typeof one.since === 'string' &&
        'why' in one &&
        Array.isArray(one.why),
    )
  );
}
