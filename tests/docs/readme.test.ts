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
  expect(said.length).toBeGreaterThan(1);
  expect(said.filter(([, line]) => !line.includes('./packages/* ./server'))).toStrictEqual([]);
});

test.each([
  ['core in a browser', 'guides/embed-the-page.md#only-the-compiler-without-our-page'],
  [
    'where NOT REVERSIBLE comes from',
    'concepts/effects-and-policy.md#where-not-reversible-in-a-description-comes-from',
  ],
  ['push without force', 'guides/push-without-force.md'],
  ['company tokens', 'guides/company-tokens.md'],
  ['add a provider', 'guides/add-a-provider.md'],
  ['where the record is', '../packages/node/README.md#the-record'],
  ['write a policy', 'guides/write-a-policy.md'],
  ['two companions', 'guides/two-companions.md'],
  ['without bubblewrap', 'guides/without-bubblewrap.md'],
  ['macOS and Windows', 'guides/macos-and-windows.md'],
  ['upgrade', 'guides/upgrade.md'],
  ['what is stable', 'guides/upgrade.md#what-a-version-number-promises'],
  ['host', 'guides/host-the-page.md'],
  ['embed', 'guides/embed-the-page.md'],
  ['Claude Code', 'guides/agents.md#claude-code'],
  ['Codex', 'guides/agents.md#codex'],
  ['Cursor', 'guides/agents.md#cursor'],
])('%s: one click from the index', (_question, link) => {
  expect(readFileSync(join(ROOT, 'docs/index.md'), 'utf8')).toContain(`](${link})`);
});
