import { dirname, join } from 'node:path';
import { isRecord } from '@atip/core/internal';
import type { Executable } from '../executables/find-executable.ts';
import { stampNow } from '../executables/executable-identity.ts';
import { parseJson, readText } from '../files/read-bounded-file.ts';
import { unlessRefusedLater } from '../files/system-error.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import type { Environment } from '../process/child-environment.ts';
import { xdgPaths } from '../process/xdg-paths.ts';
import { createHelpAsker } from './ask-help.ts';
import { type Asking, inParallel, settleSandbox } from './run-question.ts';

/** The answers of programs to `--version`, by the path under which they were found; valid while the file is unchanged. */
export interface InstalledVersions {
  /** The version of a program, as far as it was asked. */
  of(program: Executable): Promise<string | undefined>;
  /**
   * Asks the programs that were not asked since they changed, only in a sandbox, and saves the answers.
   * @param onProgress gets the number of programs that answered, and that of all to be asked
   */
  ask(
    programs: readonly Executable[],
    asking: Asking,
    onProgress?: (done: number, total: number) => void,
  ): Promise<void>;
}

interface Answer {
  readonly stamp: string;
  /** Empty: it did not say. */
  readonly version: string;
}

const FORMAT = 1;
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the earlier answers; a file that is missing or damaged counts as empty. */
export async function readInstalledVersions(env: Environment): Promise<InstalledVersions> {
  const file = join(xdgPaths(env).cache, 'versions.json');
  const { text = '' } = await readText(file, MAX_BYTES);
  const known = new Map(readAnswers(parseJson(text)));
  const answerOf = async ({ foundAs, path }: Executable): Promise<Answer | undefined> => {
    const answer = known.get(foundAs);
    return answer && (await stampNow(path)) === answer.stamp ? answer : undefined;
  };
  return {
    of: async (program) => (await answerOf(program))?.version || undefined,
    ask: async (programs, asking, onProgress) => {
      const unknown: Executable[] = [];
      for (const program of programs) if ((await answerOf(program)) === undefined) unknown.push(program);
      if (unknown.length === 0) return;
      const { settled } = await settleSandbox(asking);
      // Any program may do anything with a word that it does not know.
      if (settled === undefined || settled.sandbox === 'off') return;
      const isStopped = (): boolean => asking.signal?.aborted === true;
      let done = 0;
      await inParallel(unknown, async (program) => {
        if (isStopped()) return;
        const stamp = await stampNow(program.path);
        const version = await createHelpAsker(program, settled).askVersion();
        if (isStopped()) return;
        if (stamp !== undefined) known.set(program.foundAs, { stamp, version: version ?? '' });
        onProgress?.(++done, unknown.length);
      });
      const text = JSON.stringify({ format: FORMAT, programs: Object.fromEntries(known) });
      const saved = ensureDirectory(dirname(file)).then(() => writeFileAtomically(file, text));
      // Of a cache that cannot be written the answers are asked again.
      await unlessRefusedLater(saved, () => undefined);
    },
  };
}

function readAnswers(value: unknown): [string, Answer][] {
  if (!isRecord(value) || value['format'] !== FORMAT || !isRecord(value['programs'])) return [];
  return Object.entries(value['programs']).flatMap(([path, answer]): [string, Answer][] => {
    if (!isRecord(answer)) return [];
    const { stamp, version } = answer;
    return typeof stamp === 'string' && typeof version === 'string' ? [[path, { stamp, version }]] : [];
  });
}

/**
 * True if a document describes an older version than the installed one: its numbers, compared one after the other.
 * False if one of them has no numbers.
 */
export function lagsBehind(described: string, installed: string): boolean {
  const [mine, theirs] = [described, installed].map((text) => /\d+(?:\.\d+)*/.exec(text)?.[0].split('.').map(Number));
  if (mine === undefined || theirs === undefined) return false;
  // A document that only states `2.39` is as new as 2.39.5.
  const at = mine.findIndex((number, index) => number !== theirs[index]);
  return at >= 0 && (theirs[at] ?? 0) > (mine[at] ?? 0);
}
