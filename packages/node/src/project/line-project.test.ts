import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { type LineSession, openLineProject } from './line-project.ts';
import { openProjectState } from './project-state.ts';

const NAMED: LineSession = { agent: 'claude-code', id: '1', folder: undefined };

function git(cwd: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=u', '-c', 'user.email=u@x', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...who, ...args], { cwd, stdio: 'ignore' });
}

async function prepare() {
  const { at } = await createTemporaryDirectory();
  const env = { HOME: at('home'), PATH: process.env['PATH'] };
  for (const name of ['home/proj/web', 'home/other']) mkdirSync(at(name), { recursive: true });
  for (const name of ['home/proj', 'home/other']) {
    git(at(name), 'init', '-q', '-b', 'main');
    git(at(name), 'commit', '-q', '--allow-empty', '-m', 'x');
  }
  const open = (cwd: string, session?: LineSession) => openLineProject({ env, cwd: at(cwd), session });
  return { at, env, open, state: () => openProjectState(env) };
}

test('an agent’s session has the work tree around its first directory, wherever later lines start', async () => {
  const { at, open } = await prepare();
  expect(open('home/proj/web', NAMED).root).toBe(at('home/proj'));
  const later = open('home/other', NAMED);
  expect(later.root).toBe(at('home/proj'));
  expect(later.whyForeign(at('home/proj/web'))).toBeUndefined();
  expect(later.whyForeign(at('home/other'))).toBe(`which is not this project (${at('home/proj')})`);
});

test('the folder that an agent names counts, and that of another session does not', async () => {
  const { at, open } = await prepare();
  expect(open('home/other', { ...NAMED, folder: at('home/proj') }).root).toBe(at('home/proj'));
  expect(open('home/other', { ...NAMED, id: '2' }).root).toBe(at('home/other'));
  expect(open('home/proj', { agent: 'codex', id: '2' }).root).toBe(at('home/proj'));
});

test('by hand, and for a session without an id, a project counts once it is trusted', async () => {
  const { at, open, state } = await prepare();
  for (const session of [undefined, { agent: 'gemini' }]) {
    expect(open('home/proj', session).whyForeign(at('home/proj'))).toMatch(
      /^which nobody has trusted yet: `atip trust /,
    );
  }
  state().trust(at('home/proj'));
  expect(open('home/proj/web').whyForeign(at('home/proj/web'))).toBeUndefined();
  expect(state().trusted()).toStrictEqual([at('home/proj')]);
  expect(state().distrust(at('home/proj'))).toBe(true);
  expect(open('home/proj').whyForeign(at('home/proj'))).toBeDefined();
});

test.each([
  ['home', 'a home'],
  ['.', 'what is above it'],
  ['../..', 'a directory for temporary files'],
])('%s is no project: %s', async (cwd) => {
  const { at, open } = await prepare();
  const { root, whyForeign } = open(cwd, { agent: 'codex', id: cwd });
  expect(root).toBeUndefined();
  expect(whyForeign(at('home/proj'))).toMatch(
    /^which is (?:or holds a home|a directory for temporary files), and no project$/,
  );
});

test('a home that is a repository itself is no project for the directories in it', async () => {
  const { at, open } = await prepare();
  git(at('home'), 'init', '-q');
  mkdirSync(at('home/notes'));
  expect(open('home/notes', NAMED).root).toBe(at('home/notes'));
});

test('what others can write is no project', async () => {
  const { at, open } = await prepare();
  chmodSync(at('home/proj'), 0o777);
  expect(open('home/proj', NAMED).whyForeign(at('home/proj'))).toBe('which other users can write');
});

test('a project that is a link, that moves, or that is deleted', async () => {
  const { at, open } = await prepare();
  symlinkSync(at('home/proj'), at('home/link'));
  expect(open('home/link', NAMED).root).toBe(at('home/proj'));
  renameSync(at('home/proj'), at('home/moved'));
  expect(open('home/moved', { ...NAMED, id: '1' }).whyForeign(at('home/moved'))).toBeDefined();
  rmSync(at('home/moved'), { recursive: true });
  expect(open('home/other', NAMED).whyForeign(at('home/other'))).toBe('which is not there');
});

test('submodules and linked work trees belong to a project, and other repositories in it do not', async () => {
  const { at, open } = await prepare();
  git(at('home/proj'), 'submodule', 'add', '-q', at('home/other'), 'sub');
  git(at('home/proj'), 'worktree', 'add', '-q', at('home/tree'));
  mkdirSync(at('home/proj/vendor/x'), { recursive: true });
  git(at('home/proj/vendor/x'), 'init', '-q');
  mkdirSync(at('home/proj/packages/p100/src'), { recursive: true });
  const { whyForeign } = open('home/proj', NAMED);
  for (const own of ['home/proj/sub', 'home/tree', 'home/proj/packages/p100/src', 'home/proj/not/there/yet'])
    expect([own, whyForeign(at(own))]).toStrictEqual([own, undefined]);
  expect(whyForeign(at('home/proj/vendor/x/src'))).toBe('which is a repository of its own, not this project');
  expect(open('home/tree', { ...NAMED, id: 't' }).whyForeign(at('home/proj'))).toBeUndefined();
});

test('a file that claims to be a work tree or a submodule of the project is not believed', async () => {
  const { at, open } = await prepare();
  git(at('home/proj'), 'worktree', 'add', '-q', at('home/tree'));
  for (const name of ['home/evil', 'home/proj/evil']) {
    mkdirSync(at(name));
    writeFileSync(at(`${name}/.git`), `gitdir: ${at('home/proj/.git/worktrees/tree')}\n`);
    expect(open('home/proj', NAMED).whyForeign(at(name))).toBeDefined();
  }
});

test('a bare repository is a project like a directory without one', async () => {
  const { at, open } = await prepare();
  git(at('home'), 'init', '-q', '--bare', 'bare');
  expect(open('home/bare', NAMED).root).toBe(at('home/bare'));
});

test('fetched places are remembered until a person releases them or they are gone', async () => {
  const { at, open, state } = await prepare();
  for (const name of ['home/proj/x', 'home/proj/y']) mkdirSync(at(name));
  const places = [at('home/proj/x'), at('home/proj/y'), at('home/proj/gone'), at('home/other')];
  open('home/proj', NAMED).remember(places);
  open('home/proj', NAMED).remember(places);
  expect(open('home/proj', NAMED).fetched).toStrictEqual([at('home/proj/x'), at('home/proj/y')]);
  expect(await state().release(at('home/proj'), at('home/proj/x'))).toStrictEqual([at('home/proj/x')]);
  expect(open('home/proj', NAMED).fetched).toStrictEqual([at('home/proj/y')]);
});

test('two hooks at once agree about the first directory of a session', async () => {
  const { at, state } = await prepare();
  const seen = ['home/proj', 'home/other'].map((name) => state().firstSeen('codex 9', at(name)));
  expect(seen).toStrictEqual([at('home/proj'), at('home/proj')]);
});

test.each(['a broken state', 'a state that others can write'])('%s is not believed', async (kind) => {
  const { at, env, open, state } = await prepare();
  state().remember(at('home/proj'), [at('home/proj/web')]);
  const file = execFileSync('find', [at('home/.local'), '-name', 'fetched'], { encoding: 'utf8' }).trim();
  expect(existsSync(dirname(file))).toBe(true);
  if (kind === 'a broken state') writeFileSync(file, '{"pla');
  else chmodSync(file, 0o666);
  expect(() => open('home/proj', NAMED)).toThrow(/is damaged|no file that only you can write/);
  expect(env.HOME).toBe(at('home'));
});
