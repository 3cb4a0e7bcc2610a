import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const WELL = JSON.stringify({
  atip: '0.3',
  name: 'well',
  version: '1.0.0',
  description: 'Does what this test needs',
  commands: {
    '': {
      description: 'Reads a file and says how long it is',
      effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
    },
  },
});
const WRONG = '{\n\t"atip": "0.3",\n\t"name": "日本", "version": 3, "description": "Of no use"\n}\n';
const PLACE = { start: { line: 3, column: 27, offset: 44 }, end: { line: 3, column: 28, offset: 45 } };
const WRONG_TYPE = '"version" is the number 3, where a text is expected.';

/** A directory with these files. */
async function directory(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const machine = await createDemoMachine();
  for (const [name, content] of Object.entries(files)) await machine.write(name, content);
  return machine.work;
}

test('a document without issues is silent on stdout', async () => {
  const cwd = await directory({ 'well.json': WELL });
  expect(await runTestCli(['validate', 'well.json'], { cwd })).toStrictEqual({
    code: 0,
    stdout: '',
    stderr: 'well.json: no issues\n',
  });
});

test('a pipe with a name is read as its writer wrote it', async () => {
  const cwd = await directory({ 'well.json': WELL });
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const writer = spawn('sh', ['-c', 'cat well.json > pipe'], { cwd, stdio: 'ignore' });
  // By then it waits for a reader.
  await setTimeout(200);
  const signal = AbortSignal.timeout(10_000);
  const shown = await runTestCli(['validate', 'pipe'], { cwd, signal });
  writer.kill();
  expect(shown).toStrictEqual({ code: 0, stdout: '', stderr: 'pipe: no issues\n' });
});

test('an issue is shown at its place, with its code', async () => {
  const cwd = await directory({ 'wrong.json': WRONG });
  expect(await runTestCli(['validate', 'wrong.json'], { cwd })).toStrictEqual({
    code: 1,
    stdout: [
      `wrong.json:3:27: error: ${WRONG_TYPE} [wrong-type]`,
      '   3 |   "name": "日本", "version": 3, "description": "Of no use"',
      `${' '.repeat(36)}^`,
      '',
    ].join('\n'),
    stderr: 'wrong.json: 1 error\n',
  });
});

test.each([
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'x.json is not valid UTF-8.'],
  ['too large', new Uint8Array(4 * 1024 * 1024 + 1), 'x.json is larger than 4194304 bytes.'],
])('what is %s is invalid', async (_, content, message) => {
  const cwd = await directory({ 'x.json': content });
  expect(await runTestCli(['validate', 'x.json'], { cwd })).toStrictEqual({
    code: 1,
    stdout: `x.json: error: ${message} [unreadable]\n`,
    stderr: 'x.json: 1 error\n',
  });
});

test('json has each file with its issues', async () => {
  const cwd = await directory({ 'well.json': WELL, 'wrong.json': WRONG });
  const { code, stdout } = await runTestCli(['validate', 'well.json', 'wrong.json', 'none.json', '--json'], { cwd });
  expect(code).toBe(5);
  const [well, wrong, none] = JSON.parse(stdout);
  expect(well).toStrictEqual({ file: 'well.json', issues: [] });
  const fix = { title: 'Change to "3"', edits: [{ range: PLACE, newText: '"3"' }] };
  expect(wrong.issues).toMatchObject([{ code: 'wrong-type', path: '/version', range: PLACE, section: '3.2', fix }]);
  expect(none.issues).toMatchObject([{ code: 'unreadable', path: '' }]);
});

test('neither a name nor a text reaches the terminal as it is', async () => {
  const name = 'a\u001b[2J\nb.json:1:1: error: forged';
  const cwd = await directory({ [name]: '{"atip":"0.3","\u001b]0;title\u0007\u202e": 1}' });
  for (const options of [[], ['--json']]) {
    const { stdout, stderr } = await runTestCli(['validate', name, ...options], { cwd });
    expect((stdout + stderr).match(/(?!\n)[\p{Cc}\p{Cf}]/gu)).toBeNull();
    expect(stderr.split('\n').length).toBe(2);
    expect((stdout + stderr).match(/^b\.json/m)).toBeNull();
  }
});

test('nothing more is read once the process is asked to end', async () => {
  const cwd = await directory({ 'well.json': WELL });
  expect(await runTestCli(['validate', 'well.json'], { cwd, signal: AbortSignal.abort() })).toStrictEqual({
    code: 5,
    stdout: '',
    stderr: 'atip: Stopped before everything was read.\n',
  });
});
