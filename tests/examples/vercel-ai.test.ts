import { expect, test, vi } from 'vitest';
import { cleaning, cleaningScreen, HARMFUL, HARMFUL_SCREEN, offeredTools } from './agent-script.ts';
import { API_KEY, runAgent, toolAnswers } from './run-agent.ts';

// Processes of their own, on a machine that may be busy; quiet, each test takes about a second.
vi.setConfig({ testTimeout: 60_000 });

test('the model reads what is redacted; what it destroys is asked about, and nothing runs without an answer', async () => {
  const end = await runAgent('vercel-ai', HARMFUL);
  expect([end.code, end.stdout, end.stderr]).toStrictEqual([0, HARMFUL_SCREEN, '']);
  expect(toolAnswers(end)).toStrictEqual({
    read: 'Rotate [REDACTED] and [REDACTED]\n[Exit code: 0]',
    clean: 'Tool call execution denied.',
    push: 'Tool call execution denied.',
    reset: 'Tool call execution denied.',
    unknown:
      "Model tried to call unavailable tool 'git_gc'. Available tools: git_clean, git_diff, git_log, git_push, git_reset, git_show, git_status.",
    value: '"target" must not start with "-": this program is not known to stop reading options at "--".',
    option: expect.stringMatching(/^"--output" is no parameter of "git log"\. Did you mean "output"\?/),
  });
  expect([end.files, end.kept]).toStrictEqual([['a.txt', 'b.txt', 'c.txt', 'kept.txt'], 'changed']);
  const [first] = end.requests;
  expect([end.requests.length, first?.authorization, first?.model]).toStrictEqual([
    6,
    `Bearer ${API_KEY}`,
    'fake-model',
  ]);
  expect(first?.tools).toStrictEqual(await offeredTools());
});

test('of two calls, the one that a person agreed to runs', async () => {
  const end = await runAgent('vercel-ai', [[cleaning('1', 'a.txt'), cleaning('2', 'b.txt')], 'Done.'], 'y\n');
  expect(end.stdout).toBe(`${cleaningScreen('a.txt')}${cleaningScreen('b.txt')}Done.\n`);
  expect(toolAnswers(end)).toStrictEqual({
    '1': 'Removing a.txt\n[Exit code: 0]',
    '2': 'Tool call execution denied.',
  });
  expect([end.code, end.files]).toStrictEqual([0, ['b.txt', 'c.txt', 'kept.txt']]);
});

test('the approval of one call runs no other of the same id, although the SDK takes it for that one', async () => {
  const end = await runAgent('vercel-ai', [[cleaning('1', 'b.txt'), cleaning('1', 'c.txt')], 'Done.'], 'y\n');
  expect(end.stdout).toBe(`${cleaningScreen('c.txt')}Done.\n`);
  expect(toolAnswers(end)).toStrictEqual({
    '1': 'The confirmation was declined: git_clean permanently destroys data.',
  });
  expect([end.code, end.files]).toStrictEqual([0, ['a.txt', 'b.txt', 'c.txt', 'kept.txt']]);
});
