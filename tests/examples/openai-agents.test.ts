import { expect, test, vi } from 'vitest';
import { cleaning, cleaningScreen, HARMFUL, HARMFUL_SCREEN, offeredTools } from './agent-script.ts';
import { API_KEY, runAgent, toolAnswers } from './run-agent.ts';

// Processes of their own, on a machine that may be busy; quiet, each test takes about a second.
vi.setConfig({ testTimeout: 60_000 });

const UNREADABLE = { id: 'unreadable', name: 'git_log', arguments: '{"max-count":' };

test('the model reads what is redacted; what it destroys is asked about, and nothing runs without an answer', async () => {
  const end = await runAgent('openai-agents', [[UNREADABLE], ...HARMFUL]);
  expect([end.code, end.stdout, end.stderr]).toStrictEqual([0, HARMFUL_SCREEN, '']);
  expect(toolAnswers(end)).toStrictEqual({
    unreadable: 'Tool execution was not approved.',
    read: 'Rotate [REDACTED] and [REDACTED]\n[Exit code: 0]',
    clean: 'Tool execution was not approved.',
    push: 'Tool execution was not approved.',
    reset: 'Tool execution was not approved.',
    unknown: "Tool 'git_gc' not found.",
    value: '"target" must not start with "-": this program is not known to stop reading options at "--".',
    option: expect.stringMatching(/^"--output" is no parameter of "git log"\. Did you mean "output"\?/),
  });
  expect([end.files, end.kept]).toStrictEqual([['a.txt', 'b.txt', 'c.txt', 'kept.txt'], 'changed']);
  const [first] = end.requests;
  expect([end.requests.length, first?.authorization, first?.model]).toStrictEqual([
    7,
    `Bearer ${API_KEY}`,
    'fake-model',
  ]);
  expect(first?.tools).toStrictEqual(await offeredTools({ strict: true }));
});

test('what a person agreed to runs, and its approval no later call of the same id, which the SDK does not ask about', async () => {
  const answers = [[cleaning('1', 'a.txt')], [cleaning('1', 'b.txt')], 'Done.'];
  const end = await runAgent('openai-agents', answers, 'y\n');
  expect(end.stdout).toBe(`${cleaningScreen('a.txt')}Done.\n`);
  expect(toolAnswers(end)).toStrictEqual({
    '1': 'The confirmation was declined: git_clean permanently destroys data.',
  });
  expect([end.code, end.files]).toStrictEqual([0, ['b.txt', 'c.txt', 'kept.txt']]);
});

test('of two calls with one id, the one that was approved runs no more than the one that was refused', async () => {
  const end = await runAgent('openai-agents', [[cleaning('1', 'b.txt'), cleaning('1', 'c.txt')], 'Done.'], 'y\n');
  expect(end.stdout).toBe(`${cleaningScreen('b.txt')}${cleaningScreen('c.txt')}Done.\n`);
  expect([end.code, end.files]).toStrictEqual([0, ['a.txt', 'b.txt', 'c.txt', 'kept.txt']]);
});
