import { join } from 'node:path';
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
  const { code, stdout } = await runTestCli(['validate', 'well.json', 'wrong.json', 'none.json', '--format', 'json'], {
    cwd,
  });
  expect(code).toBe(5);
  const [well, wrong, none] = JSON.parse(stdout);
  expect(well).toStrictEqual({ file: 'well.json', issues: [] });
  const fix = { title: 'Change to "3"', edits: [{ range: PLACE, newText: '"3"' }] };
  expect(wrong.issues).toMatchObject([{ code: 'wrong-type', path: '/version', range: PLACE, section: '3.2', fix }]);
  expect(none.issues).toMatchObject([{ code: 'unreadable', path: '' }]);
});

test('sarif has rules, levels and regions', async () => {
  const cwd = await directory({ 'we ird:#.json': WRONG, 'none.json': '' });
  const file = join(cwd, 'none.json');
  const { code, stdout } = await runTestCli(['validate', 'we ird:#.json', file, '--format=sarif'], { cwd });
  expect(code).toBe(1);
  const { version, runs } = JSON.parse(stdout);
  expect(version).toBe('2.1.0');
  expect(runs[0].tool.driver.rules).toStrictEqual([{ id: 'wrong-type' }, { id: 'not-json' }]);
  expect(runs[0].results[0]).toStrictEqual({
    ...{ ruleId: 'wrong-type', ruleIndex: 0, level: 'error', message: { text: WRONG_TYPE } },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'we%20ird%3A%23.json' },
          region: { startLine: 3, startColumn: 27, endLine: 3, endColumn: 28 },
        },
        logicalLocations: [{ fullyQualifiedName: '/version' }],
      },
    ],
  });
  expect(runs[0].results[1].locations[0].physicalLocation.artifactLocation).toStrictEqual({ uri: `file://${file}` });
});

test('neither a name nor a text reaches the terminal as it is', async () => {
  const name = 'a\u001b[2J\nb.json:1:1: error: forged';
  const cwd = await directory({ [name]: '{"atip":"0.3","\u001b]0;title\u0007\u202e": 1}' });
  for (const format of ['text', 'json', 'sarif']) {
    const { stdout, stderr } = await runTestCli(['validate', name, '--format', format], { cwd });
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
    stderr: 'atip: Stopped before all was read.\n',
  });
});
