import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';
import { listPages, readBlocks } from './read-blocks.ts';

test('the README is read in a minute, and says status, platforms and logins', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const lines = readme.split('\n');
  expect(lines.length).toBeLessThanOrEqual(111);
  expect(lines.filter((line) => line.length > 140)).toStrictEqual([]);
  for (const word of ['npm pack', 'macOS', 'Windows', 'guides/credentials.md']) expect(readme).toContain(word);
});

test('the line that the README gates gets the answer that it shows', () => {
  // Not in /tmp, where the gate lets lines remove their own files.
  const home = mkdtempSync('/var/tmp/atip-readme-');
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(home, 'work'));
  const [first = '', ...shown] =
    readBlocks('README.md')
      .find(({ language }) => language === 'console')
      ?.text.split('\n') ?? [];
  const script = `atip() { '${process.execPath}' '${ATIP}' "$@"; }\n${first.replace('$ ', '')}`;
  const { stdout } = spawnSync('bash', ['-c', script], {
    cwd: join(home, 'work'),
    env: { PATH: '/usr/bin:/bin', HOME: home },
    encoding: 'utf8',
  });
  expect(stdout.replaceAll(home, '~')).toBe(shown.join('\n'));
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
