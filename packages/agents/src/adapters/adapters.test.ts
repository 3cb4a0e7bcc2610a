import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolCall } from '@atip/core';
import { expect, test } from 'vitest';
import { NOT_HELD, notes, notesMachine } from '../testing/notes-machine.ts';
import { createAiSdkTools } from './ai-sdk.ts';
import { approvedCalls } from './approvals.ts';
import { createLangChainTools } from './langchain.ts';
import { createOpenAIAgentsTools } from './openai-agents.ts';

const drop = (id: string, text: unknown): ToolCall => ({ id, name: 'notes_drop', arguments: { text } });
const DECLINED = 'The confirmation was declined: notes_drop permanently destroys data.';

/** The settings of a machine with `notes`. */
async function settings() {
  const { cwd, env } = await notesMachine();
  return { tools: { notes: notes() }, cwd, env, policy: NOT_HELD };
}

/** The result after each of `asked` was shown to a person who agreed. */
async function whatRuns(asked: readonly ToolCall[], called: readonly ToolCall[]): Promise<string[]> {
  const { question, run } = await approvedCalls(await settings());
  for (const call of asked) await question(call);
  const ran: string[] = [];
  for (const call of called) ran.push((await run(call).catch((error: Error) => error.message)).split('\n')[0] ?? '');
  return ran;
}

test.each<[string, ToolCall[], ToolCall[], string[]]>([
  ['one call', [drop('1', 'a')], [drop('1', 'a')], ['dropped a']],
  ['two calls', [drop('1', 'a'), drop('2', 'b')], [drop('2', 'b'), drop('1', 'a')], ['dropped b', 'dropped a']],
  ['one question asked twice', [drop('1', 'a'), drop('1', 'a')], [drop('1', 'a')], ['dropped a']],
  ['nothing', [], [drop('1', 'a')], [DECLINED]],
  ['other arguments', [drop('1', 'a')], [drop('1', 'b')], [DECLINED]],
  ['another id', [drop('1', 'a')], [drop('2', 'a')], [DECLINED]],
  ['a second use', [drop('1', 'a')], [drop('1', 'a'), drop('1', 'a')], ['dropped a', DECLINED]],
  ['two of one id', [drop('1', 'a'), drop('1', 'b')], [drop('1', 'b')], [DECLINED]],
  ['two of one id, again', [drop('1', 'a'), drop('1', 'b'), drop('1', 'b')], [drop('1', 'b')], [DECLINED]],
])('an approval of %s', async (_name, asked, called, ran) => {
  expect(await whatRuns(asked, called)).toStrictEqual(ran);
});

test('an id that was used stands for nothing any more, also when it is asked about again', async () => {
  const { question, run } = await approvedCalls(await settings());
  await question(drop('1', 'a'));
  expect(await run(drop('1', 'a'))).toBe('dropped a\n[Exit code: 0]');
  await question(drop('1', 'a'));
  await expect(run(drop('1', 'a'))).rejects.toThrow(DECLINED);
});

test('a question has the command line, its reasons and what a yes is bound to; what runs unasked or cannot run has none', async () => {
  const { question } = await approvedCalls(await settings());
  const asked = await question(drop('1', 'a b'));
  expect([asked?.argv, asked?.reasons, asked?.hash]).toStrictEqual([
    ['notes', 'drop', 'a b'],
    ['notes_drop permanently destroys data.'],
    expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  ]);
  expect(await question({ id: '2', name: 'notes_say', arguments: {} })).toBe(undefined);
  expect(await question({ id: '3', name: 'notes_gone', arguments: {} })).toBe(undefined);
  expect(await question(drop('4', ['a', 'b']))).toBe(undefined);
});

test('approvals can be kept where another process finds them', async () => {
  const kept = new Map<string, string>();
  const given = { ...(await settings()), approvals: kept };
  await (await approvedCalls(given)).question(drop('1', 'a'));
  expect(await (await approvedCalls(given)).run(drop('1', 'a'))).toBe('dropped a\n[Exit code: 0]');
  expect([...kept]).toStrictEqual([['1', '']]);
});

test('AI SDK: schema, approval, run, and a name that differs in its signs only', async () => {
  const { tools, system, repairToolCall } = await createAiSdkTools(await settings());
  expect(Object.keys(tools)).toStrictEqual(['notes_say', 'notes_wait', 'notes_drop']);
  expect(system).toContain('notes_drop');
  const { notes_drop: tool } = tools;
  expect(tool?.inputSchema['~standard'].jsonSchema.input()).toStrictEqual({
    type: 'object',
    properties: { text: { type: 'string', description: 'Text' } },
    ...{ required: [], additionalProperties: false },
  });
  expect(await tool?.needsApproval({ text: 'a' }, { toolCallId: '1' })).toBe(true);
  expect(await tool?.execute({ text: 'a' }, { toolCallId: '1' })).toBe('dropped a\n[Exit code: 0]');
  expect(await tools['notes_say']?.needsApproval({}, { toolCallId: '2' })).toBe(false);
  const repaired = async (toolName: string) =>
    (await repairToolCall({ toolCall: { toolName, input: '{}' } }))?.toolName;
  expect(await Promise.all(['Notes-Say', 'notes.drop', 'notes_say', 'notes_sya'].map(repaired))).toStrictEqual([
    ...['notes_say', 'notes_drop'],
    ...[undefined, undefined],
  ]);
});

test('OpenAI Agents: strict schemas, approval, and arguments that cannot be read', async () => {
  const { tools, question } = await createOpenAIAgentsTools(await settings());
  const tool = tools.find(({ name }) => name === 'notes_drop');
  expect(tool?.parameters).toStrictEqual({
    type: 'object',
    properties: { text: { type: ['string', 'null'], description: 'Text' } },
    ...{ required: ['text'], additionalProperties: false },
  });
  expect(await tool?.needsApproval({}, { text: 'a' }, '1')).toBe(true);
  expect((await question({ callId: '1', name: 'notes_drop', arguments: '{"text":"a"}' }))?.argv).toStrictEqual([
    ...['notes', 'drop', 'a'],
  ]);
  expect(await tool?.invoke({}, '{"text":"a"}', { toolCall: { callId: '1' } })).toBe('dropped a\n[Exit code: 0]');
  expect(await tool?.invoke({}, '{"text":"a"}', { toolCall: { callId: '1' } })).toBe(DECLINED);
  expect(await tool?.invoke({}, '{"text":')).toBe('Nothing ran: its arguments are no JSON object.');
  expect(await question({ callId: '2', name: 'notes_drop', arguments: '{"text":' })).toBe(undefined);
});

/** The answer of `notes_drop` with `{ text: "a" }`, while the graph resumes with these answers, one after the other. */
async function resumedWith(...answers: readonly unknown[]) {
  const given = await settings();
  const questions: unknown[] = [];
  const { tools } = await createLangChainTools({
    ...given,
    tool: (run, { name }) => ({ name, run }),
    interrupt(question) {
      questions.push(question);
      if (questions.length > answers.length) throw Object.assign(new Error('stopped'), { name: 'GraphInterrupt' });
      return answers[questions.length - 1];
    },
  });
  const tool = tools.find(({ name }) => name === 'notes_drop');
  const told = await tool?.run({ text: 'a' }, { toolCallId: '1' }).catch((error: Error) => `! ${error.message}`);
  return { told, questions, ran: ['a', 'b'].filter((name) => existsSync(join(given.cwd, `dropped${name}`))) };
}

test('LangChain: a question is one of its human-in-the-loop middleware, with the command line', async () => {
  const { questions } = await resumedWith(false);
  expect(questions).toStrictEqual([
    {
      actionRequests: [
        {
          ...{ name: 'notes_drop', args: { text: 'a' } },
          description: '"notes" "drop" "a"\nnotes_drop permanently destroys data.',
        },
      ],
      reviewConfigs: [{ actionName: 'notes_drop', allowedDecisions: ['approve', 'edit', 'reject'] }],
      argv: ['notes', 'drop', 'a'],
      reasons: ['notes_drop permanently destroys data.'],
    },
  ]);
});

const decided = (decision: object): object => ({ decisions: [decision] });
const EDIT = decided({ type: 'edit', editedAction: { name: 'notes_drop', args: { text: 'b' } } });

test.each<[string, unknown[], string, string[]]>([
  ['true', [true], 'dropped a\n[Exit code: 0]', ['a']],
  ['approve', [decided({ type: 'approve' })], 'dropped a\n[Exit code: 0]', ['a']],
  ['false', [false], DECLINED, []],
  ['reject', [decided({ type: 'reject' })], DECLINED, []],
  [
    'reject with words',
    [decided({ type: 'reject', message: 'Not today.' })],
    'Nothing ran. The person said: Not today.',
    [],
  ],
  ['edit, then approve', [EDIT, decided({ type: 'approve' })], 'dropped b\n[Exit code: 0]', ['b']],
  ['edit, which is asked about', [EDIT], '! stopped', []],
  ['nothing yet', [], '! stopped', []],
  ['two decisions', [{ decisions: [{ type: 'approve' }, { type: 'approve' }] }], DECLINED, []],
  ['a word', ['approve'], DECLINED, []],
])('LangChain: %s', async (_name, answers, told, ran) => {
  const end = await resumedWith(...answers);
  expect([end.told, end.ran]).toStrictEqual([told, ran]);
});

test('three tools for many commands', async () => {
  const given = { ...(await settings()), compile: { strategy: 'search' as const } };
  const first = 'notes_say (notes say): Says a text [🔒 READ-ONLY]; runs unasked';
  const query = { query: 'say a text', limit: 1 };
  const run = { command: 'notes_drop', arguments: { text: 'a' } };
  const { tools } = await createAiSdkTools(given);
  expect(Object.keys(tools)).toStrictEqual(['search_commands', 'describe_command', 'run_command']);
  expect(await tools['search_commands']?.execute(query, { toolCallId: '1' })).toBe(first);
  expect(await tools['search_commands']?.needsApproval(query, { toolCallId: '1' })).toBe(false);
  expect(await tools['run_command']?.needsApproval(run, { toolCallId: '2' })).toBe(true);
  expect(await tools['run_command']?.execute(run, { toolCallId: '2' })).toBe('dropped a\n[Exit code: 0]');
});
