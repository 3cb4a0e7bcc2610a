// needs: git
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  chmodSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createRealPath } from '../files/real-path.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { openLineProject } from './line-project.ts';
import { createSavedView } from './recoverable-files.ts';

const UNTOLD = 'and it is not known whether git could bring it back';

/** A project with a commit. `why` tells why the loss of a file in it is one. */
async function prepare({ format = 'sha1', files = {} }: { format?: string; files?: Record<string, string> } = {}) {
  const { at } = await createTemporaryDirectory();
  const root = at('home/proj');
  const run = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=u', '-c', 'user.email=u@x', '-c', 'protocol.file.allow=always', ...args], {
      cwd,
      env: { HOME: at('home'), PATH: process.env['PATH'] },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const git = (...args: readonly string[]): string => run(root, ...args);
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  mkdirSync(root, { recursive: true });
  git('init', '-q', '-b', 'main', `--object-format=${format}`);
  for (const [name, text] of Object.entries({ 'a.txt': 'a\n', 'src/lib/b.ts': 'b\n', ...files })) put(name, text);
  git('add', '-A');
  git('commit', '-qm', 'x');
  const why = (name: string, how: { isPattern?: boolean; isSplit?: boolean; isDeleted?: boolean } = {}) => {
    const session = { agent: 'claude-code', folder: root };
    const project = openLineProject({ env: { HOME: at('home') }, cwd: root, session });
    const view = createSavedView({ project, realPath: createRealPath() });
    const path = name.startsWith('/') ? name : `${root}/${name}`;
    return view.whyLost({ path, isPattern: false, isSplit: false, isDeleted: true, ...how });
  };
  return { at, root, git, run, put, why };
}

test.each(['sha1', 'sha256'])('a file as HEAD has it comes back, another does not: %s', async (format) => {
  const { put, why } = await prepare({ format });
  put('new.txt', 'n\n');
  expect(why('src/lib/b.ts')).toBeUndefined();
  expect(why('src')).toBeUndefined();
  expect(why('src/nothing/there')).toBeUndefined();
  expect(why('a.txt/below')).toBeUndefined();
  expect(why('new.txt')).toBe('which git does not know');
  put('src/lib/b.ts', 'B\n');
  expect(why('src/lib/b.ts')).toBe('which git has not saved');
  expect(why('src')).toBe('which holds src/lib/b.ts, which git has not saved');
});

const STORAGE: Readonly<Record<string, (git: (...args: readonly string[]) => string, root: string) => void>> = {
  'packed, with deltas': (git) => git('gc', '-q', '--aggressive', '--prune=now'),
  'in several packs, with one index for all': (git) => {
    git('repack', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'y');
    git('repack', '-q');
    git('multi-pack-index', 'write');
  },
  'with deltas on objects by name': (git) =>
    git('-c', 'repack.useDeltaBaseOffset=false', 'repack', '-qadf', '--depth=50'),
  'with refs in one file': (git) => git('pack-refs', '--all'),
  'without a branch': (git) => git('checkout', '-q', '--detach'),
  'with an index of version 4': (git) => git('update-index', '--index-version=4'),
};

test.each(Object.entries(STORAGE))('a repository is read: %s', async (_name, store) => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`many/file-${at}.txt`, `${'line\n'.repeat(50)}${at}\n`]),
  );
  const { git, put, root, why } = await prepare({ files: { ...many, '.gitignore': 'dist\n' } });
  put('many/file-60.txt', 'x\n');
  git('add', '-A');
  git('commit', '-qm', 'more');
  store(git, root);
  expect(why('many')).toBeUndefined();
  put('dist/out.js', 'x');
  expect(why('dist')).toBeUndefined();
  put('many/file-59.txt', 'y\n');
  expect(why('many/file-59.txt')).toBe('which git has not saved');
});

const packOf = (root: string): string => {
  const directory = join(root, '.git/objects/pack');
  return join(directory, readdirSync(directory).find((name) => name.endsWith('.pack')) ?? '');
};

const BROKEN: Readonly<Record<string, (tools: Awaited<ReturnType<typeof prepare>>) => void>> = {
  'a bare repository': ({ git }) => git('config', 'core.bare', 'true'),
  'a partial clone': ({ git }) => git('config', 'remote.origin.promisor', 'true'),
  'a replaced commit': ({ git }) => {
    git('commit', '-q', '--allow-empty', '-m', 'y');
    git('replace', 'HEAD', 'HEAD~1');
  },
  'a replaced commit among packed refs': ({ git }) => {
    git('commit', '-q', '--allow-empty', '-m', 'y');
    git('replace', 'HEAD', 'HEAD~1');
    git('pack-refs', '--all');
  },
  grafts: ({ put }) => put('.git/info/grafts', ''),
  'an unborn HEAD': ({ put }) => put('.git/HEAD', 'ref: refs/heads/none\n'),
  'a HEAD that leads out': ({ put }) => put('.git/HEAD', 'ref: refs/../../x\n'),
  'a cut pack': ({ git, root }) => {
    git('gc', '-q');
    // Git makes it read-only.
    chmodSync(packOf(root), 0o644);
    truncateSync(packOf(root), 60);
  },
  'a pack without its objects': ({ git, root }) => {
    git('gc', '-q');
    unlinkSync(packOf(root));
  },
  'an empty commit object': ({ git, root }) => {
    const id = git('rev-parse', 'HEAD').trim();
    const file = join(root, '.git/objects', id.slice(0, 2), id.slice(2));
    rmSync(file);
    writeFileSync(file, '');
  },
  'a tree with other bytes than its name says': ({ git, root }) => {
    const [tree, other] = ['HEAD^{tree}', 'HEAD:src'].map((one) => git('rev-parse', one).trim());
    const fileOf = (id = ''): string => join(root, '.git/objects', id.slice(0, 2), id.slice(2));
    rmSync(fileOf(tree));
    writeFileSync(fileOf(tree), readFileSync(fileOf(other)));
  },
};

test.each(Object.entries(BROKEN))('nobody can tell in %s', async (_name, make) => {
  const tools = await prepare();
  make(tools);
  expect(tools.why('a.txt')).toBe(UNTOLD);
});

test('a blob whose object is gone does not come back', async () => {
  const { git, root, why } = await prepare();
  const id = git('rev-parse', 'HEAD:a.txt').trim();
  unlinkSync(join(root, '.git/objects', id.slice(0, 2), id.slice(2)));
  expect(why('a.txt')).toBe('which git has lost');
});

test.each([
  ['a broken index', 'x'],
  ['an index with another sum', undefined],
])('nobody can tell what is tracked: %s', async (_name, text) => {
  const { git, put, root, why } = await prepare({ files: { '.gitignore': 'dist\n' } });
  put('dist/a', 'x');
  expect(why('dist')).toBeUndefined();
  if (text === undefined) appendFileSync(join(root, '.git/index'), 'x');
  else put('.git/index', text);
  expect(why('dist')).toBe(UNTOLD);
  expect(why('a.txt')).toBeUndefined();
  git('read-tree', 'HEAD');
  git('update-index', '--split-index');
  expect(why('dist')).toBe(UNTOLD);
});

test('a link, a second name, and a directory or a link in the place of a file are losses', async () => {
  const { at, put, root, why } = await prepare({ files: { 'c.txt': 'c\n', 'd/e.txt': 'e\n' } });
  linkSync(join(root, 'a.txt'), at('other'));
  expect(why('a.txt')).toBe('which has another name');
  unlinkSync(join(root, 'c.txt'));
  symlinkSync('a.txt', join(root, 'c.txt'));
  expect(why('c.txt')).toBe('which is a link that git has not saved');
  expect(why('c.txt', { isDeleted: false })).toBe('which is a link');
  renameSync(join(root, 'd'), join(root, 'real'));
  symlinkSync('real', join(root, 'd'));
  expect(why('d/e.txt')).toBe('to which a link leads');
  unlinkSync(join(root, 'c.txt'));
  put('c.txt/below', 'x');
  expect(why('c.txt')).toBe('which holds c.txt/below, which git does not know');
});

test('a link comes back when it leads where HEAD says', async () => {
  const { git, root, why } = await prepare();
  symlinkSync('a.txt', join(root, 'l'));
  git('add', '-A');
  git('commit', '-qm', 'l');
  expect(why('l')).toBeUndefined();
  unlinkSync(join(root, 'l'));
  symlinkSync('/etc', join(root, 'l'));
  expect(why('l')).toBe('which is a link that git has not saved');
});

test('flags of the index and staged content do not make a file saved', async () => {
  const { git, put, why } = await prepare({ files: { 'c.txt': 'c\n' } });
  git('update-index', '--assume-unchanged', 'a.txt');
  put('a.txt', 'mine\n');
  expect(why('a.txt')).toBe('which git has not saved');
  put('new.txt', 'n\n');
  git('add', 'new.txt');
  expect(why('new.txt')).toBe('which git has not saved');
  put('meant.txt', 'm\n');
  git('add', '-N', 'meant.txt');
  expect(why('meant.txt')).toBe('which git has not saved');
});

test('a file in a conflict is not saved', async () => {
  const { git, put, why } = await prepare({ files: { 'c.txt': 'c\n' } });
  git('checkout', '-q', '-b', 'side');
  put('c.txt', 'theirs\n');
  git('commit', '-qm', 'theirs', '--', 'c.txt');
  git('checkout', '-q', 'main');
  put('c.txt', 'ours\n');
  git('commit', '-qm', 'ours', '--', 'c.txt');
  expect(() => git('merge', '-q', 'side')).toThrow();
  expect(why('c.txt')).toBe('which git has not saved');
});

test('what filters change is compared as it stands', async () => {
  const { git, put, why } = await prepare({ files: { '.gitattributes': '*.crlf text eol=crlf\n' } });
  put('x.crlf', 'a\r\nb\r\n');
  git('add', '-A');
  git('commit', '-qm', 'x');
  expect(why('x.crlf')).toBe('which git has not saved');
});

test('names with a line break, in UTF-8, decomposed, and in another case', async () => {
  const names = ['a\nb.txt', 'ä.txt', 'README', 'readme'];
  const { put, why } = await prepare({ files: Object.fromEntries(names.map((name) => [name, `${name}\n`])) });
  expect(names.map((name) => why(name))).toStrictEqual(names.map(() => undefined));
  put('a\u0308.txt', 'decomposed\n');
  expect(why('a\u0308.txt')).toBe('which git does not know');
  put('readme', 'mine\n');
  expect([why('readme'), why('README')]).toStrictEqual(['which git has not saved', undefined]);
});

test('a submodule and another work tree have a HEAD of their own; another repository is not the project', async () => {
  const { at, git, put, root, run, why } = await prepare();
  mkdirSync(at('lib'));
  run(at('lib'), 'init', '-q', '-b', 'main');
  writeFileSync(at('lib/x.txt'), 'x\n');
  run(at('lib'), 'add', '-A');
  run(at('lib'), 'commit', '-qm', 'lib');
  git('submodule', '--quiet', 'add', at('lib'), 'sub');
  git('commit', '-qm', 'sub');
  expect(why('sub/x.txt')).toBeUndefined();
  expect(why('sub')).toBe('which holds a repository');
  writeFileSync(join(root, 'sub/x.txt'), 'mine\n');
  expect(why('sub/x.txt')).toBe('which git has not saved');
  git('worktree', 'add', '-q', at('home/tree'));
  expect(why(at('home/tree/a.txt'))).toBeUndefined();
  writeFileSync(at('home/tree/a.txt'), 'mine\n');
  expect(why(at('home/tree/a.txt'))).toBe('which git has not saved');
  expect(why(at('lib/x.txt'))).toBe('which lies outside of this project');
  put('inner/y.txt', 'y\n');
  run(join(root, 'inner'), 'init', '-q');
  run(join(root, 'inner'), 'add', '-A');
  run(join(root, 'inner'), 'commit', '-qm', 'inner');
  expect(why('inner/y.txt')).toBe('which lies outside of this project');
  // A file `.git` may lead to any repository.
  put('fake/a.txt', 'a\n');
  put('fake/.git', `gitdir: ${root}/.git\n`);
  expect(why('fake/a.txt')).not.toBeUndefined();
});

test('borrowed objects are there where the repository that lends them is this user’s', async () => {
  const { at, root, run, why } = await prepare();
  run(at('home'), 'clone', '-q', '--shared', root, 'clone');
  rmSync(root, { recursive: true });
  renameSync(at('home/clone'), root);
  expect(why('a.txt')).toBe(UNTOLD);
});

test.each<[string, string, Record<string, string>, string, string | undefined]>([
  ['named by a tracked .gitignore', 'dist', { '.gitignore': 'dist\n' }, 'dist/a.js', undefined],
  ['by one beside it', 'pkg/build', { 'pkg/.gitignore': '/build/\n' }, 'pkg/build/a.js', undefined],
  ['by the path', 'pkg/build', { '.gitignore': 'pkg/build/*\n' }, 'pkg/build/a.js', undefined],
  ['in any place', 'x/y/__pycache__', { '.gitignore': '**/__pycache__/\n' }, 'x/y/__pycache__/a.pyc', undefined],
  [
    'not named',
    'dist',
    { '.gitignore': 'node_modules\n' },
    'dist/a.js',
    'which holds dist/a.js, which git does not know',
  ],
  [
    'named elsewhere',
    'dist',
    { '.gitignore': '/web/dist\n' },
    'dist/a.js',
    'which holds dist/a.js, which git does not know',
  ],
  [
    'taken back',
    'dist',
    { '.gitignore': 'dist\n!dist/keep\n' },
    'dist/keep',
    'which holds dist/keep, which git does not know',
  ],
  [
    'taken back by a glob',
    'dist',
    { '.gitignore': 'dist\n!/*\n' },
    'dist/keep',
    'which holds dist/keep, which git does not know',
  ],
  [
    'not a name of builds',
    'data',
    { '.gitignore': 'data\n' },
    'data/rows',
    'which holds data/rows, which git does not know',
  ],
  ['tracked', 'dist', { '.gitignore': 'dist\n' }, 'dist/a.js', 'which holds dist/a.js, which git has not saved'],
  ['with a lock file', '.venv', { '.gitignore': '.venv\n', 'uv.lock': 'x' }, '.venv/bin/x', undefined],
  [
    'without one',
    '.venv',
    { '.gitignore': '.venv\n' },
    '.venv/bin/x',
    'which holds .venv/bin/x, which git does not know',
  ],
])('a directory that builds make: %s', async (name, directory, files, made, expected) => {
  const { git, put, why } = await prepare({ files });
  put(made, 'x');
  if (name === 'tracked') git('add', '-f', made);
  expect(why(directory)).toBe(expected);
  expect(why(directory, { isDeleted: false })).not.toBeUndefined();
});

test('an own .gitignore that is not committed names nothing, and a repository in a build directory is kept', async () => {
  const { git, put, root, run, why } = await prepare();
  put('dist/a', 'x');
  put('.gitignore', 'dist\n');
  expect(why('dist')).toBe('which holds dist/a, which git does not know');
  git('add', '-A');
  git('commit', '-qm', 'ignore');
  expect(why('dist')).toBeUndefined();
  mkdirSync(join(root, 'dist/deep/clone'), { recursive: true });
  run(join(root, 'dist/deep/clone'), 'init', '-q');
  expect(why('dist')).toMatch(/^which holds (?:dist\/a, which git does not know|a repository)$/);
});

test('a glob is all that it fits; more files than the limit are not looked at', async () => {
  const { put, why } = await prepare({ files: { 'src/c.ts': 'c\n' } });
  expect(why('src/*/*.ts', { isPattern: true })).toBeUndefined();
  expect(why('src/*.none', { isPattern: true })).toBeUndefined();
  put('src/d.ts', 'mine\n');
  expect(why('src/*.ts', { isPattern: true })).toBe('which git does not know');
  expect(why('src/?.ts', { isPattern: true, isDeleted: false })).toBe('which git does not know');
  put('x/a b', 'x');
  expect(why('x/*', { isPattern: true, isSplit: true })).toBe(UNTOLD);
  for (let at = 0; at < 2_100; at++) put(`many/${at}`, 'x');
  expect(why('many/*.none', { isPattern: true })).toBe('which are too many files to check');
});

test('without git, without a project, and at the places of a home nothing comes back', async () => {
  const { at, root, why } = await prepare();
  writeFileSync(at('home/x'), 'x');
  expect(why(at('home/x'))).toBe('which lies outside of this project');
  expect(why(root)).toBe('which lies outside of this project');
  rmSync(join(root, '.git'), { recursive: true });
  expect(why('a.txt')).toBe('which no git repository holds');
});
