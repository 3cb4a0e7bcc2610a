import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TemporaryDirectory {
  /** Absolute, links resolved. */
  readonly path: string;
  at(name: string): string;
  /** Writes a file, with the directories above it, and returns its path. */
  write(name: string, text: string | Uint8Array, mode?: number): Promise<string>;
  /** The same for an executable file. */
  script(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

type WhenOver = (remove: () => Promise<void>) => void;

/**
 * The same outside of /tmp, because sandboxed programs do not see the machine's /tmp, and lines may write everything
 * below it.
 */
export function createDirectoryOutsideTmp(whenOver?: WhenOver): Promise<TemporaryDirectory> {
  return createTemporaryDirectory(whenOver, '/var/tmp');
}

/** Makes an empty directory, removed when the test ends, or at another event by `whenOver`. */
export async function createTemporaryDirectory(
  whenOver: WhenOver = onTestFinished,
  parent: string = tmpdir(),
): Promise<TemporaryDirectory> {
  const path = await realpath(await mkdtemp(join(parent, 'atip-test-')));
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });
  whenOver(remove);
  const at = (name: string): string => join(path, name);
  const write = async (name: string, text: string | Uint8Array, mode = 0o644): Promise<string> => {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), text);
    await chmod(at(name), mode);
    return at(name);
  };
  return { path, at, write, script: (name, text) => write(name, text, 0o755), remove };
}

/** Makes a temporary directory with these files, and directories where a name ends with a slash. @returns its path */
export async function createTree(...names: readonly string[]): Promise<string> {
  const { path, at, write } = await createTemporaryDirectory();
  for (const name of names) await (name.endsWith('/') ? mkdir(at(name), { recursive: true }) : write(name, 'x'));
  return path;
}
