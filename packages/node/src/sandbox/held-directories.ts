import { basename, dirname, join, resolve } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { withFileLock } from '../files/file-lock.ts';
import { createRealPath, isInside } from '../files/real-path.ts';
import { parseJson, readText } from '../files/read-bounded-file.ts';
import { isRecord } from '@atip/core/internal';

/** A directory in which we run no tool until a person has reviewed it. */
export interface HeldDirectory {
  readonly directory: string;
  readonly since: string;
  /** Findings, one sentence each. */
  readonly why: readonly string[];
}

interface HeldDirectories {
  /** @throws ExecutionError when the list cannot be read: then no tool may run. */
  list(): Promise<readonly HeldDirectory[]>;
  hold(directory: string, why: readonly string[]): Promise<void>;
  /** Lets tools run again in the directory and in the listed ones below it; returns the released directories. */
  release(directory: string): Promise<readonly HeldDirectory[]>;
}

const MAX_BYTES = 4_194_304;
const MAX_REASONS = 20;

/** @param state our state directory, which no tool can read */
export function heldDirectories(state: string): HeldDirectories {
  const file = join(state, 'held.json');
  const change = <Result>(
    edit: (held: readonly HeldDirectory[]) => readonly [readonly HeldDirectory[], Result],
  ): Promise<Result> =>
    withFileLock(join(state, 'held.lock'), async () => {
      const [held, result] = edit(await readHeld(file));
      await writeFileAtomically(file, `${JSON.stringify({ version: 1, held }, null, 2)}\n`);
      return result;
    });
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

/**
 * Refuses a run in a listed directory, and one with an argument that points into one: the whole argument, or its part
 * after the first `=`, or after the letter of an option (`-Cdir`). A sandbox hides these directories as well.
 * @param cwd absolute
 * @throws ExecutionError with the way to release it
 */
export function refuseHeld(held: readonly HeldDirectory[], cwd: string, argv: readonly string[]): void {
  if (held.length === 0) return;
  const words = argv.flatMap((word) => [word, word.slice(word.indexOf('=') + 1), word.slice(2)]);
  const realPath = createRealPath();
  // Of links that cannot be followed, such as a circle, the directory counts.
  const real = (path: string): string => realPath(path) ?? join(real(dirname(path)), basename(path));
  const paths = [cwd, ...words.map((word) => resolve(cwd, word.replace(/^file:\/\//, '')))].map(real);
  for (const { directory } of held) {
    if (!paths.some((path) => isInside(path, directory))) continue;
    throw new ExecutionError(
      `No tool runs in ${directory} until a person has looked at it, because a tool left files there that other programs run. "atip trust" lists why and releases it.`,
    );
  }
}

async function readHeld(file: string): Promise<readonly HeldDirectory[]> {
  const { text = '', problem } = await readText(file, MAX_BYTES);
  if (problem === 'missing') return [];
  const parsed = parseJson(text);
  if (isRecord(parsed) && Array.isArray(parsed['held']) && parsed['held'].every(isHeld)) return parsed['held'];
  throw new ExecutionError(
    `${file} cannot be read, so it is not known in which directories tools must not run. Repair it, or remove it once you have checked them.`,
  );
}

function isHeld(one: unknown): one is HeldDirectory {
  if (!isRecord(one)) return false;
  return typeof one['directory'] === 'string' && typeof one['since'] === 'string' && Array.isArray(one['why']);
}
