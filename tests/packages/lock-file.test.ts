import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test('the lock file holds every platform of every package, so that `npm ci` works on each', () => {
  const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
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
