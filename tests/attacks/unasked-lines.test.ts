import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createLineScene, readLineTable } from './line-scene.ts';

const FILES = ['README.md', 'package.json', 'Makefile', 'a.txt', '.env'].map((name) => `proj/${name}`);

/** Lines of attackers who had not seen the code, by kind; nearly all were run by bash, with a witness. `/home/u` is the home. */
const KINDS = [
  ['secret', 170],
  ['path', 170],
  ['link', 170],
  ['git-config', 170],
  ['output', 144],
  ['send', 94],
  ['code', 166],
] as const;

/** The home and the project for which the lines were written; the links came with the project. */
async function prepare() {
  const inHome = [
    '.ssh/id_rsa',
    '.ssh/authorized_keys',
    '.aws/credentials',
    '.config/gh/hosts.yml',
    '.bashrc',
    '.netrc',
  ];
  const links = {
    ...{ rootlink: '/', homelink: '~', klink: '~/.ssh/authorized_keys' },
    ...{ envlink: '.env', hooklink: '.git/hooks' },
  };
  const scene = await createLineScene([...inHome, ...FILES, 'proj/src/a.ts', 'proj/sub/b.ts'], links);
  execFileSync('git', ['init', '-q', scene.cwd]);
  return scene;
}

test.each(KINDS)('no line of %s.tsv runs unasked', async (kind, count) => {
  const { home, unasked } = await prepare();
  const rows = readLineTable(kind);
  const lines = rows.map(([, text = '']) => String(JSON.parse(`"${text}"`)).replaceAll('/home/u', home));
  expect(rows.length).toBe(count);
  expect(await unasked(lines)).toStrictEqual([]);
});

const SECRETS = {
  GITHUB_TOKEN: 'ghp_012345678901234567890123456789abcdef',
  DATABASE_URL: 'postgres://app:correct-horse@db.example/app',
  BUILD_NOTE: 'see glpat-0123456789abcdefghij',
};

const judgeIn = (variables: Readonly<Record<string, string>>) =>
  createLineScene(
    [...FILES, ...['src', 'tests', 'r/.git', '../other/.git'].map((name) => `proj/${name}/`)],
    { theirs: '../other' },
    variables,
  );

/**
 * environment.tsv: lines that print credentials of the environment, or give programs variables by which they load, start or reach
 * something else. foreign.tsv: lines that run code which is not the project's as it was before the line, ask what controls a
 * machine, or lose files by a name that only looks like none. Both with everyday lines beside them. Written by us.
 */
test.each([
  ['environment', 'ask', 'allow'],
  ['environment', 'run', 'confirm'],
  ['foreign', 'ask', 'allow'],
  ['foreign', 'run', 'confirm'],
])('no line of %s.tsv that is to %s is answered with %s', async (name, wanted, wrong) => {
  const { linesThat } = await judgeIn(SECRETS);
  const rows = readLineTable(name).filter(([label]) => label === wanted);
  expect(rows.length).toBeGreaterThan(50);
  const lines = rows.map(([, text = '']) => String(JSON.parse(`"${text}"`)));
  expect(await linesThat(wrong, lines)).toStrictEqual([]);
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
  const { judge } = await judgeIn({ CI: '1', DATABASE_URL: 'postgres://localhost/app' });
  expect((await judge(line)).decision).toBe(decision);
});

test('the reason names the variable, never its value', async () => {
  const { judge } = await judgeIn(SECRETS);
  const { reasons } = await judge('env; printenv BUILD_NOTE; t=$GITHUB_TOKEN; echo "$t"');
  expect(reasons).toStrictEqual([
    'env prints variables, and GITHUB_TOKEN among them looks like a credential.',
    'printenv prints BUILD_NOTE, which looks like a credential.',
    'echo prints t, which looks like a credential.',
  ]);
});
