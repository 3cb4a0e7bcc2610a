import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeAnswer, type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { type ExampleEnd, ROOT, runExample } from './run-example.ts';

// Whole runtimes are started; on a busy machine each takes seconds.
vi.setConfig({ testTimeout: 60_000 });

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const MAIN = join(ROOT, 'examples/bun/main.ts');
const NOTES = join(ROOT, 'examples/bun/notes.ts');

let directory = '';
let provider: FakeProvider | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atip-bun-'));
  mkdirSync(join(directory, 'notes'));
  writeFileSync(join(directory, 'notes/shopping.txt'), 'Milk');
  writeFileSync(join(directory, 'notes/keys.txt'), `github ${TOKEN}`);
});

afterEach(async () => {
  await provider?.stop();
  provider = undefined;
  rmSync(directory, { recursive: true });
});

async function ask(answers: readonly FakeAnswer[], input?: string): Promise<ExampleEnd & { told: unknown[] }> {
  provider = await startFakeProvider(answers);
  const { url, requests } = provider;
  const end = await runExample({
    runtime: 'bun',
    args: [MAIN, 'What do my notes say?'],
    cwd: directory,
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-of-the-test', MODEL: 'fake-model' },
    ...(input !== undefined && { input }),
  });
  const last = requests.at(-1);
  return { ...end, told: (last?.messages ?? []).flatMap((one) => (one.role === 'tool' ? [one] : [])) };
}

const notesLeft = (): string[] => readdirSync(join(directory, 'notes')).sort();

const REMOVE: FakeAnswer = [{ id: '2', name: 'notes_remove', arguments: { name: 'shopping' } }];
const REASON = 'notes_remove permanently destroys data.';
const QUESTION = `Run ["notes","remove","shopping"]? ${REASON} [y/N] `;

test('what reads runs with its secret redacted; of what destroys a person says no, and the model is told', async () => {
  const show: FakeAnswer = [{ id: '1', name: 'notes_show', arguments: { name: 'keys' } }];
  const { code, stdout, stderr, told } = await ask([show, REMOVE, 'One key.\u001b[2J'], 'n\n');
  expect([code, stderr, stdout.split('\n')]).toStrictEqual([
    0,
    '',
    [
      'runs     ["notes","show","keys"]',
      `${QUESTION}refused  notes_remove: The confirmation was declined: ${REASON}`,
      'answer   One key.',
      '',
    ],
  ]);
  expect(told).toStrictEqual([
    { role: 'tool', tool_call_id: '1', content: 'github [REDACTED]\n[Exit code: 0]' },
    { role: 'tool', tool_call_id: '2', content: `Nothing was run. The confirmation was declined: ${REASON}` },
  ]);
  expect(notesLeft()).toStrictEqual(['keys.txt', 'shopping.txt']);
});

test('with nobody there it is refused as well', async () => {
  expect((await ask([REMOVE, 'No.'])).told).toStrictEqual([
    { role: 'tool', tool_call_id: '2', content: `Nothing was run. The confirmation was declined: ${REASON}` },
  ]);
  expect(notesLeft()).toStrictEqual(['keys.txt', 'shopping.txt']);
});

test('an option in place of a value, and a name that there is not, start nothing, whoever says yes', async () => {
  const { code, stdout, told } = await ask(
    [
      [
        { id: '1', name: 'notes_remove', arguments: { name: '--all' } },
        { id: '2', name: 'shell_\u001b[2J', arguments: { command: 'rm -r notes' } },
        { id: '3', name: 'notes_show', arguments: { name: ['keys'] } },
      ],
      'I could not.',
    ],
    'y\ny\n',
  );
  const [option, unknown, list] = [
    '"name" must not start with "-": this program is not known to stop reading options at "--".',
    'No tool has a command called "shell_\\u001b[2J".',
    '"name" must be a string, not a list.',
  ];
  expect([code, stdout.split('\n')]).toStrictEqual([
    0,
    [
      `refused  notes_remove: ${option}`,
      `refused  shell_\\u001b[2J: ${unknown}`,
      `refused  notes_show: ${list}`,
      'answer   I could not.',
      '',
    ],
  ]);
  expect(told).toStrictEqual([
    { role: 'tool', tool_call_id: '1', content: `Nothing was run. ${option}` },
    { role: 'tool', tool_call_id: '2', content: `Nothing was run. ${unknown}` },
    { role: 'tool', tool_call_id: '3', content: `Nothing was run. ${list}` },
  ]);
  expect(notesLeft()).toStrictEqual(['keys.txt', 'shopping.txt']);
  // The same argument in the program's own hands: it knows an option that its description does not mention.
  await runExample({ runtime: 'bun', args: [NOTES, 'remove', '--all'], cwd: directory });
  expect(existsSync(join(directory, 'notes'))).toBe(false);
});
