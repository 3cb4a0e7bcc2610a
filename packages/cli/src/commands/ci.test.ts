// needs: git, bwrap
import { execFileSync } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
const LIST = { description: 'Print all notes', effects: READS };
const NOTES = {
  atip: { version: '0.4' },
  name: 'notes',
  version: '1.2.0',
  description: 'Keeps notes',
  trust: { source: 'native' },
  commands: { list: LIST },
};

/** A repository with one document, and helpers to change it. */
async function prepare(document: object = NOTES, name = 'atip.json') {
  const { path: cwd, write, at } = await createTemporaryDirectory();
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
    execFileSync('git', [...who, ...args], { cwd, stdio: 'pipe' });
  };
  const commit = async (value: object | string, tag?: string): Promise<void> => {
    await write(name, typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'a change');
    if (tag !== undefined) git('tag', tag);
  };
  git('init', '--quiet');
  await commit(document);
  const ci = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    // A fixed home: asking a program saves there what the sandbox can do.
    runTestCli(['ci', ...args], { cwd, env: { PATH: process.env['PATH'], HOME: at('home'), ...env } });
  return { cwd, write, at, git, commit, ci };
}

test('without a tag there is nothing to compare with, which is said and is no failure', async () => {
  const { ci, at } = await prepare();
  expect(await ci(['--comment', 'comment.md'])).toStrictEqual({
    code: 0,
    stdout:
      'atip.json:6:14: info: There is no tag with a version yet: this is the first release that can be compared. [no-release]\n' +
      '   6 |   "version": "1.2.0",\n' +
      '                    ^^^^^^^\n' +
      'atip.json: 1 command, effects complete; 1 hint.\n',
    stderr: '',
  });
  expect(await readFile(at('comment.md'), 'utf8')).toBe(`<!-- atip ci -->
### ✅ ATIP: \`atip.json\`

1 command, effects complete.

There is no tag with a version yet: this is the first release that can be compared.

`);
});

test.each([
  ['1.2.0', 0, 'info', 'The next one has to be 2.0.0 or higher.'],
  ['1.2.1', 1, 'error', '1.2.1 is too low: the changes since v1.2.0 ask for a major version, 2.0.0 or higher.'],
  ['2.0.0', 0, undefined, '1 change asks for a major version since v1.2.0.'],
] as const)('a command that is gone, with the version %s', async (version, code, severity, words) => {
  const { ci, commit, git } = await prepare({ ...NOTES, commands: { list: LIST, purge: LIST } });
  git('tag', 'v1.2.0');
  await commit({ ...NOTES, version });
  const { code: ended, stdout } = await ci();
  expect(ended).toBe(code);
  expect(stdout).toContain(words);
  expect(stdout.includes(`${severity}: `)).toBe(severity !== undefined);
});

test('the commit of a tag is held against the tag before it, and then a version that was not raised is an error', async () => {
  const { ci, commit, git } = await prepare();
  git('tag', 'v1.2.0');
  await commit({ ...NOTES, commands: { list: LIST, show: LIST } }, 'v1.3.0');
  const { code, stdout } = await ci();
  expect(code).toBe(1);
  expect(stdout).toContain('The version was not raised: the changes since v1.2.0 ask for a minor version, 1.3.0 or');
});

test('the earlier version is the highest tag below that is of this package and has the file', async () => {
  const { ci, commit, git } = await prepare({ ...NOTES, version: '1.9.0' });
  git('tag', 'v1.9.0');
  await commit({ ...NOTES, version: '1.10.0' }, 'notes@1.10.0');
  await commit({ ...NOTES, version: '3.0.0', commands: {} }, 'v3.0.0');
  await commit({ ...NOTES, version: '1.10.0', commands: {} }, 'other@1.10.1');
  git('tag', 'nightly');
  git('reset', '--quiet', '--hard', 'notes@1.10.0');
  await commit({ ...NOTES, version: '1.10.1' });
  const { stdout } = await ci();
  expect(stdout).toBe('atip.json: 1 command, effects complete; no issues. Nothing changed since notes@1.10.0.\n');
});

test('a commit, a branch or a file can be named instead, and one that is not there fails', async () => {
  const { ci, write } = await prepare();
  await write('old.json', JSON.stringify({ ...NOTES, commands: {} }));
  expect((await ci(['--against', 'main'])).stdout).toContain('Nothing changed since main.');
  expect((await ci(['--against', 'old.json'])).stdout).toContain('1 change asks for a minor version since old.json.');
  expect(await ci(['--against', 'gone'])).toStrictEqual({
    code: 5,
    stdout: '',
    stderr: 'atip: There is no atip.json at "gone", and no file of that name.\n',
  });
  expect((await ci(['--against', '--output=x'])).code).toBe(5);
});

test('in a shallow clone without tags it says that nothing was compared, and how they are fetched', async () => {
  const { cwd, git, commit } = await prepare();
  git('tag', 'v1.2.0');
  await commit({ ...NOTES, version: '1.2.1' });
  const clone = await createTemporaryDirectory();
  execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-tags', `file://${cwd}`, clone.at('notes')], {
    stdio: 'pipe',
  });
  const { code, stdout } = await runTestCli(['ci', '--strict'], {
    cwd: clone.at('notes'),
    env: { PATH: process.env['PATH'], HOME: '/nowhere' },
  });
  expect(code).toBe(1);
  expect(stdout).toContain('warning: Nothing was compared: this clone is shallow and has no tags. Fetch them: git');
});

test('on GitHub the lines of a document are no commands to the runner, and each issue stands at its line', async () => {
  const { ci, write } = await prepare();
  await write(
    'atip.json',
    JSON.stringify({ ...NOTES, commands: { list: { description: '::error::x\n##[add-mask]y' } } }, null, 1),
  );
  const { stdout } = await ci([], { GITHUB_ACTIONS: 'true' });
  const [first = '', ...rest] = stdout.split('\n');
  const token = /^::stop-commands::([\da-f-]{36})$/.exec(first)?.[1];
  const end = rest.indexOf(`::${token}::`);
  expect(rest.slice(0, end).filter((line) => line.startsWith('::'))).toStrictEqual([]);
  expect(rest.slice(end + 1)).toStrictEqual([
    '::warning file=atip.json,line=1,col=1,title=ATIP%3A missing-effects::Nothing says what is written, sent or destroyed; state the effects.',
    '::notice file=atip.json,line=6,col=13,title=ATIP%3A no-release::There is no tag with a version yet: this is the first release that can be compared.',
    '',
  ]);
});

test('in a comment the text of a document mentions nobody and is no HTML', async () => {
  const { ci, commit, at } = await prepare();
  const name = '`` @everyone <img src=x> [a](https://example.com) ``';
  await commit(NOTES, 'v1.2.0');
  await commit({ ...NOTES, commands: { list: LIST, [name]: LIST } });
  await ci(['--comment', 'comment.md', '--against', 'v1.2.0']);
  const comment = await readFile(at('comment.md'), 'utf8');
  expect(comment.split('\n').filter((line) => line.includes('@everyone'))[0]).toBe(
    '- additive: ``` `` @everyone <img src=x> [a](https://example.com) ``: notes `` @everyone <img src=x> [a](https://example.com) `` is new. ```',
  );
});

test('the summary of the job is added to, and SARIF and badge are written', async () => {
  const { ci, at, write } = await prepare();
  await write('summary.md', 'before\n');
  await ci(['--sarif', 'a.sarif', '--badge', 'badge.svg'], { GITHUB_STEP_SUMMARY: at('summary.md') });
  expect((await readFile(at('summary.md'), 'utf8')).split('\n').slice(0, 3)).toStrictEqual([
    'before',
    '<!-- atip ci -->',
    '### ✅ ATIP: `atip.json`',
  ]);
  const sarif: unknown = JSON.parse(await readFile(at('a.sarif'), 'utf8'));
  expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'no-release', level: 'note' }] }] });
  const badge = await readFile(at('badge.svg'), 'utf8');
  expect(/<title>(.*)<\/title>/.exec(badge)?.[1]).toBe('ATIP: 1 command, effects complete');
});

test('a program is asked in the sandbox, and has to say what is kept of it', async () => {
  const { ci, commit, write, git, at } = await prepare();
  git('tag', 'v1.2.0');
  await commit(NOTES);
  await write(
    'cli.sh',
    `#!/bin/sh\n[ "$1" = --agent ] && cat atip.json && { echo x > made; true; } 2>/dev/null\n`,
    0o755,
  );
  expect(await ci(['atip.json', '--', 'sh', 'cli.sh'])).toStrictEqual({
    code: 0,
    stdout: 'atip.json: 1 command, effects complete; no issues. Nothing changed since v1.2.0.\n',
    stderr: '',
  });
  await expect(access(at('made'))).rejects.toThrow('ENOENT');
  await write('cli.sh', `#!/bin/sh\necho '${JSON.stringify({ ...NOTES, description: 'Keeps more' })}'\n`, 0o755);
  const { code, stdout } = await ci(['atip.json', '--', './cli.sh']);
  expect(code).toBe(1);
  expect(stdout).toContain(
    'error: The program itself answers something else. Write the file again: ./cli.sh --agent > atip.json [program-answer]',
  );
  await commit('{}');
  expect((await ci(['--', './cli.sh'])).stdout).toContain(
    'The program has no saved document, so nothing was compared.',
  );
});

test.each([
  [['--', './gone.sh'], 1, 'gone.sh" does not exist.'],
  [['--', './cli.js'], 1, 'Name what starts it: -- node ./cli.js'],
  [['--', 'false'], 4, '`false --agent` ended with exit code 1. It wrote nothing.'],
  [['--'], 2, 'After -- comes the program: atip ci -- node cli.js'],
  [['a.json', 'b.json', '--', 'false'], 2, 'One program has one document: name one file before --.'],
  [['-'], 2, 'Standard input has no earlier version; name a file.'],
])('atip ci %j', async (args, code, words) => {
  const { ci, write } = await prepare();
  await write('cli.js', 'process.exit(0)');
  const { code: ended, stderr } = await ci(args);
  expect([ended, stderr]).toStrictEqual([code, expect.stringContaining(words)]);
});

test('documents are found by their names, and a project without one is told what to do', async () => {
  const { ci, write } = await prepare(NOTES, 'notes.atip.json');
  expect((await ci()).stdout).toContain('notes.atip.json: 1 command, effects complete');
  const { path: cwd } = await createTemporaryDirectory();
  const { code, stderr } = await runTestCli(['ci'], { cwd });
  expect([code, stderr]).toStrictEqual([
    2,
    'atip: There is no atip.json and no *.atip.json here. Name the documents, or the program: atip ci -- node cli.js. `atip init` creates the first one.\n',
  ]);
  await write('notes.atip.json', '{ "name": ');
  expect((await ci()).code).toBe(1);
});

test('a package and its document have one version', async () => {
  const { ci, write } = await prepare();
  await write('package.json', '{ "name": "@me/notes", "version": "1.3.0" }');
  expect((await ci()).stdout).toContain(
    'warning: The version is 1.2.0 here and 1.3.0 in package.json. Make them equal.',
  );
  await write('package.json', '{ "name": ');
  expect((await ci()).stderr).toContain('package.json is not JSON: ');
});
