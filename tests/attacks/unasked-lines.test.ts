import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLineJudge } from '@atip/node';
import { createLineScene, readLineTable } from './line-scene.ts';

const FILES = ['README.md', 'package.json', 'Makefile', 'a.txt', '.env'].map((name) => `proj/${name}`);

/** Lines of attackers who had not seen the code, by kind; nearly all were run by bash, with a witness. `/home/u` is the home. */
const KINDS = [
  ['secret', 172],
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
 * machine, or lose files by a name that only looks like none. loopback.tsv: lines that send to this machine, or seem to. Each with everyday lines beside them. Written by us.
 */
test.each([
  ['environment', 'ask', 'allow'],
  ['environment', 'run', 'confirm'],
  ['foreign', 'ask', 'allow'],
  ['foreign', 'run', 'confirm'],
  ['loopback', 'ask', 'allow'],
  ['loopback', 'run', 'confirm'],
])('no line of %s.tsv that is to %s is answered with %s', async (name, wanted, wrong) => {
  const { linesThat } = await judgeIn(SECRETS);
  const rows = readLineTable(name).filter(([label]) => label === wanted);
  expect(rows.length).toBeGreaterThan(name === 'loopback' ? 14 : 50);
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

test('a search through a directory asks where it may print what a file of secrets holds, and only there', async () => {
  const { judge, unasked } = await judgeIn({});
  const quiet = [
    'grep -rn foo .',
    'grep -rn X --exclude=.env .',
    'grep -rn X --include="*.ts" .',
    'grep -rl X .',
    'rg X',
    'grep X README.md',
    'grep -rn "xy" ~/proj',
  ];
  expect(await unasked(quiet)).toStrictEqual(quiet);
  // All files hold an x.
  const asked = [
    'grep -rn X .',
    'grep -r "" .',
    'rg --hidden xx*',
    'grep -rnE "foo|x" .',
    'grep -rnv foo .',
    'grep -rnP "\\x58=" .',
    'grep -rn X "$PWD"',
    'grep -rn X $(git rev-parse --show-toplevel)',
    'ack X',
    'git grep --no-index X',
    'git -C . grep --no-index X',
    'git diff --no-index /dev/null .',
    'diff -rN . /tmp/none',
    'ls -A | xargs cat',
    'for f in $(ls -A); do cat $f; done',
    "find . -name '*.env' -exec cat {} +",
    'grep -rl X . | xargs cat',
    `python3 -c "import glob; print([open(f).read() for f in glob.glob('.*env')])"`,
    `python3 -c "import glob; print([open(f).read() for f in glob.glob('.[e]nv')])"`,
    `python3 -c "from pathlib import Path; print([p.read_text() for p in Path('.').glob('*nv')])"`,
    'cd sub; grep -rn "[x]" ..',
  ];
  expect(await unasked([...asked, 'rg -uuu x', 'egrep -r "(foo)?x" ~/proj'])).toStrictEqual([]);
  expect((await judge('grep -rn "x" .')).reasons.join(' ')).toMatch(
    /\.env, which holds secrets and what it searches for\.$/,
  );
});

test('a file that only a list of hidden names tells asks beside a file of secrets', async () => {
  const { unasked } = await judgeIn({});
  const asked = [
    'git ls-files -o -i --exclude-standard | xargs cat',
    "git status --ignored --short | awk '{print $2}' | xargs cat",
    "git clean -ndX | awk '{print $3}' | xargs cat",
    'du -a . | cut -f2 | xargs cat',
    'compgen -f | xargs cat',
    'tree -a -i -f | xargs cat',
    'fd -H -x cat',
    'comm -23 <(ls -A) <(ls) | xargs cat',
  ];
  expect(await unasked(asked)).toStrictEqual([]);
  const quiet = ['du -a . | sort -n | tail', 'tree -a -L 2', 'ls -la', 'ls -t docs | head -1 | xargs -I{} cat docs/{}'];
  expect(await unasked([...quiet, 'git clean -nd'])).toStrictEqual([...quiet, 'git clean -nd']);
});

test('where no project is trusted, a search and a list ask about a file of secrets as well', async () => {
  const { home, cwd } = await createLineScene(['proj/.env', 'proj/README.md', 'other/sub/.env']);
  const judge = createLineJudge({
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    cwd,
    configuration: { settings: { policy: { preset: 'standard' }, writable: [] } },
  });
  const decide = async (line: string) => [line, (await judge(line)).decision];
  for (const line of ['grep -rn X .', 'ls -A | xargs cat', 'du -a . | cut -f2 | xargs cat', 'grep -rn x ../other'])
    expect(await decide(line)).toStrictEqual([line, 'confirm']);
  for (const line of ['grep -rn foo .', 'ls -la', 'grep -rn foo ../other'])
    expect(await decide(line)).toStrictEqual([line, 'allow']);
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

/** Files of a project whose code lines name: own ones, and those that only look so. */
async function prepareFiles() {
  const names =
    'scripts/build.mjs scripts/run.sh scripts/seed.py scripts/convert.rb scripts/routes.php scripts/x.pl scripts/x.lua scripts/x.awk scripts/x.jq ' +
    'scripts/x.sed scripts/env.sh scripts/git scripts/shared.sh scripts/other.sh app.py dist/index.js dist/cli.js dist/server.js src/cli.ts tests/a.mjs ' +
    'artisan gradlew mvnw bin/rails build/app build/x.jar build/classes/Main.class x.zsh x.fish x.swift Makefile Makefile.dev setup.js data.txt ' +
    'notes.txt package.json .env .venv/bin/activate sub/Makefile.dev sub/x.js';
  const scene = await createLineScene(
    [...names.split(' ').map((name) => `proj/${name}`), 'other/evil.js', 'other/env.sh', '.ssh/id_rsa'],
    {
      'link.js': '~/other/evil.js',
      'inlink.mjs': 'scripts/build.mjs',
      tmplink: '/tmp',
      'tests/link.mjs': '~/other/evil.js',
    },
  );
  for (const where of ['', 'sub']) execFileSync('git', ['init', '-q', join(scene.cwd, where)]);
  chmodSync(join(scene.cwd, 'scripts/shared.sh'), 0o777);
  // Only root can give a file to others.
  if (process.getuid?.() === 0) chownSync(join(scene.cwd, 'scripts/other.sh'), 1, 1);
  else chmodSync(join(scene.cwd, 'scripts/other.sh'), 0o666);
  return scene;
}

/** file.tsv: lines that name a file whose code they run, of the project and of others. Written by us. */
test.each([
  ['ask', 'allow'],
  ['run', 'confirm'],
])('no line of file.tsv that is to %s is answered with %s', async (wanted, wrong) => {
  const { linesThat } = await prepareFiles();
  const rows = readLineTable('file').filter(([label]) => label === wanted);
  expect(rows.length).toBeGreaterThan(50);
  const lines = rows.map(([, text = '']) => String(JSON.parse(`"${text}"`)));
  expect(await linesThat(wrong, lines)).toStrictEqual([]);
});

/** container.tsv: lines that start something in a container. Written by us. */
test.each([
  ['ask', 'allow'],
  ['run', 'confirm'],
])('no line of container.tsv that is to %s is answered with %s', async (wanted, wrong) => {
  const scene = await createLineScene(
    [
      'docker-compose.yml',
      'manage.py',
      'a.txt',
      'x.yml',
      'dist/',
      'sub/b.ts',
      'r/.git/',
      'r/compose.yml',
      '../other/compose.yml',
    ].map((name) => `proj/${name}`),
    { 'away.yml': '../other/compose.yml' },
  );
  const rows = readLineTable('container').filter(([label]) => label === wanted);
  expect(rows.length).toBeGreaterThan(50);
  const lines = rows.map(([, text = '']) => String(JSON.parse(`"${text}"`)));
  expect(await scene.linesThat(wrong, lines)).toStrictEqual([]);
});

test('without a compose file of the project nothing in a container of a service runs unasked', async () => {
  const { unasked } = await createLineScene(['proj/a.txt', 'compose.yml']);
  const rows = readLineTable('container').filter(([, text = '']) => / compose |^docker-compose /.test(text));
  const lines = rows.map(([, text = '']) => String(JSON.parse(`"${text}"`)));
  expect(await unasked(lines)).toStrictEqual([]);
});
