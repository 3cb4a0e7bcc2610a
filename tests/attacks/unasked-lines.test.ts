// needs: git, python3
// Lines with what becomes of them: `run` unasked, or `ask`. Each table has its own home and project.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createLineJudge } from '@atip/node';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { createInstalledScene, createLineScene, readLineTable } from './line-scene.ts';

const FILES = ['README.md', 'package.json', 'Makefile', 'a.txt', '.env', 'dev.db'].map((name) => `proj/${name}`);

/** The home and the project for which the lines were written; the links came with the project. */
async function prepareAttacked() {
  const inHome = [
    '.ssh/id_rsa',
    '.ssh/authorized_keys',
    '.aws/credentials',
    '.config/gh/hosts.yml',
    '.bashrc',
    '.netrc',
  ];
  const links = {
    rootlink: '/',
    homelink: '~',
    klink: '~/.ssh/authorized_keys',
    envlink: '.env',
    hooklink: '.git/hooks',
  };
  const scene = await createLineScene([...inHome, ...FILES, 'proj/src/a.ts', 'proj/sub/b.ts'], links);
  execFileSync('git', ['init', '-q', scene.cwd]);
  return scene;
}

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

const CONTAINER = 'docker-compose.yml manage.py a.txt x.yml dist/ sub/b.ts r/.git/ r/compose.yml ../other/compose.yml';

const SNIPPET = [
  'proj/dist/index.js',
  'proj/package.json',
  'proj/node_modules/react/package.json',
  'other/node_modules/x/index.js',
  'proj/dir.json/index.js',
  'proj/.env',
  'proj/src/parser.py',
  'proj/src/.env',
  'proj/data.json',
  '.ssh/id_rsa',
  'other/lib.py',
  'mods/json.py',
  ...['proj/a.txt', 'proj/a.json', 'proj/lib/a.rb', 'proj/lib/id_rsa', 'proj/a.pem', 'proj/a.key'],
];

const SAVED =
  'src/a.ts src/b.ts src/mod.ts src/lib/c.ts src/lib/d.ts docs/guide.md docs/index.md README.md package.json package-lock.json kept.txt uv.lock coverage/kept/x odd/a';
const UNSAVED =
  'notes.txt nötes.txt staged.txt twin.txt note1.txt notes-dir/n.txt notes-dir/a.ts notes-dir/src/a.ts notes-dir/sub.txt other-dir/sub.txt out/results.csv build/rows.csv ' +
  'data/rows.csv vendor-dist/x vendor/x dist/a.js dist/a.js.map dist2/x node_modules/x/index.js packages/lib/node_modules/y/index.js kept.txt.bak coverage/own/y .envrc a.patch x.sed';

const LISTED =
  'src/a.ts src/b.ts src/lib/c.ts src/main.go src/x/d.ts src/x/e.ts docs/guide.md docs/index.md README.md package.json app/a.php app/b.php odd/a.md space/c.txt .vscode/settings.json vendored/node_modules/z.js package-lock.json';

async function prepareSaved() {
  const temporary = await createTemporaryDirectory(onTestFinished, '/tmp');
  writeFileSync(temporary.at('own'), 'mine');
  const links = {
    'src-link': 'src',
    'link-to-notes': 'notes-dir',
    'file-link': 'src/a.ts',
    'target-link': 'data',
    target: 'data',
  };
  const scene = await createLineScene(
    ['other.txt', '.bashrc', ...SAVED.split(' ').map((name) => `proj/${name}`)],
    links,
  );
  const { home, cwd } = scene;
  const git = (where: string, ...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@x', ...args], {
      cwd: where,
      env: { HOME: home, PATH: process.env['PATH'] },
    });
  const put = (name: string, text = 'mine\n') => {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  put('.gitignore', 'node_modules\ndist\ntarget\ncoverage\n.pytest_cache\nout/*\n!out/results.csv\ndata\nvendor\n');
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', '-f', '--', ...SAVED.split(' '), '.gitignore', 'file-link');
  git(cwd, 'commit', '-qm', 'all');
  for (const name of [...UNSAVED.split(' '), 'src/mod.ts', 'odd/a b', 'b']) put(name);
  linkSync(join(cwd, 'twin.txt'), join(home, 'twin'));
  git(cwd, 'add', 'staged.txt');
  mkdirSync(join(home, 'clone'));
  git(join(home, 'clone'), 'init', '-q');
  writeFileSync(join(home, 'clone/x.txt'), 'x');
  git(join(home, 'clone'), 'add', '-A');
  git(join(home, 'clone'), 'commit', '-qm', 'x');
  return { ...scene, temporary: `${basename(temporary.path)}/own` };
}

async function prepareListed() {
  const scene = await createLineScene(['.bashrc', '.ssh/id_rsa', ...LISTED.split(' ').map((name) => `proj/${name}`)], {
    'src-link': 'src',
    'docs-link.txt': 'docs/guide.md',
  });
  const { home, cwd } = scene;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@x', ...args], {
      cwd,
      env: { HOME: home, PATH: process.env['PATH'] },
    });
  const put = (name: string, text = 'mine\n') => {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  put('.gitignore', 'node_modules\n__pycache__\n');
  git('init', '-q', '-b', 'main');
  for (const name of ['spaced/a -e1e id.md', 'quoted/a"b.md', '-n.yml']) put(name);
  git('add', '-f', '--', ...LISTED.split(' '), '.gitignore', 'spaced', 'quoted', '-n.yml');
  git('commit', '-qm', 'all');
  git('branch', 'done');
  git('branch', 'feat/x');
  put('vendored/node_modules/z.js', 'changed\n');
  put('odd/-e1e id.md');
  put('space/a b.txt');
  put('lines/a\nb.txt');
  put('own/notes.txt');
  put('own/sub/x.txt');
  put('app/__pycache__/a.pyc');
  put('src/__pycache__/b.pyc');
  put('node_modules/x/index.js');
  put('packages/p/node_modules/y/index.js');
  return { ...scene, git, put };
}

async function prepareShown() {
  const many = Array.from({ length: 160 }, (_, at) => `proj/src/part-${at}.ts`);
  const scene = await createLineScene([
    'proj/.env',
    'proj/README.md',
    'proj/app.py',
    'proj/docs/a.md',
    'proj/dist/index.js',
    ...many,
  ]);
  const { home, cwd } = scene;
  writeFileSync(join(cwd, '.env'), 'API_KEY=k_9f8e7d6c5b4a\n');
  writeFileSync(join(cwd, '.gitignore'), 'dist\n.env\n');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@x', ...args], {
      cwd,
      env: { HOME: home, PATH: process.env['PATH'] },
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'all');
  return scene;
}

/** Each table with its scene. Of attackers who had not seen the code are those with that scene; nearly all were run by bash, with a witness. */
const TABLES: Readonly<
  Record<string, () => Promise<Awaited<ReturnType<typeof createLineScene>> & { temporary?: string }>>
> = {
  // Secrets shown, places reached by paths and links, what git obeys, files written, what is sent, code run.
  secret: prepareAttacked,
  path: prepareAttacked,
  link: prepareAttacked,
  'git-config': prepareAttacked,
  output: prepareAttacked,
  send: prepareAttacked,
  code: prepareAttacked,
  // Credentials of the environment, and variables by which programs load, start or reach something else.
  environment: () => judgeIn(SECRETS),
  // Code that is not the project's as it was before the line, what controls a machine, files lost by a name that looks like none.
  foreign: () => judgeIn(SECRETS),
  loopback: () => judgeIn(SECRETS),
  // A search or a list of hidden names beside a file of secrets, in which every file holds an x.
  search: () => judgeIn({}),
  // The same where the names are more than a line judges one by one: a list of them, an archive, what git gets.
  shown: prepareShown,
  // Code in the line, of which only plain names are read.
  snippet: () => createLineScene(SNIPPET, {}, { GITHUB_TOKEN: 'ghp_0000' }),
  file: prepareFiles,
  container: () =>
    createLineScene(
      CONTAINER.split(' ').map((name) => `proj/${name}`),
      { 'away.yml': '../other/compose.yml' },
    ),
  // Git or a build brings these back.
  saved: prepareSaved,
  // Names that a list gives to a command.
  listed: prepareListed,
  // Programs that package managers installed.
  runner: createInstalledScene,
  everyday: createInstalledScene,
};

// Hundreds of lines each, on a machine that may do other things too.
test.each(Object.entries(TABLES))(
  'every line of %s.tsv is asked about or runs, as its row says',
  { timeout: 600_000 },
  async (name, prepare) => {
    const { home, temporary = '', unasked } = await prepare();
    const rows = readLineTable(name).filter(([label = '']) => !/^decision$|^#/.test(label));
    const lines = rows.map(([label, text = '']) => ({
      runs: label === 'run',
      line: String(JSON.parse(`"${text}"`))
        .replaceAll('/home/u', home)
        .replace('%TMP%', temporary),
    }));
    expect(lines.length).toBeGreaterThan(40);
    const allowed = new Set(await unasked(lines.map(({ line }) => line)));
    expect(lines.filter(({ runs, line }) => runs !== allowed.has(line))).toStrictEqual([]);
  },
);

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

test('where a variable has a second line, its text is no name', async () => {
  const { judge } = await judgeIn({ ...SECRETS, NOTE: 'first\nsecond' });
  expect((await judge('env | cut -d= -f1')).decision).toBe('confirm');
});

test('the reason names the file of secrets that a search may show', async () => {
  const { judge } = await judgeIn({});
  expect((await judge('grep -rn "x" .')).reasons.join(' ')).toMatch(
    /\.env, which holds secrets and what it searches for\.$/,
  );
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

test('without a compose file of the project nothing in a container of a service runs unasked', async () => {
  const { unasked } = await createLineScene(['proj/a.txt', 'compose.yml']);
  const rows = readLineTable('container').filter(([, text = '']) => / compose |^docker-compose /.test(text));
  const lines = rows.map(([, text = '']) => String(JSON.parse(`"${text}"`)));
  expect(await unasked(lines)).toStrictEqual([]);
});

test('the first line of a judge that deletes what find lists is judged by these names', async () => {
  const { unasked } = await prepareListed();
  expect(await unasked(["find docs -name '*.md' -delete"])).toHaveLength(1);
});
