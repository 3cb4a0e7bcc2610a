// environment.tsv: lines that print credentials of the environment, or give programs variables by which they load, start or reach
// something else. foreign.tsv: lines that run code which is not the project's as it was before the line, ask what controls a
// machine, or lose files by a name that only looks like none. Both with everyday lines beside them. Written by us.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createLineJudge } from '@atip/node';
import { expect, test } from 'vitest';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

const SECRETS = {
  GITHUB_TOKEN: 'ghp_012345678901234567890123456789abcdef',
  DATABASE_URL: 'postgres://app:correct-horse@db.example/app',
  BUILD_NOTE: 'see glpat-0123456789abcdefghij',
};

async function judgeIn(variables: Readonly<Record<string, string>>) {
  const { at } = await createDirectoryOutsideTmp();
  const [home, cwd] = [at('home/u'), at('home/u/proj')];
  mkdirSync(`${cwd}/src`, { recursive: true });
  for (const name of ['README.md', 'package.json', 'Makefile', 'a.txt', '.env']) writeFileSync(`${cwd}/${name}`, 'x\n');
  for (const name of ['r/.git', '../other/.git', 'tests']) mkdirSync(`${cwd}/${name}`, { recursive: true });
  symlinkSync('../other', `${cwd}/theirs`);
  return createLineJudge({
    env: { HOME: home, PATH: '/usr/bin:/bin', ...variables },
    cwd,
    session: { agent: 'test', folder: cwd },
    configuration: { settings: { policy: { preset: 'standard' }, writable: [] } },
  });
}

function rowsOf(name: string): readonly string[][] {
  const [, ...rows] = readFileSync(new URL(`lines/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.map((row) => row.split('\t'));
}

test.each([
  ['environment', 'ask', 'allow'],
  ['environment', 'run', 'confirm'],
  ['foreign', 'ask', 'allow'],
  ['foreign', 'run', 'confirm'],
])('no line of %s.tsv that is to %s is answered with %s', async (name, wanted, wrong) => {
  const judge = await judgeIn(SECRETS);
  const rows = rowsOf(name).filter(([label]) => label === wanted);
  const found: string[] = [];
  for (const [, text = ''] of rows) if ((await judge(JSON.parse(`"${text}"`))).decision === wrong) found.push(text);
  expect(found).toStrictEqual([]);
  expect(rows.length).toBeGreaterThan(50);
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
