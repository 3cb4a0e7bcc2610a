import { describe, expect, test } from 'vitest';
import { AtipParseError } from '../json/atip-error.ts';
import { ExecutionError, TimeoutError, UnknownCommandError } from '../json/execute-errors.ts';
import { EXAMPLES, PROVIDERS } from '../providers/list.ts';
import { ended } from '../testing/documents.ts';
import type { DamagedCall, ToolCall } from '../types/call.ts';
import type { FormattedResult } from '../types/execution.ts';
import type { Provider } from '../types/provider.ts';
import { createToolCallStream } from './create-tool-call-stream.ts';
import { formatResults } from './format-results.ts';
import { parseToolCall } from './parse-tool-call.ts';

const callOf = (id: string, name = 'git_log'): ToolCall => ({ id, name, arguments: {} });
const [ONE, TWO] = [callOf('c1'), callOf('c2', 'git_status')];
const DAMAGED: DamagedCall = { id: 'c3', name: 'git_show', message: 'Its arguments are not valid JSON.' };

function formatted(content: string, success = true): FormattedResult {
  const raw = { ...ended({ stdout: 'SECRET' }), success, command: ['git'], toolCallId: 'c1', toolName: 'git_log' };
  return { content, success, raw };
}

test.each<[Provider, unknown[]]>([
  [
    'openai',
    [
      { role: 'tool', tool_call_id: 'c1', content: 'on main' },
      { role: 'tool', tool_call_id: 'c2', content: 'Nothing ran. No tool has a command called "x".' },
    ],
  ],
  [
    'openai-responses',
    [
      { type: 'function_call_output', call_id: 'c1', output: 'on main' },
      { type: 'function_call_output', call_id: 'c2', output: 'Nothing ran. No tool has a command called "x".' },
    ],
  ],
  [
    'anthropic',
    [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'on main' },
          {
            type: 'tool_result',
            tool_use_id: 'c2',
            content: 'Nothing ran. No tool has a command called "x".',
            is_error: true,
          },
        ],
      },
    ],
  ],
  [
    'gemini',
    [
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c1', name: 'git_log', response: { output: 'on main' } } },
          {
            functionResponse: {
              id: 'c2',
              name: 'git_status',
              response: { error: 'Nothing ran. No tool has a command called "x".' },
            },
          },
        ],
      },
    ],
  ],
  [
    'bedrock',
    [
      {
        role: 'user',
        content: [
          { toolResult: { toolUseId: 'c1', content: [{ text: 'on main' }], status: 'success' } },
          {
            toolResult: {
              toolUseId: 'c2',
              content: [{ text: 'Nothing ran. No tool has a command called "x".' }],
              status: 'error',
            },
          },
        ],
      },
    ],
  ],
  [
    'mcp',
    [
      { content: [{ type: 'text', text: 'on main' }], isError: false },
      { content: [{ type: 'text', text: 'Nothing ran. No tool has a command called "x".' }], isError: true },
    ],
  ],
])('two results of one turn, as %s takes them', (provider, messages) => {
  const pairs = [
    [ONE, formatted('on main')],
    [TWO, new UnknownCommandError('x', [])],
  ] as const;
  expect(formatResults(provider, pairs)).toStrictEqual(messages);
  expect(formatResults(provider, [...pairs].reverse(), { calls: [ONE, TWO] })).toStrictEqual(messages);
  expect(formatResults(provider, [])).toStrictEqual([]);
});

const textsOf = (...outcomes: readonly unknown[]): unknown[] =>
  outcomes.flatMap((outcome) => formatResults('openai', [[ONE, outcome]]).map(({ content }) => content));

test('every way for a call to end has a text, and only a refusal says that nothing ran', () => {
  const result = formatted('done');
  expect(
    textsOf(
      { pages: 2 },
      'text',
      undefined,
      { ok: true, call: ONE, result },
      { ok: false, call: ONE, error: new ExecutionError('The record is full.') },
      new Error('disk'),
      new RangeError(),
      new TimeoutError(30),
      new TimeoutError(30, formatted('half\n[TIMEOUT after 30ms]', false)),
      new AtipParseError('The OpenAI response has no "choices".', 'openai', {}),
    ),
  ).toStrictEqual([
    '{"pages":2}',
    'text',
    'undefined',
    'done',
    'The record is full.',
    'disk',
    'RangeError',
    'The command was ended after 30 ms, its time limit.',
    'half\n[TIMEOUT after 30ms]',
    'Nothing ran. The OpenAI response has no "choices".',
  ]);
});

test("a run's own output never reaches a model, whichever form of the outcome is given", () => {
  const result = formatted('clean');
  const { content, raw } = result;
  const forms = [result, { ok: true, call: ONE, result }, { content, success: false, raw: { stdout: raw.stdout } }];
  for (const provider of PROVIDERS) {
    for (const form of forms) {
      const text = JSON.stringify(formatResults(provider, [[ONE, form]]));
      expect([text.includes('clean'), text.includes('SECRET')]).toStrictEqual([true, false]);
    }
  }
});

describe.each(PROVIDERS)('%s', (provider) => {
  const size = (pairs: Parameters<typeof formatResults>[1], calls?: readonly (ToolCall | DamagedCall)[]) =>
    JSON.stringify(formatResults(provider, pairs, { calls }))
      .match(/r[0-9]/g)
      ?.join(' ');

  test('results follow the calls, where these are given', () => {
    const pairs = [
      [TWO, 'r2'],
      [ONE, 'r1'],
    ] as const;
    expect(size(pairs)).toBe('r2 r1');
    expect(size(pairs, [ONE, TWO])).toBe('r1 r2');
  });

  test('names that stand for ids, and empty ids, may come twice', () => {
    for (const id of ['git_log', '']) {
      const [first, second] = [callOf(id), callOf(id)];
      const pairs = [
        [second, 'r2'],
        [first, 'r1'],
      ] as const;
      expect(size(pairs)).toBe('r2 r1');
      expect(size(pairs, [first, second])).toBe('r1 r2');
    }
  });

  test.each<[string, Parameters<typeof formatResults>[1], (ToolCall | DamagedCall)[] | undefined, string]>([
    [
      'twice',
      [
        [ONE, 1],
        [ONE, 2],
      ],
      undefined,
      'There are two results for the call "c1" of "git_log".',
    ],
    [
      'twice',
      [
        [ONE, 1],
        [ONE, 2],
      ],
      [ONE],
      'There are two results for the call "c1" of "git_log".',
    ],
    [
      'twice in place of another',
      [
        [ONE, 1],
        [ONE, 2],
      ],
      [ONE, TWO],
      'There is no result for the call "c2" of "git_status".',
    ],
    ['none', [[ONE, 1]], [ONE, TWO], 'There is no result for the call "c2" of "git_status".'],
    ['none for a damaged call', [[ONE, 1]], [ONE, DAMAGED], 'There is no result for the call "c3" of "git_show".'],
    [
      'of no call',
      [
        [ONE, 1],
        [TWO, 2],
      ],
      [ONE],
      'There is a result for no call of this turn: the call "c2" of "git_status".',
    ],
    [
      'no pairs',
      [ONE, 1] as never,
      undefined,
      `The results must be a list of pairs, as in formatResults('openai', [[call, result]]).`,
    ],
    ['calls that are no list', [[ONE, 1]], ONE as never, '`calls` must be the list of calls of the turn.'],
    [
      'no list',
      ONE as never,
      undefined,
      `The results must be a list of pairs, as in formatResults('openai', [[call, result]]).`,
    ],
    [
      'a result without a form as JSON',
      [
        [
          ONE,
          {
            toJSON: () => {
              throw new Error('trap');
            },
          },
        ],
      ],
      undefined,
      'The result of the tool has no form as JSON.',
    ],
  ])('%s is an error, not a conversation that the provider refuses', (_name, pairs, calls, message) => {
    expect(() => formatResults(provider, pairs, { calls })).toThrow(
      expect.objectContaining({ name: 'AtipError', code: 'INVALID_RESPONSE', message }),
    );
  });

  test('a turn of the provider, read and answered', () => {
    const stream = createToolCallStream(provider);
    for (const event of EXAMPLES[provider].stream()) stream.push(event);
    const calls = stream.end();
    expect(
      size(
        calls.map((call, at) => [call, `r${at}`]),
        calls,
      ),
    ).toBe('r0 r1');
    const [call] = parseToolCall(provider, EXAMPLES[provider].response({ name: 'git_log', arguments: {} }));
    expect(call && size([[call, 'r1']], [call])).toBe('r1');
  });
});

test('damaged calls are answered beside the good ones, also with a repeated id or none', () => {
  const damaged = [DAMAGED, { ...DAMAGED }, { name: 'git_log', message: 'It has no id.' }];
  const text = `Nothing ran. ${DAMAGED.message}`;
  const calls = [DAMAGED, ONE, ...damaged.slice(1)];
  expect(formatResults('openai', [[ONE, 'done'], ...damaged.map((call) => [call] as const)], { calls })).toStrictEqual([
    { role: 'tool', tool_call_id: 'c3', content: text },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
    { role: 'tool', tool_call_id: 'c3', content: text },
    { role: 'tool', tool_call_id: '', content: 'Nothing ran. It has no id.' },
  ]);
});

test('a provider that nobody knows is an error also without results', () => {
  expect(() => formatResults('openrouter' as never, [])).toThrow('There is no provider "openrouter"');
});

test('a Promise is no result', () => {
  expect(() => formatResults('openai', [[ONE, Promise.resolve('late')]])).toThrow('A result is a Promise: await it.');
});

test.each(PROVIDERS)('no half of a character reaches %s, which would refuse the request', (provider) => {
  const halves = [`a\ud83d`, { deep: ['\ude00b'] }, new Error('c\ud83d')];
  const pairs = halves.map((value, at) => [callOf(`c${at}`), value] as const);
  expect(JSON.stringify(formatResults(provider, pairs))).not.toMatch(/\\ud83d|\\ude00/);
  expect(JSON.stringify(formatResults(provider, [[ONE, '😀']]))).toContain('😀');
});

test.each(['', ' \n'])('Bedrock gets no blank text for %j, which it refuses', (nothing) => {
  const [message] = formatResults('bedrock', [[ONE, nothing]]);
  expect(message?.content).toStrictEqual([
    { toolResult: { toolUseId: 'c1', content: [{ text: '(empty)' }], status: 'success' } },
  ]);
});
