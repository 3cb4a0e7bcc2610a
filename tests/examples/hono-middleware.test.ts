import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadShim } from '@atip/shims';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createService } from '../../examples/hono-middleware/service.ts';
import { type FakeAnswer, type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { type ExampleEnd, ROOT, runExample } from './run-example.ts';

// Whole runtimes are started; on a busy machine each takes seconds.
vi.setConfig({ testTimeout: 60_000 });

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

let directory = '';
let provider: FakeProvider | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'atip-hono-'));
  writeFileSync(join(directory, `${TOKEN}.txt`), '');
});

afterEach(async () => {
  await provider?.stop();
  provider = undefined;
  rmSync(directory, { recursive: true, force: true });
});

async function ask(answers: readonly FakeAnswer[], input?: string): Promise<ExampleEnd & { told: unknown[] }> {
  provider = await startFakeProvider(answers);
  const { url, requests } = provider;
  const end = await runExample({
    runtime: 'node',
    args: [join(ROOT, 'examples/hono-middleware/main.ts'), 'Which files are there?'],
    cwd: directory,
    env: { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-of-the-test', MODEL: 'fake-model' },
    ...(input !== undefined && { input }),
  });
  const last = requests.at(-1);
  return { ...end, told: (last?.messages ?? []).flatMap((one) => (one.role === 'tool' ? [one] : [])) };
}

const isThere = (): boolean => existsSync(join(directory, `${TOKEN}.txt`));

const LOOK: FakeAnswer = [{ id: '1', name: 'find', arguments: { directory: '.', type: 'f' } }];
const DELETE: FakeAnswer = [{ id: '2', name: 'find', arguments: { directory: '.', name: '*.txt', delete: true } }];
const QUESTION = [
  '',
  'The model wants to run: "find" "-P" "." "-name" "*.txt" "-delete"',
  '  find permanently destroys data.',
];

test('what looks runs with its secret redacted; of what deletes a person says no, and the model is told', async () => {
  const { code, stdout, stderr, told } = await ask([LOOK, DELETE, 'One.\u001b[2J'], 'n\n');
  const refusal = 'The confirmation was declined: find permanently destroys data.';
  expect([code, stderr, stdout.split('\n')]).toStrictEqual([
    0,
    '',
    [
      '200      find: ./[REDACTED].txt\\u{a}[Exit code: 0]',
      ...QUESTION,
      `Run it? [y/N] 409      find: ${refusal}`,
      'answer   One.',
      '',
    ],
  ]);
  expect(told).toStrictEqual([
    { role: 'tool', tool_call_id: '1', content: './[REDACTED].txt\n[Exit code: 0]' },
    { role: 'tool', tool_call_id: '2', content: `Nothing was run. ${refusal}` },
  ]);
  expect(isThere()).toBe(true);
});

test('a person says yes, and it runs', async () => {
  const { stdout, told } = await ask([DELETE, 'Gone.'], 'y\n');
  expect(stdout.split('\n')).toStrictEqual([
    ...QUESTION,
    'Run it? [y/N] 200      find: [Exit code: 0]',
    'answer   Gone.',
    '',
  ]);
  expect(told).toStrictEqual([{ role: 'tool', tool_call_id: '2', content: '[Exit code: 0]' }]);
  expect(isThere()).toBe(false);
});

test('an option in place of a value destroys nothing, and a name that there is not starts nothing', async () => {
  const { code, told } = await ask(
    [
      [
        { id: '1', name: 'find', arguments: { directory: '-delete' } },
        { id: '2', name: 'find', arguments: { directory: '.', name: '-delete' } },
        { id: '3', name: 'find_exec\u001b[2J', arguments: { command: 'rm -r .' } },
      ],
      'I could not.',
    ],
    'y\ny\ny\n',
  );
  const refused = 'Nothing was run. ';
  expect([code, told]).toStrictEqual([
    0,
    [
      {
        role: 'tool',
        tool_call_id: '1',
        content: expect.stringMatching(/^find: .\.\/-delete.: No such file or directory\n\[Exit code: 1\]$/),
      },
      {
        role: 'tool',
        tool_call_id: '2',
        content: `${refused}"name" must not start with "-": after -name the program would take it for an option.`,
      },
      {
        role: 'tool',
        tool_call_id: '3',
        content: `${refused}No tool has a command called "find_exec\\u001b[2J".`,
      },
    ],
  ]);
  expect(isThere()).toBe(true);
  // The same argument in the program's own hands.
  spawnSync('find', ['-delete'], { cwd: directory });
  expect(isThere()).toBe(false);
});

// Each in a directory of its own: a guard that lets through what it should not must find nothing else to delete.
test.each([
  [400, 'NO_CALL', 'not JSON'],
  [400, 'NO_CALL', []],
  [400, 'NO_CALL', { id: '1', name: 'find', arguments: [] }],
  [400, 'NO_CALL', { id: 1, name: 'find', arguments: {} }],
  [404, 'UNKNOWN_COMMAND', { id: '1', name: '__proto__', arguments: {} }],
  [422, 'VALIDATION_FAILED', { id: '1', name: 'find', arguments: { directory: 'HERE', type: 'x' } }],
  [409, 'REQUIRES_CONFIRMATION', { id: '1', name: 'find', arguments: { directory: 'HERE', delete: true } }],
  [403, 'POLICY_VIOLATION', { id: '1', name: 'find', arguments: { directory: 'HERE', fprint: 'HERE/list' } }],
  [413, undefined, { id: '1', name: 'find', arguments: { directory: 'x'.repeat(131_072) } }],
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
