import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { listPages } from './read-blocks.ts';

test('the README is read in a minute, and says status, platforms and logins', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const lines = readme.split('\n');
  expect(lines.length).toBeLessThanOrEqual(111);
  expect(lines.filter((line) => line.length > 140)).toStrictEqual([]);
  for (const word of ['npm pack', 'macOS', 'Windows', 'guides/credentials.md']) expect(readme).toContain(word);
});

test.each(listPages().filter((page) => /^packages\/\w+\/README/.test(page)))(
  '%s has at most 500 words: all else is in the types, or in docs',
  (page) => {
    expect(readFileSync(join(ROOT, page), 'utf8').trim().split(/\s+/).length).toBeLessThanOrEqual(500);
  },
);

test('each page that says how the packages are packed says it of all: one that is missing is sought on npm', () => {
  const said = listPages().flatMap((page) =>
    (readFileSync(join(ROOT, page), 'utf8').match(/npm pack [^`\n]*/g) ?? []).map((line) => [page, line] as const),
  );
  expect(said.length).toBeGreaterThan(4);
  expect(said.filter(([, line]) => !line.includes('./packages/* ./server'))).toStrictEqual([]);
});
