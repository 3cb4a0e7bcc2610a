import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadShim } from '@atip/catalog';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createService } from '../../examples/hono-middleware/service.ts';
import { askExample, TOKEN } from './ask-example.ts';
import type { FakeAnswer } from './fake-provider.ts';
import { ROOT } from './run-example.ts';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atip-hono-'));
  writeFileSync(join(directory, `${TOKEN}.txt`), '');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const isThere = (): boolean => existsSync(join(directory, `${TOKEN}.txt`));

const LOOK: FakeAnswer = [{ id: 'look', name: 'find', arguments: { start: ['.'], type: 'f' } }];
const BAD: FakeAnswer = [
  { id: 'place', name: 'find', arguments: { start: ['-delete'] } },
  { id: 'value', name: 'find', arguments: { start: ['.'], name: '-delete' } },
  { id: 'unknown', name: 'find_exec\u001b[2J', arguments: { command: 'rm -r .' } },
];
const REMOVE: FakeAnswer = [{ id: 'remove', name: 'find', arguments: { start: ['.'], name: '*.txt', delete: true } }];
const REASON = 'find permanently destroys data.';
const QUESTION = ['', 'The model wants to run: "find" "." "-name" "*.txt" "-delete"', `  ${REASON}`];

const ask = (answers: readonly FakeAnswer[], input: string) =>
  askExample({
    ...{ runtime: 'node', cwd: directory, answers, input },
    args: () => [join(ROOT, 'examples/hono-middleware/main.ts'), 'Which files are there?'],
  });

test('what looks is redacted; what deletes waits for a yes; bad arguments destroy and start nothing', async () => {
  const { code, stdout, stderr, told } = await ask([LOOK, REMOVE, BAD, 'One.\u001b[2J'], 'n\ny\ny\n');
  const declined = `The confirmation was declined: ${REASON}`;
  const value = '"name" must not start with "-": after -name the program would take it for an option.';
  const unknown = 'No tool has a command called "find_exec\\u001b[2J".';
  expect([code, stderr]).toStrictEqual([0, '']);
  expect(stdout.split('\n')).toStrictEqual([
    '200      find: ./[REDACTED].txt\\u{a}[Exit code: 0]',
    ...[...QUESTION, `Run it? [y/N] 409      find: ${declined}`],
    expect.stringMatching(/^200 {6}find: find: .\.\/-delete/),
    expect.stringMatching(/^422 {6}find: /),
    expect.stringMatching(/^404 {6}find_exec/),
    ...['answer   One.', ''],
  ]);
  expect(told).toStrictEqual({
    look: './[REDACTED].txt\n[Exit code: 0]',
    remove: `Nothing was run. ${declined}`,
    place: expect.stringMatching(/^find: .\.\/-delete.: No such file or directory\n\[Exit code: 1\]$/),
    value: `Nothing was run. ${value}`,
    unknown: `Nothing was run. ${unknown}`,
  });
  expect(isThere()).toBe(true);
  // The same argument in the program's own hands.
  spawnSync('find', ['-delete'], { cwd: directory });
  expect(isThere()).toBe(false);
});

test('a person says yes, and it runs', async () => {
  const { stdout, told } = await ask([REMOVE, 'Gone.'], 'y\n');
  const ran = 'Run it? [y/N] 200      find: [Exit code: 0]';
  expect(stdout.split('\n')).toStrictEqual([...QUESTION, ran, 'answer   Gone.', '']);
  expect(told).toStrictEqual({ remove: '[Exit code: 0]' });
  expect(isThere()).toBe(false);
});

// Each in a directory of its own: a guard that lets through what it should not must find nothing else to delete.
test.each([
  [400, 'NO_CALL', 'not JSON'],
  [400, 'NO_CALL', []],
  [400, 'NO_CALL', { id: '1', name: 'find', arguments: [] }],
  [400, 'NO_CALL', { id: 1, name: 'find', arguments: {} }],
  [404, 'UNKNOWN_COMMAND', { id: '1', name: '__proto__', arguments: {} }],
  [422, 'VALIDATION_FAILED', { id: '1', name: 'find', arguments: { start: ['HERE'], maxdepth: 'x' } }],
  [409, 'REQUIRES_CONFIRMATION', { id: '1', name: 'find', arguments: { start: ['HERE'], delete: true } }],
  [403, 'POLICY_VIOLATION', { id: '1', name: 'find', arguments: { start: ['HERE'], fprint: 'HERE/list' } }],
  [413, undefined, { id: '1', name: 'find', arguments: { start: ['x'.repeat(131_072)] } }],
])('the service answers %i %s', async (status, code, sent) => {
  const find = await loadShim('find');
  if (!find) throw new Error('There is no find.');
  const service = createService([find], { allowFilesystemWrite: false });
  const body = typeof sent === 'string' ? sent : JSON.stringify(sent).replaceAll('HERE', directory);
  const response = await service.request('/calls', { method: 'POST', body });
  const text = await response.text();
  expect([response.status, code && JSON.parse(text).error.code]).toStrictEqual([status, code]);
  expect(readdirSync(directory)).toStrictEqual([`${TOKEN}.txt`]);
});
