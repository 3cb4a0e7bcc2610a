import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of one test, to be removed by it. */
export interface TemporaryDirectory {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Writes an executable file and gives its path. */
  script(name: string, text: string): Promise<string>;
  remove(): Promise<void>;
}

/** Makes an empty directory. */
export async function createTemporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'atip-test-')));
  return {
    path,
    async script(name, text) {
      const file = join(path, name);
      await writeFile(file, text);
      await chmod(file, 0o755);
      return file;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
