// needs: bwrap, git
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heldDirectories } from '../../packages/node/src/sandbox/held-directories.ts';
import { createHousehold, type Household } from './held-run.ts';

/** A project with two commits and a branch, and a stranger's repository. */
async function prepare(): Promise<Household> {
  const house = await createHousehold();
  const { at, lay, byHand } = house;
  lay({ 'home/project/file': 'one\n', 'attacker/work/README': 'x\n', 'attacker/work/.envrc': 'evil\n' });
  for (const cwd of [at('home/project'), at('attacker/work')]) {
    byHand('/usr/bin/git', ['init', '-q'], cwd);
    byHand('/usr/bin/git', ['add', '-A'], cwd);
    byHand('/usr/bin/git', ['commit', '-qm', 'one'], cwd);
  }
  byHand('/usr/bin/git', ['branch', 'side']);
  return house;
}

const git = (house: Household, ...args: readonly string[]) =>
  house.byTool('/usr/bin/git', args, { command: args.filter((arg) => !arg.startsWith('-')).slice(0, 1) });

/** Common Git commands, one after another. */
const WORK: readonly string[] = [
  'add new',
  'commit -qam two',
  'branch other',
  'stash',
  'checkout -q side',
  'switch -qc fresh',
  'commit -qam three',
  'tag -am x v1',
  'merge -q side',
  'rebase --autostash -q side',
  'reset -q --hard',
  'gc -q',
  'init -q made',
  'worktree add -q tree side',
  'config user.name Q',
  'remote add origin https://example.org/x.git',
  'clone -q --bare . mirror.git',
];

test('Git works in the sandbox, and nothing it makes is taken for planted', async () => {
  const house = await prepare();
  house.lay({ 'home/project/new': 'new\n' });
  const seen: unknown[] = [];
  for (const line of WORK) {
    // Something to commit, to put aside or to throw away.
    if (/^(?:commit|stash|rebase|reset)/.test(line)) appendFileSync(house.at('home/project/file'), 'more\n');
    const { code, report } = await git(house, ...line.split(' '));
    seen.push([line, code, report.planted]);
  }
  expect(seen).toStrictEqual(WORK.map((line) => [line, 0, undefined]));
});

test('Git cannot write a configuration where that is not what the command is for', async () => {
  const house = await prepare();
  const before = readFileSync(house.at('home/project/.git/config'), 'utf8');
  // Git takes it for a success all the same.
  const { out } = await git(house, 'branch', '--set-upstream-to=side', 'main');
  expect(out).toMatch(/could not (?:lock|write) config file/);
  expect(readFileSync(house.at('home/project/.git/config'), 'utf8')).toBe(before);
});

test('what a clone brought for editors and shells is named and stays; nothing is held for it', async () => {
  const house = await prepare();
  const { report } = await git(house, 'clone', '-q', `file://${house.at('attacker/work')}`, 'got');
  const path = house.at('home/project/got/.envrc');
  expect(report.planted).toStrictEqual({
    ...{ movedAside: [], changed: [], held: [] },
    named: [{ path, runs: 'a shell reads it when it starts' }],
  });
  expect(report.notes).toContain(`The run made ${path}: a shell reads it when it starts.`);
  expect(existsSync(path)).toBe(true);
});

test('what a pull brought for editors and shells is moved aside', async () => {
  const house = await prepare();
  const { report } = await git(
    house,
    'pull',
    '-q',
    '--no-rebase',
    '--allow-unrelated-histories',
    house.at('attacker/work'),
    'main',
  );
  expect(report.planted?.movedAside.map(({ path }) => path)).toStrictEqual([house.at('home/project/.envrc')]);
});

test('a setting that names a program is said, and the project held until it is released', async () => {
  const house = await prepare();
  const project = house.at('home/project');
  for (const [key, value] of [
    ['core.fsmonitor', './x.sh'],
    ['alias.st', '!sh x'],
    ['filter.x.smudge', 'sh x'],
    ['credential.helper', './x'],
    ['core.hooksPath', 'x'],
    ['remote.o.url', 'ext::sh -c x'],
  ] as const) {
    const { code, report } = await git(house, 'config', key, value);
    expect({ key, code, held: report.planted?.held }).toStrictEqual({ key, code: 0, held: [project] });
    expect(report.planted?.named).toStrictEqual([
      {
        path: join(project, '.git/config'),
        runs: `git runs or obeys what it names: ${key.toLowerCase()} = ${JSON.stringify(value)}`,
      },
    ]);
    const isFirst = key === 'core.fsmonitor';
    if (isFirst)
      await expect(git(house, 'status')).rejects.toThrow(`No tool runs in ${project} until a person has looked at it`);
    await heldDirectories(house.at('home/.local/state/agent-tools')).release(project);
    if (isFirst) expect((await git(house, 'status')).code).toBe(0);
    house.byHand('/usr/bin/git', ['config', '--unset', key]);
  }
});

test('hooks of a template count, their samples do not', async () => {
  const house = await prepare();
  house.lay({ 'home/project/t/hooks/pre-commit': '#!/bin/sh\n', 'home/project/t/hooks/x.sample': '#!/bin/sh\n' });
  const { report } = await git(house, 'init', '-q', '--template=t', 'made');
  const hooks = house.at('home/project/made/.git/hooks');
  expect(report.planted?.named).toStrictEqual([{ path: hooks, runs: 'git runs what lies in it' }]);
  expect(report.planted?.held).toStrictEqual([house.at('home/project/made')]);
});

const MOVED: readonly (readonly [what: string, script: string, moved: readonly string[]])[] = [
  [
    'a link, a pipe, a directory in the place of such a file',
    'ln -s target .envrc; mkfifo .npmrc; mkdir .bashrc; ln -s ../../.ssh .vscode; mkdir -p d; ln -s ../.git d/.git',
    ['.bashrc', '.envrc', '.npmrc', '.vscode', 'd/.git'],
  ],
  [
    'a directory dressed up as a repository',
    'mkdir -p x/objects x/refs x/deep; echo ref: > x/HEAD; echo evil | tee x/.envrc x/deep/.npmrc',
    ['x/.envrc', 'x/HEAD', 'x/deep/.npmrc'],
  ],
  [
    'what makes a repository of a directory that was there',
    'printf "ref: refs/heads/x\\n" > src/HEAD; printf "[core]\\nfsmonitor = sh x\\n" > src/config',
    ['src/HEAD', 'src/config'],
  ],
];

test.each(MOVED)('%s: that alone is moved, and what was there stays', async (_what, script, moved) => {
  const house = await prepare();
  const mine = ['target', 'src/main.c', 'src/objects/o', 'src/refs/r'].map((name) => `home/project/${name}`);
  house.lay(Object.fromEntries(mine.map((name) => [name, 'mine'])));
  const { report } = await house.byTool('/bin/sh', ['-c', script], {});
  const names = report.planted?.movedAside.map(({ path }) => path.replace(`${house.at('home/project')}/`, ''));
  expect(names?.toSorted()).toStrictEqual(moved);
  for (const name of mine) expect(readFileSync(house.at(name), 'utf8')).toBe('mine');
  expect(readFileSync(house.at('home/.ssh/id_rsa'), 'utf8')).toBe('SSHKEY');
  expect(existsSync(house.at('home/project/.git/HEAD'))).toBe(true);
});

test('a protected file that has a second name is changed by it, and that is seen', async () => {
  const house = await prepare();
  house.lay({ 'home/project/.envrc': 'mine' });
  house.byHand('/bin/ln', ['.envrc', 'second']);
  const { report } = await house.byTool('/bin/sh', ['-c', 'echo evil > second'], {});
  expect(report.planted?.changed).toStrictEqual([
    { path: house.at('home/project/.envrc'), runs: 'a shell reads it when it starts' },
  ]);
  expect(report.notes.join(' ')).toContain('.envrc was changed by the run');
});

test('a link that was replaced comes back', async () => {
  const house = await prepare();
  house.lay({ 'home/project/shared': 'mine' });
  symlinkSync('shared', house.at('home/project/.envrc'));
  const { report } = await house.byTool('/bin/sh', ['-c', 'rm .envrc; echo evil > .envrc; echo evil > shared'], {});
  expect(report.planted?.movedAside).toHaveLength(1);
  expect(readFileSync(house.at('home/project/.envrc'), 'utf8')).toBe('mine');
});

test('what a tool makes while a package manager works beside it is still moved aside, what that makes is not', async () => {
  const house = await prepare();
  house.lay({ 'home/bin/npm': '#!/bin/sh\nmkdir -p node_modules/.bin; echo x > node_modules/.bin/tsc; sleep 0.5\n' });
  const [npm, other] = await Promise.all([
    house.byTool(house.at('home/bin/npm'), ['install'], { command: ['install'] }),
    house.byTool('/bin/sh', ['-c', 'sleep 0.3; echo evil > .envrc'], {}),
  ]);
  const moved = [npm, other].flatMap(({ report }) => report.planted?.movedAside.map(({ path }) => path) ?? []);
  expect(moved).toStrictEqual([house.at('home/project/.envrc')]);
  expect(existsSync(house.at('home/project/node_modules/.bin/tsc'))).toBe(true);
});

test('where nothing can be put aside, the run is no success', async () => {
  const house = await prepare();
  house.lay({ 'home/.local/state/agent-tools': 'in the way' });
  const run = house.byTool('/bin/sh', ['-c', 'echo evil > .envrc'], {});
  await expect(run).rejects.toThrow(/cannot be read|could not be handled/);
});

test('a flood of planted files holds the whole directory', async () => {
  const house = await prepare();
  const script = 'mkdir -p $(seq -f f/%g 1100); touch $(seq -f f/%g/.envrc 1100)';
  const { report } = await house.byTool('/bin/sh', ['-c', script], {});
  expect(report.planted?.movedAside).toHaveLength(200);
  expect(report.planted?.held).toStrictEqual([house.at('home/project')]);
  expect(report.planted?.incomplete).toBe(`The run left more files in ${house.at('home/project')} than are checked.`);
  expect(report.notes.length).toBeLessThan(30);
});

test('what a directory without search permission hides is not passed over', async () => {
  const house = await prepare();
  mkdirSync(house.at('home/project/odd'));
  const odd = Buffer.concat([Buffer.from(house.at('home/project/odd/')), Buffer.from([0xff])]);
  const script = `d=$(printf 'odd/\\377'); mkdir "$d"; echo evil > "$d/.envrc"`;
  const { report } = await house.byTool('/bin/sh', ['-c', script], {});
  expect(existsSync(Buffer.concat([odd, Buffer.from('/.envrc')]))).toBe(true);
  expect(report.planted?.named.map(({ runs }) => runs)).toStrictEqual(['it cannot be looked into']);
  expect(report.planted?.held).toHaveLength(1);
});
