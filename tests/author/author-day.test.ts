// needs: git, bwrap
// The day of an author: a program of commander that knows no ATIP, from `atip init` to a green CI step, on files as they are written.
// The program uses the packages as built: `npm run build` comes before.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRecord } from '@atip/core/internal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { actionSteps, packCli, runStep } from '../action/run-action.ts';
import { ROOT } from '../architecture/read-imports.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-author-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const cwd = join(root, 'tasks');
let tarball = '';

/** Runs a program in the project; what it wrote, and how it ended. */
function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [file = '', ...args] = words;
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      npm_config_cache: join(root, 'npm'),
      npm_config_offline: 'true',
      ...env,
    },
  });
  return { code: status, stdout, stderr };
}

const git = (...args: string[]) => run(['git', '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
const atip = (...args: string[]) => run(['node_modules/.bin/atip', ...args]);
const read = (file: string): string => readFileSync(join(cwd, file), 'utf8');

const MANIFEST = {
  name: 'tasks',
  version: '1.4.0',
  type: 'module',
  bin: { tasks: './cli.js' },
  scripts: { test: 'node --test' },
  dependencies: { '@atip/emit': '^0.1.0', commander: '^14.0.0' },
};

beforeAll(async () => {
  mkdirSync(join(cwd, 'node_modules/@atip'), { recursive: true });
  tarball = packCli(join(root, 'packed'));
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\n');
  writeFileSync(join(cwd, 'cli.js'), readFileSync(join(ROOT, 'tests/author/tasks-cli.txt')), { mode: 0o755 });
  // Its dependencies are put there by hand, so that nothing is fetched.
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ ...MANIFEST, dependencies: {} }));
  execFileSync('npm', ['install', '--no-save', '--silent', '--offline', tarball], {
    cwd,
    env: { ...process.env, HOME: root },
  });
  const copy = (from: string, to: string): void =>
    cpSync(join(ROOT, from), join(cwd, 'node_modules', to), { recursive: true, dereference: true });
  copy('node_modules/commander', 'commander');
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(MANIFEST, null, 2));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message=tasks');
  git('tag', 'v1.4.0');
});

/** Packages of ours that the program imports. */
function installEmit(): void {
  for (const name of ['core', 'emit'])
    for (const part of ['package.json', 'dist'])
      cpSync(join(ROOT, 'packages', name, part), join(cwd, 'node_modules/@atip', name, part), { recursive: true });
}

test('before its package is installed nothing is written, since the program would not start', () => {
  const { code, stderr } = atip('init', '--yes', '--ci', 'github');
  expect([code, stderr]).toStrictEqual([
    1,
    'atip: Nothing was written. First: npm install @atip/emit. The lines import it, and without it the program would not start. Then run atip init again.\n',
  ]);
  expect(git('status', '--porcelain').stdout).toBe('');
});

test('nobody at a terminal, and no --yes: it shows what it would write', () => {
  installEmit();
  const { code, stdout, stderr } = atip('init', '--ci', 'github');
  expect([code, stderr]).toStrictEqual([3, 'atip: Nothing was written: there is no terminal to ask at. Give --yes.\n']);
  expect(stdout.split('\n').slice(-5)).toStrictEqual([
    'cli.js: new lines',
    "    4  + import { withAtip } from '@atip/emit';",
    "    5  + import { effects } from './atip.effects.js';",
    '   58  + withAtip(program, { effects });',
    '',
  ]);
  expect(git('status', '--porcelain').stdout).toBe('');
});

test('from init to a green step', { timeout: 180_000 }, () => {
  const { code, stdout } = atip('init', '--yes', '--ci', 'github');
  expect(code).toBe(0);
  expect(stdout).toContain(
    '\nNext: state the effects of 8 commands: atip effects --table atip.effects.js -- node cli.js\nAfter a change of the program: node cli.js --agent > atip.json\n',
  );
  expect(git('status', '--porcelain').stdout.split('\n')).toStrictEqual([
    ' M cli.js',
    '?? .github/',
    '?? atip.effects.js',
    '?? atip.json',
    '?? test/',
    '',
  ]);
  // The test is red until the effects are there.
  const red = run(['npm', 'test']);
  expect([red.code === 0, red.stdout.includes('"purge" has no effects: add them under "purge".')]).toStrictEqual([
    false,
    true,
  ]);
  const READS = { filesystem: { write: false }, network: false };
  const WRITES = { filesystem: { write: true, delete: false }, network: false, destructive: false, reversible: true };
  const LOSES = { filesystem: { write: true, delete: true }, network: false, destructive: true, reversible: false };
  const SENDS = { ...WRITES, network: true, reversible: false, cost: { billable: false } };
  const effects = {
    ...{ list: READS, add: WRITES, done: WRITES, remove: LOSES, purge: LOSES, export: LOSES },
    ...{ 'remote pull': { ...LOSES, network: true, cost: { billable: false } }, 'remote push': SENDS },
  };
  writeFileSync(join(cwd, 'atip.effects.js'), `export const effects = ${JSON.stringify(effects)};\n`);
  writeFileSync(join(cwd, 'atip.json'), run(['node', 'cli.js', '--agent']).stdout);
  expect(run(['npm', 'test']).code).toBe(0);
  // The steps of the workflow that it wrote, word for word; what the forge's own actions do is done already.
  const { jobs } = asRecord(parse(read('.github/workflows/atip.yml')));
  const { steps } = asRecord(asRecord(jobs)['atip']);
  const scripts = (Array.isArray(steps) ? steps : []).flatMap((step) => asRecord(step)['run'] ?? []);
  expect(scripts).toStrictEqual(['npm ci', 'npx --yes atip@0.1.0 ci --sandbox off atip.json -- node cli.js']);
  const step = run(['bash', '-e', '-o', 'pipefail', '-c', String(scripts[1])], { GITHUB_ACTIONS: 'true' });
  expect([step.code, step.stdout.includes('atip.json: 8 commands, effects complete; 5 hints.')]).toStrictEqual([
    0,
    true,
  ]);
});

test('once more changes nothing', { timeout: 180_000 }, () => {
  git('add', '.');
  git('commit', '--quiet', '--message=It speaks ATIP');
  const { code, stdout } = atip('init', '--yes', '--ci', 'github');
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 3)).toStrictEqual([
    'atip.effects.js exists already and stays as it is.',
    'test/atip.test.js exists already and stays as it is.',
    '.github/workflows/atip.yml exists already and stays as it is.',
  ]);
  expect(git('status', '--porcelain').stdout).toBe('');
});

test('the next release: the Action is red until the version is raised', { timeout: 180_000 }, () => {
  git('tag', 'v1.4.1');
  const release = (version: string): void => {
    const program = read('cli.js').replace(".alias('ls')\n", '').replace(".command('purge')", ".command('clear')");
    writeFileSync(join(cwd, 'cli.js'), program.replace(/version\('[\d.]+'\)/, `version('${version}')`));
    writeFileSync(join(cwd, 'atip.effects.js'), read('atip.effects.js').replace('"purge"', '"clear"'));
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ ...MANIFEST, version }, null, 2));
    writeFileSync(join(cwd, 'atip.json'), run(['node', 'cli.js', '--agent']).stdout);
    git('commit', '--quiet', '--all', '--message=a release');
  };
  const temporary = join(root, 'runner');
  mkdirSync(temporary);
  const given = { files: 'atip.json', program: 'node cli.js', sandbox: 'off', 'atip-package': tarball };
  const action = () =>
    actionSteps()
      .filter(({ condition }) => condition === undefined)
      .map((step) => runStep(step, given, { cwd, temporary }));
  release('1.5.0');
  const red = action();
  expect(red.map(({ code }) => code)).toStrictEqual([0, 0, 1]);
  expect(red[2]?.stdout).toContain(
    '1.5.0 is too low: the changes since v1.4.1 ask for a major version, 2.0.0 or higher.',
  );
  release('2.0.0');
  expect(action().map(({ code }) => code)).toStrictEqual([0, 0, 0]);
  expect(readFileSync(join(temporary, 'atip-comment.md'), 'utf8')).toContain(
    '- **breaking**: `purge: tasks purge is gone.`',
  );
  expect(existsSync(join(temporary, 'summary.md'))).toBe(true);
});
