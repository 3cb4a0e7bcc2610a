import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import type { Documents } from './cases/context.ts';
import { GROUP_NAMES } from './suite.ts';

const SAMPLES = ['git.json', 'git-next.json', 'curl.json', 'hello.json', 'broken.json'];
export const GOLDEN: string = join(ROOT, 'tests/runtimes/golden');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The texts that the cases work on: samples of the page, links once given out, and what lies in `documents`. */
export function readDocuments(): Documents {
  const own = readdirSync(join(ROOT, 'tests/runtimes/documents')).map((name) => [
    `${name.endsWith('.txt') ? 'help' : 'specs'}/${name}`,
    read(`tests/runtimes/documents/${name}`),
  ]);
  return {
    ...Object.fromEntries(SAMPLES.map((name) => [`samples/${name}`, read(`web/src/samples/${name}`)])),
    'samples/file-server.json': read('web/src/samples/import/file-server.json'),
    'help/gh-repo-delete.txt': read('web/src/samples/import/gh-repo-delete.txt'),
    'links.json': read('packages/share/src/fixtures/links.json'),
    ...Object.fromEntries(own),
  };
}

/** @returns the text of each golden file, by group; '' for a group that has none yet, so that its cases are unequal */
export function readGoldenFiles(): Record<string, string> {
  const files = readdirSync(GOLDEN);
  const names = new Set([...GROUP_NAMES, ...files.map((file) => file.replace(/\.txt$/, ''))]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      files.includes(`${name}.txt`) ? readFileSync(join(GOLDEN, `${name}.txt`), 'utf8') : '',
    ]),
  );
}
