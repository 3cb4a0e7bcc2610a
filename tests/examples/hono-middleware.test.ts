import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askExample, TOKEN } from './ask-example.ts';
import type { RecordedTurn } from './recorded-provider.ts';
import { ROOT } from './run-example.ts';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atip-hono-'));
  writeFileSync(join(directory, `${TOKEN}.txt`), '');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const isThere = (): boolean => existsSync(join(directory, `${TOKEN}.txt`));

const LOOK: RecordedTurn = [{ id: 'look', name: 'find', arguments: { start: ['.'], type: 'f' } }];
const BAD: RecordedTurn = [
  { id: 'place', name: 'find', arguments: { start: ['-delete'] } },
  { id: 'value', name: 'find', arguments: { start: ['.'], user: '-delete' } },
  { id: 'unknown', name: 'find_exec\u001b[2J', arguments: { command: 'rm -r .' } },
];
const REMOVE: RecordedTurn = [{ id: 'remove', name: 'find', arguments: { start: ['.'], name: '*.txt', delete: true } }];
const REASON = 'find -delete deletes everything that the tests before it let through.';
const QUESTION = ['', 'The model wants to run: "find" "." "-name" "*.txt" "-delete"', `  ${REASON}`];

const ask = (answers: readonly RecordedTurn[], input: string) =>
  askExample({
    ...{ runtime: 'node', cwd: directory, answers, input },
    args: () => [join(ROOT, 'examples/hono-middleware/main.ts'), 'Which files are there?'],
  });

test('what looks is redacted; what deletes waits for a yes; bad arguments destroy and start nothing', async () => {
  const { code, stdout, stderr, told } = await ask([LOOK, REMOVE, BAD, 'One.\u001b[2J'], 'n\ny\ny\n');
  const declined = `The confirmation was declined: ${REASON}`;
  const value = '"user" must not start with "-": after -user the program would take it for an option.';
  const unknown = 'No tool has a command called "find_exec\\u001b[2J".';
  expect([code, stderr]).toStrictEqual([0, '']);
  expect(stdout.split('\n')).toStrictEqual([
    '200      find: ./[REDACTED].txt\\n[Exit code: 0]',
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
