import { join } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import { isRecord } from '@atip/core/internal';
import { parseJson, readText } from '../files/read-bounded-file.ts';
import { withFileLock } from '../files/file-lock.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';

/** Digests of trusted project files, by path. */
interface TrustedProjects {
  /** True if exactly these bytes are trusted at this path. @throws ExecutionError when the list cannot be read */
  has(file: string, digest: string | undefined): Promise<boolean>;
  add(file: string, digest: string): Promise<void>;
  /** @returns false if it was not trusted */
  remove(file: string): Promise<boolean>;
}

const MAX_BYTES = 4_194_304;

/** @param state our state directory, which no tool can read or write */
export function trustedProjects(state: string): TrustedProjects {
  const path = join(state, 'trusted-projects.json');
  const change = <Result>(edit: (trusted: Map<string, string>) => Result): Promise<Result> =>
    withFileLock(join(state, 'trusted-projects.lock'), async () => {
      const trusted = await read(path);
      const result = edit(trusted);
      const content = { version: 1, trusted: Object.fromEntries(trusted) };
      await writeFileAtomically(path, `${JSON.stringify(content, null, 2)}\n`);
      return result;
    });
  return {
    has: async (file, digest) => digest !== undefined && (await read(path)).get(file) === digest,
    add: (file, digest) => change((trusted) => void trusted.set(file, digest)),
    remove: (file) => change((trusted) => trusted.delete(file)),
  };
}

async function read(path: string): Promise<Map<string, string>> {
  const { text = '', problem } = await readText(path, MAX_BYTES, 'refused');
  if (problem === 'missing') return new Map();
  const parsed = parseJson(text);
  const trusted = isRecord(parsed) ? parsed['trusted'] : undefined;
  if (!isRecord(trusted)) throw new ExecutionError(`${path} cannot be read. Remove it, and trust the projects again.`);
  return new Map(Object.entries(trusted).map(([file, digest]) => [file, String(digest)]));
}
