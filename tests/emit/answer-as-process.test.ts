// Programs of their own answer --agent: what they write, how they end, and that nothing of them runs.
// They use the package as built: `npm run build` comes before.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTool } from '@atip/core';
import { afterAll, expect, test } from 'vitest';
import { ROOT, readSources } from '../architecture/read-imports.ts';

mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/emit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const IMPORTS = `
import { Command } from 'commander';
import yargs from 'yargs';
import { withAtip } from '@atip/emit';
const program = new Command('notes').version('1.0.0').description('Keeps notes');
program.command('list').description('Prints all').option('--agent <name>', 'Its own').action((given) => console.log('RAN', given.agent));
const effects = { list: { filesystem: { write: false }, network: false } };
`;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(script: string, words: readonly string[], shell?: string): Ended {
  const path = join(folder, 'notes.mjs');
  writeFileSync(path, `${IMPORTS}\n${script}`);
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } =
    shell === undefined
      ? spawnSync(process.execPath, [path, ...words], options)
      : spawnSync('bash', ['-c', shell, process.execPath, path, ...words], options);
  return { code: status, stdout, stderr };
}

const nameOf = (stdout: string): unknown => parseTool(stdout).tool?.name;

test.each([
  ['parse', 'withAtip(program, { effects }).parse(); console.log("AFTER");'],
  ['parseAsync', 'await withAtip(program, { effects }).parseAsync(); console.log("AFTER");'],
])('%s: the document is all that is written, and the program does not go on', (_, script) => {
  const { code, stdout, stderr } = run(script, ['--agent']);
  expect([code, nameOf(stdout), stderr]).toStrictEqual([0, 'notes', '']);
});

test('nobody asks: the program is as it was, its own --agent too', () => {
  const script = 'withAtip(program, { effects }).parse();';
  expect(run(script, ['list', '--agent', 'me'])).toStrictEqual({ code: 0, stdout: 'RAN me\n', stderr: '' });
});

const MANY = `
for (let at = 0; at < 2000; at += 1) program.command('c' + at + ' <file>').description('Reads a file, as number ' + at).option('--all', 'x'.repeat(400));
withAtip(program, { effects }).parse();`;

test('2,000 commands go through a pipe as a whole', () => {
  const { code, stdout } = run(MANY, ['--agent'], 'set -o pipefail; "$0" "$@" | cat');
  expect([code, Object.keys(JSON.parse(stdout).commands).length, stdout.length > 1_000_000]).toStrictEqual([
    0,
    2001,
    true,
  ]);
});

test('a reader that has seen enough is no error', () => {
  const { stderr } = run(MANY, ['--agent'], '"$0" "$@" | head -c 100 >/dev/null');
  expect(stderr).toBe('');
});

test('a pipe that would not wait gets the whole as well', () => {
  // Perl makes the pipe one that says "later" instead of waiting, as another program at its end can.
  const nonblocking = 'use Fcntl; fcntl(STDOUT, F_SETFL, fcntl(STDOUT, F_GETFL, 0) | O_NONBLOCK); exec @ARGV';
  const { code, stdout } = run(MANY, ['--agent'], `set -o pipefail; perl -e '${nonblocking}' "$0" "$@" | cat`);
  expect([code, Object.keys(JSON.parse(stdout).commands).length]).toStrictEqual([0, 2001]);
});

test('what others print from then on goes to standard error', () => {
  const script = `process.on('exit', () => console.log('bye'));\nwithAtip(program, { effects }).parse();`;
  const { code, stdout, stderr } = run(script, ['--agent']);
  expect([code, nameOf(stdout), stderr]).toStrictEqual([0, 'notes', 'bye\n']);
});

const UNANSWERED = 'The program ended while its commands were read, so there is no document of it.\n';

test('a builder that ends the process is no success', () => {
  const script = `withAtip(yargs(process.argv.slice(2)).scriptName('x').command('go', 'g', () => process.exit(0)), { effects: {} }).parse();`;
  expect(run(script, ['--agent'])).toStrictEqual({ code: 1, stdout: '', stderr: UNANSWERED });
});

test('a program without a name has that of its script', () => {
  const script = `const other = new Command().version('1').description('Is named by its file'); withAtip(other, { effects: {} }).parse();`;
  expect(nameOf(run(script, ['--agent']).stdout)).toBe('notes');
});

test('at each start one module is loaded, which imports types alone', () => {
  const sources = readSources('packages/emit/src');
  const importsOf = (name: string): string[] =>
    sources
      .filter(({ path }) => path === `packages/emit/src/${name}`)
      .flatMap(
        ({ text }) => text.match(/^(?:import|export) (?!type |async |function |interface )[^;]*from '[^']+';/gm) ?? [],
      );
  expect(importsOf('with-atip.ts')).toStrictEqual([]);
  expect(importsOf('index.ts').map((line) => line.split(' from ')[1])).toStrictEqual(["'./with-atip.ts';"]);
});
