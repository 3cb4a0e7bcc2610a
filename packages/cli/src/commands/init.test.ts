// needs: bwrap
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const PACKAGE = {
  name: '@me/notes',
  version: '1.0.0',
  type: 'module',
  bin: './cli.js',
  dependencies: { commander: '^14.0.0' },
};

async function prepare(files: Readonly<Record<string, string | object>>) {
  const { env, work: cwd, write } = await createDemoMachine();
  for (const [name, content] of Object.entries(files))
    await write(name, typeof content === 'string' ? content : JSON.stringify(content));
  const init = (args: readonly string[], answers?: readonly string[]) => {
    const left = [...(answers ?? [])];
    const asked: string[] = [];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return left.shift() ?? '';
    };
    return runTestCli(['init', ...args], { env, cwd, ...(answers && { ask }) }).then((ran) => ({ ...ran, asked }));
  };
  return { init, cwd, read: (name: string) => readFile(join(cwd, name), 'utf8') };
}

test.each<[string, Record<string, string | object>, string[], number, string]>([
  ['no project', {}, [], 1, 'There is no project here: no package.json, pyproject.toml, go.mod or Cargo.toml.'],
  ['a package.json that is none', { 'package.json': '{ "name": ' }, [], 1, 'package.json is not JSON'],
  ['workspaces', { 'package.json': { workspaces: ['a'] } }, [], 1, 'This is the root of workspaces.'],
  [
    'several programs',
    { 'package.json': { ...PACKAGE, bin: { a: './a.js', b: './b.js' } } },
    ['--yes'],
    2,
    'There are several programs; name one: --program a.js | b.js',
  ],
  ['no program', { 'package.json': { name: 'notes' } }, ['--yes'], 2, 'The file of the program is unknown'],
  ['a name that is none', { 'package.json': PACKAGE }, ['--program', 'gone.js'], 1, 'There is no file gone.js.'],
  ['no package of ours', { 'package.json': PACKAGE, 'cli.js': '' }, ['--yes'], 1, 'First: npm install @atip/emit.'],
  ['an unknown framework', { 'package.json': PACKAGE }, ['--framework', 'x'], 2, 'Allowed choices are commander'],
])('%s', async (_name, files, args, code, words) => {
  const { init } = await prepare(files);
  const { code: ended, stderr } = await init(args);
  expect([ended, stderr]).toStrictEqual([code, expect.stringContaining(words)]);
});

const EMIT = { 'node_modules/@atip/emit/package.json': '{}' };

test('five questions, with our guesses; a no writes nothing', async () => {
  const program = "import { Command } from 'commander';\nconst cli = new Command();\ncli.parse();\n";
  const { init, read } = await prepare({
    ...EMIT,
    'package.json': PACKAGE,
    'cli.js': program,
    '.gitlab-ci.yml': 'x: {}\n',
  });
  const { code, asked, stdout, stderr } = await init([], ['', '', '', '', '', 'n']);
  expect(asked).toStrictEqual([
    '1  Which file is the program? [cli.js] ',
    '2  Which framework does it use? (commander, yargs, cac, citty, clipanion, oclif, other) [commander] ',
    '3  Five lines in the program, or a document beside it? (lines, document) [lines] ',
    '4  State the effects of its commands now, or later? (now, later) [now] ',
    '5  Which CI checks it? (github, gitlab, none) [gitlab] ',
    'Write this? [y/N] ',
  ]);
  expect([code, stderr, await read('cli.js')]).toStrictEqual([3, 'atip: Nothing was written.\n', program]);
  expect(stdout).toContain(
    "cli.js: new lines\n    2  + import { withAtip } from '@atip/emit';\n    3  + import { effects } from './atip.effects.js';\n    5  + withAtip(cli, { effects });\n",
  );
  await expect(read('atip.effects.js')).rejects.toThrow('ENOENT');
});

test.each([
  ['two places that parse', 'module', 'a.parse();\nb.parse();\n', "import { withAtip } from '@atip/emit';"],
  ['no place that parses', 'module', 'run();\n', 'withAtip(program, { effects });'],
  ['CommonJS', 'commonjs', 'program.parse();\n', "const { withAtip } = require('@atip/emit');"],
])('%s: the lines are printed, and the program stays', async (_name, type, program, line) => {
  const { init, read } = await prepare({ ...EMIT, 'package.json': { ...PACKAGE, type }, 'cli.js': program });
  const { stdout } = await init(['--yes', '--ci', 'none']);
  expect(stdout).toContain('Paste these lines into cli.js, the last one before it parses:');
  expect(stdout).toContain(`    ${line}\n`);
  expect(await read('cli.js')).toBe(program);
});

test('a file that is there is never written over, and a table that is not published is said', async () => {
  const files = { 'test/atip.test.js': 'mine', 'atip.effects.js': 'export const effects = {};' };
  const { init, read } = await prepare({
    ...{ ...EMIT, ...files, 'package.json': { ...PACKAGE, files: ['cli.js'] } },
    'cli.js': 'program.parse();\n',
  });
  const { stdout } = await init(['--yes', '--ci', 'none']);
  expect(stdout).toContain('test/atip.test.js exists already and stays as it is.\n');
  expect(stdout).toContain('Add "atip.effects.js" to "files" of package.json: the program imports it.\n');
  expect([await read('test/atip.test.js'), await read('atip.effects.js')]).toStrictEqual([
    'mine',
    files['atip.effects.js'],
  ]);
});

test('a directory that takes no file ends with the reason', async () => {
  const { init, read } = await prepare({
    ...EMIT,
    'package.json': PACKAGE,
    'cli.js': 'program.parse();\n',
    '.github': 'a file',
  });
  const { code, stderr } = await init(['--yes', '--ci', 'github']);
  expect([code, stderr]).toStrictEqual([5, expect.stringContaining('.github/workflows/atip.yml')]);
  expect(await read('cli.js')).toBe('program.parse();\n');
});

test('a program that we have no lines for gets a document of its help', async () => {
  const script = `#!/bin/sh\ncase "$*" in --help) printf 'Keeps notes.\\n\\nUsage: notes [OPTIONS]\\n\\nOptions:\\n  --all   Old ones too\\n' ;; *) exit 2 ;; esac\n`;
  const cargo = '[package]\nname = "notes"\n[dependencies]\nclap = "4"\n';
  const { init, read, cwd } = await prepare({ 'Cargo.toml': cargo, 'notes.sh': script });
  await chmod(join(cwd, 'notes.sh'), 0o755);
  const { code, stdout } = await init(['--yes', '--program', 'notes.sh', '--sandbox', 'off']);
  expect([code, stdout.includes('Next: state the effects of 1 command: atip effects')]).toStrictEqual([0, true]);
  const { name, commands } = JSON.parse(await read('atip.json'));
  expect([name, Object.keys(commands)]).toStrictEqual(['notes', ['']]);
});
