import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { xdgPaths } from '../process/xdg-paths.ts';
import { createTemporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.ts';
import { type LineSession, openLineProject } from './line-project.ts';
import { openProjectState, ProjectStateError } from './project-state.ts';

const NAMED: LineSession = { agent: 'claude-code', id: '1', folder: undefined };

function git(cwd: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=u', '-c', 'user.email=u@x', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...who, ...args], { cwd, stdio: 'ignore' });
}

/** Two repositories, made once: git would start four times in each test. */
let template: TemporaryDirectory;

beforeAll(async () => {
  template = await createTemporaryDirectory(() => undefined);
  for (const name of ['proj', 'other']) {
    mkdirSync(template.at(name));
    git(template.at(name), 'init', '-q', '-b', 'main');
    git(template.at(name), 'commit', '-q', '--allow-empty', '-m', 'x');
  }
  mkdirSync(template.at('proj/web'));
});

afterAll(() => template.remove());

async function prepare() {
  const { at } = await createTemporaryDirectory();
  const env = { HOME: at('home'), PATH: process.env['PATH'] };
  cpSync(template.path, at('home'), { recursive: true });
  const open = (cwd: string, session?: LineSession) => openLineProject({ env, cwd: at(cwd), session });
  return { at, env, open, state: () => openProjectState(env) };
}

test('an agent’s session has the work tree around its first directory, wherever later lines start', async () => {
  const { at, open } = await prepare();
  expect(open('home/proj/web', NAMED).root).toBe(at('home/proj'));
  const later = open('home/other', NAMED);
  expect(later.root).toBe(at('home/proj'));
  expect(later.whyForeign(at('home/proj/web'))).toBeUndefined();
  expect(later.whyForeign(at('home/other'))).toBe(
    `which is not this project (${at('home/proj')}); \`atip trust ${at('home/other')}\` lets it run`,
  );
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
    /^which is (?:or contains a home, and is|a directory for temporary files, and) not a project$/,
  );
});

test('what others can write is no project', async () => {
  const { at, open } = await prepare();
  chmodSync(at('home/proj'), 0o777);
  expect(open('home/proj', NAMED).whyForeign(at('home/proj'))).toBe('which other users can write');
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
  expect(whyForeign(at('home/proj/vendor/x/src'))).toBe(
    `which is a repository of its own, not this project; \`atip trust ${at('home/proj/vendor/x')}\` lets it run`,
  );
  expect(open('home/tree', { ...NAMED, id: 't' }).whyForeign(at('home/proj'))).toBeUndefined();
});

test('git reads unasked in a repository that names nothing to run, and in no other', async () => {
  const { at, open } = await prepare();
  const isPlain = (place: string): boolean | undefined => open('home/proj').isPlainRepository?.(at(`home/${place}`));
  git(at('home'), 'clone', '-q', at('home/other'), 'clone');
  git(at('home/clone'), 'config', 'user.email', 'u@example.org');
  expect(['other', 'clone', 'proj/web'].map(isPlain)).toStrictEqual([true, true, true]);
  const edits: Readonly<Record<string, () => void>> = {
    monitor: () => git(at('home/monitor'), 'config', 'core.fsmonitor', './x'),
    alias: () => git(at('home/alias'), 'config', 'alias.status', '!./x'),
    filter: () => git(at('home/filter'), 'config', 'filter.f.clean', './x'),
    included: () => git(at('home/included'), 'config', 'include.path', '../x'),
    helper: () => git(at('home/helper'), 'config', 'remote.origin.url', 'ext::sh -c x'),
    continued: () => appendFileSync(at('home/continued/.git/config'), '[user]\n\tname = u\\\n\n'),
    beside: () => appendFileSync(at('home/beside/.git/config'), '[core] fsmonitor = ./x\n'),
    quoted: () => appendFileSync(at('home/quoted/.git/config'), '[user]\n\tname = "u"\n'),
    hook: () => writeFileSync(at('home/hook/.git/hooks/post-index-change'), 'x\n'),
    elsewhere: () => writeFileSync(at('home/elsewhere/.git/commondir'), '../../other/.git\n'),
    linked: () => {
      renameSync(at('home/linked/.git'), at('home/git'));
      symlinkSync(at('home/git'), at('home/linked/.git'));
    },
    nested: () => git(at('home/nested'), 'submodule', 'add', '-q', at('home/other'), 'sub'),
    huge: () => appendFileSync(at('home/huge/.git/config'), `# ${'x'.repeat(70_000)}\n`),
    shared: () => chmodSync(at('home/shared/.git'), 0o777),
  };
  for (const [name, edit] of Object.entries(edits)) {
    git(at('home'), 'clone', '-q', at('home/other'), name);
    expect([name, isPlain(name)]).toStrictEqual([name, true]);
    edit();
    expect([name, isPlain(name)]).toStrictEqual([name, false]);
  }
  // Git takes such a directory for a repository before it looks around it.
  mkdirSync(at('home/other/bare'));
  git(at('home/other/bare'), 'init', '-q', '--bare');
  expect(['other', 'other/bare', 'nothing'].map(isPlain)).toStrictEqual([true, false, false]);
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

test('fetched places are remembered until a person releases them, also before they are there, and by their real path', async () => {
  const { at, open, state } = await prepare();
  mkdirSync(at('home/proj/x'));
  symlinkSync(at('home/proj/x'), at('home/proj/link'));
  const places = [at('home/proj/x'), at('home/proj/link/y'), at('home/proj/later'), '/srv/other'];
  open('home/proj', NAMED).remember(places);
  open('home/proj', NAMED).remember(places);
  const later = at('home/proj/later');
  expect(open('home/proj', NAMED).fetched).toStrictEqual([at('home/proj/x'), at('home/proj/x/y'), later]);
  expect(state().release(at('home/proj/x'))).toStrictEqual([at('home/proj/x'), at('home/proj/x/y')]);
  expect(open('home/proj', NAMED).fetched).toStrictEqual([later]);
  open('home/proj', NAMED).remember(places.slice(0, 1));
  expect(open('home/proj', NAMED).fetched).toStrictEqual([later, at('home/proj/x')]);
});

test('another session, another work tree and a submodule know what a session fetched', async () => {
  const { at, open } = await prepare();
  git(at('home/proj'), 'submodule', 'add', '-q', at('home/other'), 'sub');
  git(at('home/proj'), 'worktree', 'add', '-q', at('home/tree'));
  const places = [at('home/proj/x'), at('home/proj/sub/x'), at('home/tree/x')];
  open('home/proj', NAMED).remember(places);
  for (const [id, cwd] of ['home/proj', 'home/proj/sub', 'home/tree'].entries())
    expect(open(cwd, { agent: 'codex', id: `${id}` }).fetched).toStrictEqual(places);
});

test('what is remembered while a person releases another place stays', async () => {
  const { at, open, state } = await prepare();
  const [x, y] = [at('home/proj/x'), at('home/proj/y')];
  open('home/proj', NAMED).remember([x]);
  // In one turn, as two processes do it at once.
  expect([state().release(x), open('home/proj', NAMED).remember([y])]).toStrictEqual([[x], undefined]);
  await setImmediate();
  expect(open('home/proj', NAMED).fetched).toStrictEqual([y]);
});

test('the root of a session is fixed: a link that leads elsewhere later, and a repository made around it, change nothing', async () => {
  const { at, open } = await prepare();
  symlinkSync(at('home/proj'), at('home/link'));
  mkdirSync(at('home/plain/in'), { recursive: true });
  const plain: LineSession = { agent: 'codex', id: 'plain' };
  expect(open('home/link', NAMED).root).toBe(at('home/proj'));
  expect(open('home/plain/in', plain).root).toBe(at('home/plain/in'));
  rmSync(at('home/link'));
  symlinkSync(at('home/other'), at('home/link'));
  git(at('home/plain'), 'init', '-q');
  expect(open('home/link', NAMED).root).toBe(at('home/proj'));
  expect(open('home/plain/in', plain).root).toBe(at('home/plain/in'));
});

test('a directory that holds the person’s state is no project', async () => {
  const { at, open } = await prepare();
  mkdirSync(at('home/.local'));
  symlinkSync(at('home/proj'), at('home/.local/state'));
  const { root, whyForeign } = open('home/proj', { ...NAMED, folder: at('home/proj') });
  expect(root).toBeUndefined();
  expect(whyForeign(at('home/proj'))).toBe('which holds the list of what you trust, and is not a project');
});

const WRONG: Readonly<Record<string, (projects: string) => void>> = {
  'a broken file': (projects) => writeFileSync(join(projects, 'fetched'), '{"pla'),
  'an end that is cut off': (projects) => appendFileSync(join(projects, 'fetched'), '\n{"place":"/x'),
  'a file that others can write': (projects) => chmodSync(join(projects, 'fetched'), 0o666),
  'a file that is a link': (projects) => {
    renameSync(join(projects, 'fetched'), join(projects, 'real'));
    symlinkSync(join(projects, 'real'), join(projects, 'fetched'));
  },
  'a directory that others can write': (projects) => chmodSync(projects, 0o777),
};

test.each(Object.entries(WRONG))('a state is not believed: %s', async (_kind, spoil) => {
  const { at, env, open } = await prepare();
  open('home/proj', NAMED).remember([at('home/proj/web')]);
  spoil(join(xdgPaths(env).state, 'projects'));
  expect(() => open('home/proj', NAMED)).toThrow(ProjectStateError);
});

test('what is appended behind a line that was cut off is a line of its own', async () => {
  const { at, env, open } = await prepare();
  open('home/proj', NAMED).remember([at('home/proj/x')]);
  const file = join(xdgPaths(env).state, 'projects/fetched');
  writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
  open('home/proj', NAMED).remember([at('home/proj/y')]);
  expect(open('home/proj', NAMED).fetched).toStrictEqual([at('home/proj/x'), at('home/proj/y')]);
});
