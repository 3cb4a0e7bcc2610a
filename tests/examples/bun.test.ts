import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askExample, TOKEN } from './ask-example.ts';
import type { RecordedTurn } from './recorded-provider.ts';
import { ROOT, runExample } from './run-example.ts';

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atip-bun-'));
  mkdirSync(join(directory, 'notes'));
  writeFileSync(join(directory, 'notes/shopping.txt'), 'Milk');
  writeFileSync(join(directory, 'notes/keys.txt'), `github ${TOKEN}`);
});

afterEach(() => rmSync(directory, { recursive: true }));

const ask = (answers: readonly RecordedTurn[], input = '') =>
  askExample({
    ...{ runtime: 'bun', cwd: directory, answers, input },
    args: () => [join(ROOT, 'examples/bun/main.ts'), 'What do my notes say?'],
  });

const notesLeft = (): string[] => readdirSync(join(directory, 'notes')).sort();

const SHOW: RecordedTurn = [{ id: 'read', name: 'notes_show', arguments: { name: 'keys' } }];
const REMOVE: RecordedTurn = [{ id: 'remove', name: 'notes_remove', arguments: { name: 'shopping' } }];
const BAD: RecordedTurn = [
  { id: 'option', name: 'notes_remove', arguments: { name: '--all' } },
  { id: 'unknown', name: 'shell_\u001b[2J', arguments: { command: 'rm -r notes' } },
  { id: 'list', name: 'notes_show', arguments: { name: ['keys'] } },
];
const REASON = 'notes_remove permanently destroys data.';
const DECLINED = `The confirmation was declined: ${REASON}`;

test('what reads is redacted; what destroys waits for a person; bad arguments start nothing, whoever says yes', async () => {
  const { code, stdout, stderr, told } = await ask([SHOW, REMOVE, BAD, 'One key.\u001b[2J'], 'n\ny\ny\n');
  const [option, unknown, list] = [
    '"name" must not start with "-": this program is not known to stop reading options at "--".',
    'No tool has a command called "shell_\\u001b[2J".',
    '"name" must be a string, not a list.',
  ];
  expect([code, stderr, stdout.split('\n')]).toStrictEqual([
    0,
    '',
    [
      'runs     ["notes","show","keys"]',
      `Run ["notes","remove","shopping"]? ${REASON} [y/N] refused  notes_remove: ${DECLINED}`,
      `refused  notes_remove: ${option}`,
      `refused  shell_\\u001b[2J: ${unknown}`,
      `refused  notes_show: ${list}`,
      'answer   One key.',
      '',
    ],
  ]);
  expect(told).toStrictEqual({
    read: 'github [REDACTED]\n[Exit code: 0]',
    remove: `Nothing was run. ${DECLINED}`,
    option: `Nothing was run. ${option}`,
    unknown: `Nothing was run. ${unknown}`,
    list: `Nothing was run. ${list}`,
  });
  expect(notesLeft()).toStrictEqual(['keys.txt', 'shopping.txt']);
  // The same argument in the program's own hands: it knows an option that its description does not mention.
  await runExample({ runtime: 'bun', args: [join(ROOT, 'examples/bun/notes.ts'), 'remove', '--all'], cwd: directory });
  expect(existsSync(join(directory, 'notes'))).toBe(false);
});
