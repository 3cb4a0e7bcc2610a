import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const FOLDERS = ['.', 'examples', 'tests'];

test.each(FOLDERS)('the lock file of %s holds every platform of every package: `npm ci` takes no other', (folder) => {
  const text = readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8');
  const lock: { packages: Record<string, Entry> } = JSON.parse(text);
  const paths = Object.keys(lock.packages);
  const missing = Object.entries(lock.packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) => !paths.some((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`)),
      )
      .map((name) => `${owner} wants ${name}`),
  );
  expect(missing).toStrictEqual([]);
});
