import type { Provider, ToolCall } from '@atip/core';
import { GH } from '../../../packages/core/src/testing/documents.ts';
import { HARD } from '../../../packages/core/src/testing/hard-tool.ts';
import * as streams from '../../../packages/core/src/testing/recorded-streams.ts';
import type { Case, Context } from './context.ts';

const CALLS: readonly ToolCall[] = [
  {
    id: 'c1',
    name: 'gh_pr_create',
    arguments: { title: 'ÄÖ "ü" 😀\u2028', draft: true, label: ['a', ''], n: 1.5e300 },
  },
  { id: 'c2', name: 'gh_pr_list', arguments: { limit: -0, state: null, deep: { a: [[1], { b: 'c' }] } } },
];

const ENCODERS: readonly (readonly [string, Provider, streams.Encode])[] = [
  ['openai', 'openai', streams.openai],
  ['openai-responses', 'openai-responses', streams.responses],
  ['anthropic', 'anthropic', streams.anthropic],
  ['bedrock', 'bedrock', streams.bedrock],
  ['gemini', 'gemini', streams.gemini],
  ['vertex', 'gemini', streams.vertex],
];

/** Every value a model might write for every kind of parameter. */
const VALUES: readonly unknown[] = [
  ...[
    '5',
    ' 5 ',
    '5.0',
    '0x10',
    '1e3',
    '\u0665',
    '',
    'true',
    'TRUE',
    'open',
    'OPEN',
    '-x',
    '+x',
    './x',
    'a\0b',
    '\u202e',
  ],
  ...[5, 5.5, -0, 1e21, Number.MAX_SAFE_INTEGER + 1, true, null, [], ['a', 1], [null], {}, '\ud800', 'é', 'e\u0301'],
];
const KEYS = [
  'title',
  'draft',
  'label',
  'state',
  'limit',
  'host',
  'token-file',
  'token_file',
  'repo',
  '__proto__',
  'none',
];
const NAMES = ['gh_pr_list', 'gh_pr_create', 'gh_repo_delete', 'GH_PR_LIST', 'gh', 'gh_pr', 'nobody', ''];

const pieces =
  (size: number): streams.Cut =>
  (text) =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));

/** What a model answers to calls, whole and in pieces; calls to checked arguments and an argv; results back. */
export function callCases({ core }: Context): readonly Case[] {
  const { parseToolCall, createToolCallStream, mapToCommand, validateToolCall, buildCommandArray } = core;
  const stream = (provider: Provider, events: readonly unknown[]): unknown => {
    const reader = createToolCallStream(provider);
    return [events.map((event) => reader.push(event)), settle(() => reader.end())];
  };
  const check = (call: ToolCall): unknown => {
    const mapping = mapToCommand(call.name, [GH, HARD]);
    const { arguments: accepted, ...rest } = validateToolCall(call, mapping);
    return { accepted, ...rest, argv: settle(() => buildCommandArray(mapping, accepted)) };
  };
  return [
    ...ENCODERS.flatMap(([name, provider, encode]): Case[] => [
      [`${name}, whole`, () => parseToolCall(provider, encode(CALLS, pieces(9)).whole)],
      [`${name}, as JSON`, () => parseToolCall(provider, JSON.parse(JSON.stringify(encode(CALLS, pieces(9)).whole)))],
      ...[1, 2, 7].map(
        (size): Case => [`${name}, pieces of ${size}`, () => stream(provider, encode(CALLS, pieces(size)).events)],
      ),
      [
        `${name}, broken off`,
        () => {
          const { events } = encode(CALLS, pieces(5));
          return events.map((_, index) => stream(provider, events.slice(0, index)));
        },
      ],
      [
        `${name}, a part gone`,
        () => {
          const { events } = encode(CALLS, pieces(11));
          return events.map((_, index) => settle(() => stream(provider, events.toSpliced(index, 1))));
        },
      ],
    ]),
    [
      'MCP, whole',
      () => parseToolCall('mcp', { method: 'tools/call', id: 7, params: { name: 'gh_pr_list', arguments: {} } }),
    ],
    [
      'no response',
      () =>
        core.PROVIDERS.map((provider) =>
          [null, '', [], {}, { error: { message: 'x' } }].map((value) => settle(() => parseToolCall(provider, value))),
        ),
    ],
    [
      'arguments that are no JSON',
      () =>
        ['{', '{"a":1,}', '[1]', '{"a":1}{', '{"a":NaN}', ''].map((text) =>
          settle(() => parseToolCall('openai', chat(text))),
        ),
    ],
    ...KEYS.map(
      (key): Case => [
        `values of ${key}`,
        () =>
          NAMES.slice(0, 3).flatMap((name) =>
            VALUES.map((value) => settle(() => check({ id: 'c', name, arguments: { [key]: value } }))),
          ),
      ],
    ),
    ['names', () => NAMES.map((name) => settle(() => check({ id: 'c', name, arguments: {} })))],
    [
      'actions',
      () =>
        ['list', 'create', 'pr create', 'nothing', 1].map((action) =>
          settle(() => core.resolveAction({ id: 'c', name: 'gh_pr', arguments: { action, title: 't' } }, [GH])),
        ),
    ],
    [
      'messages',
      () =>
        core.PROVIDERS.map((provider) => [
          core.handleToolResult(provider, { id: 'c', name: 'gh_pr_list', arguments: {} }, { a: [1, 'ä'] }),
          core.handleToolResult(provider, 'c', 'failed', { isError: true }),
          settle(() => core.handleToolResult(provider, 'c', 1n)),
        ]),
    ],
  ];
}

function chat(text: string): unknown {
  const call = { id: 'c', type: 'function', function: { name: 'gh_pr_list', arguments: text } };
  return { choices: [{ message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' }] };
}

/** What it returns or throws: one refusal must not hide the answers after it. */
function settle(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
