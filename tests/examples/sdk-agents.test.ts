// needs: bwrap
import type { CompileSettings } from '@atip/core';
import { expect, test, vi } from 'vitest';
import { cleaning, cleaningScreen, HARMFUL, HARMFUL_SCREEN, offeredTools } from './agent-script.ts';
import { API_KEY, runAgent, toolAnswers } from './run-agent.ts';

// Processes of their own, on a machine that may be busy; quiet, each test takes about a second.
vi.setConfig({ testTimeout: 60_000 });

const declined = (name: string): string => `The confirmation was declined: ${name} permanently destroys data.`;
const VALUE = '"target" must not start with "-": this program is not known to stop reading options at "--".';
const OPTION = expect.stringMatching(/^"--output" is no parameter of "git log"\. Did you mean "output"\?/);
const NAMES = 'git_clean, git_diff, git_log, git_push, git_reset, git_show, git_status';

/** What the model is told by each SDK where nobody answers. */
const REFUSALS: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, CompileSettings?]>> = {
  'vercel-ai': [
    {
      ...allOf('Tool call execution denied.'),
      unknown: `Model tried to call unavailable tool 'git_gc'. Available tools: ${NAMES}.`,
      ...{ value: VALUE, option: OPTION },
    },
  ],
  'openai-agents': [
    {
      ...allOf('Tool execution was not approved.'),
      ...{ unknown: "Tool 'git_gc' not found.", value: VALUE, option: OPTION },
    },
    { strict: true },
  ],
  langchain: [
    {
      ...{ clean: declined('git_clean'), push: declined('git_push'), reset: declined('git_reset') },
      unknown: `Error: git_gc is not a valid tool, try one of [${NAMES}].`,
      ...{ value: VALUE, option: 'The arguments do not fit the schema of git_log.' },
    },
  ],
};

function allOf(text: string): Readonly<Record<string, string>> {
  return { clean: text, push: text, reset: text };
}

test.each(Object.entries(REFUSALS))(
  '%s: the model reads what is redacted; what destroys is asked about, and nothing runs without an answer',
  async (example, [refusals, settings]) => {
    const end = await runAgent(example, HARMFUL);
    expect([end.code, end.stdout, end.stderr]).toStrictEqual([0, HARMFUL_SCREEN, '']);
    expect(toolAnswers(end)).toStrictEqual({
      read: 'Rotate [REDACTED] and [REDACTED]\n[Exit code: 0]',
      ...refusals,
    });
    expect([end.files, end.kept]).toStrictEqual([['a.txt', 'b.txt', 'c.txt', 'kept.txt'], 'changed']);
    const [first] = end.requests;
    const sent = [end.requests.length, first?.authorization, first?.model];
    expect(sent).toStrictEqual([6, `Bearer ${API_KEY}`, 'fake-model']);
    expect(first?.tools).toStrictEqual(await offeredTools(settings));
  },
);

test('openai-agents: a call whose arguments cannot be read does not run', async () => {
  const unreadable = { id: 'unreadable', name: 'git_log', arguments: '{"max-count":' };
  const end = await runAgent('openai-agents', [[unreadable], 'Done.']);
  expect([end.code, end.stdout, toolAnswers(end)]).toStrictEqual([
    0,
    'Done.\n',
    { unreadable: 'Tool execution was not approved.' },
  ]);
});

test.each([
  ['vercel-ai', 'Tool call execution denied.'],
  ['langchain', declined('git_clean')],
])('%s: of two calls, the one that a person agreed to runs, once', async (example, refusal) => {
  const end = await runAgent(example, [[cleaning('1', 'a.txt'), cleaning('2', 'b.txt')], 'Done.'], 'y\n');
  expect(end.stdout).toBe(`${cleaningScreen('a.txt')}${cleaningScreen('b.txt')}Done.\n`);
  expect(toolAnswers(end)).toStrictEqual({ '1': 'Removing a.txt\n[Exit code: 0]', '2': refusal });
  expect([end.code, end.files]).toStrictEqual([0, ['b.txt', 'c.txt', 'kept.txt']]);
});

test('openai-agents: what a person agreed to runs, and its approval no later call of the same id, which the SDK does not ask about', async () => {
  const answers = [[cleaning('1', 'a.txt')], [cleaning('1', 'b.txt')], 'Done.'];
  const end = await runAgent('openai-agents', answers, 'y\n');
  expect(end.stdout).toBe(`${cleaningScreen('a.txt')}Done.\n`);
  expect(toolAnswers(end)).toStrictEqual({ '1': declined('git_clean') });
  expect([end.code, end.files]).toStrictEqual([0, ['b.txt', 'c.txt', 'kept.txt']]);
});

/** Two calls with one id: what stands on the screen, the exit code, and the files that are left. */
test.each([
  // The SDK takes the approval for that of the other call.
  ['vercel-ai', ['c.txt'], 'Done.\n', 0, ['a.txt', 'b.txt', 'c.txt', 'kept.txt']],
  ['openai-agents', ['b.txt', 'c.txt'], 'Done.\n', 0, ['a.txt', 'b.txt', 'c.txt', 'kept.txt']],
  // As OpenAI, the provider refuses two answers to one id; what ran before that is what counts here.
  ['langchain', ['b.txt', 'c.txt'], '', 1, ['a.txt', 'c.txt', 'kept.txt']],
] as const)('%s: the approval of one call runs no other of the same id', async (example, asked, said, code, files) => {
  const end = await runAgent(example, [[cleaning('1', 'b.txt'), cleaning('1', 'c.txt')], 'Done.'], 'y\n');
  expect(end.stdout).toBe(`${asked.map(cleaningScreen).join('')}${said}`);
  expect([end.code, end.files]).toStrictEqual([code, [...files]]);
});
