// Lines that print credentials of the environment, or give programs variables by which they load, start or reach something else;
// and everyday lines with variables. Written by us.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createLineJudge } from '@atip/node';
import { expect, test, vi } from 'vitest';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';

const SECRETS = {
  GITHUB_TOKEN: 'ghp_012345678901234567890123456789abcdef',
  DATABASE_URL: 'postgres://app:correct-horse@db.example/app',
  BUILD_NOTE: 'see glpat-0123456789abcdefghij',
};

async function judgeIn(variables: Readonly<Record<string, string>>) {
  // Below /tmp all of the home would be writable.
  vi.stubEnv('TMPDIR', '/var/tmp');
  const { at } = await createTemporaryDirectory();
  vi.unstubAllEnvs();
  const [home, cwd] = [at('home/u'), at('home/u/proj')];
  mkdirSync(`${cwd}/src`, { recursive: true });
  for (const name of ['README.md', 'package.json', 'Makefile', 'a.txt', '.env']) writeFileSync(`${cwd}/${name}`, 'x\n');
  return createLineJudge({
    env: { HOME: home, PATH: '/usr/bin:/bin', ...variables },
    cwd,
    session: { agent: 'test', folder: cwd },
    configuration: { settings: { policy: { preset: 'standard' }, writable: [] } },
  });
}

const rows = readFileSync(new URL('lines/environment.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t'));

test.each([
  ['ask', 'allow'],
  ['run', 'confirm'],
])('no line that is to %s is answered with %s', async (wanted, wrong) => {
  const judge = await judgeIn(SECRETS);
  const found: string[] = [];
  for (const [label, text = ''] of rows) {
    if (label === wanted && (await judge(JSON.parse(`"${text}"`))).decision === wrong) found.push(text);
  }
  expect(found).toStrictEqual([]);
});

test.each([
  ['env', 'allow'],
  ['printenv && export -p && set', 'allow'],
  ['echo "$DATABASE_URL"; printenv BUILD_NOTE', 'allow'],
  ['jq -n env; awk \'BEGIN { print ENVIRON["HOME"] }\'', 'allow'],
  // A shell that reads its profile may have more.
  ['echo "$GITHUB_TOKEN"', 'confirm'],
  ['docker exec c env', 'confirm'],
  ['sudo env', 'confirm'],
  ['. .env; env', 'confirm'],
  ['npx env', 'confirm'],
])('with no credential in the environment: %s', async (line, decision) => {
  const judge = await judgeIn({ CI: '1', DATABASE_URL: 'postgres://localhost/app' });
  expect((await judge(line)).decision).toBe(decision);
});

test('the reason names the variable, never its value', async () => {
  const judge = await judgeIn(SECRETS);
  const { reasons } = await judge('env; printenv BUILD_NOTE; t=$GITHUB_TOKEN; echo "$t"');
  expect(reasons).toStrictEqual([
    'env prints variables, and GITHUB_TOKEN among them looks like a credential.',
    'printenv prints BUILD_NOTE, which looks like a credential.',
    'echo prints t, which looks like a credential.',
  ]);
});
