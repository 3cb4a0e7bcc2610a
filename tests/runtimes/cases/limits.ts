import { GH } from '../../../packages/core/src/testing/documents.ts';
import type { Case, Context } from './context.ts';

/** Too deep, too long, too many: refused in the same words, where engines have stacks of different sizes. */
export function limitCases({ core, importers, share }: Context): readonly Case[] {
  const { parseTool } = core;
  const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const commands = (depth: number): string => `${'{"commands":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
  const everywhere = (value: unknown): unknown => [
    parseTool(value),
    core.PROVIDERS.map((provider) => core.checkProviderTools(provider, [value])),
    core.checkCanonicalTool(value),
    [importers.fromOclif(value), importers.fromFig(value), importers.fromCarapace(value), importers.fromMcp(value)],
  ];
  return [
    ...[99, 100, 101, 5_000, 2_000_000].map(
      (depth): Case => [`${depth} lists deep`, () => parseTool(lists(depth)).issues],
    ),
    ...[40, 101, 100_000].map((depth): Case => [`${depth} commands deep`, () => parseTool(commands(depth)).issues]),
    ...[90, 500, 20_000].map((depth): Case => [`${depth} objects deep as a value`, () => everywhere(nested(depth))]),
    ['too many values', () => parseTool(`[${'0,'.repeat(500_001)}0]`).issues],
    ['too long', () => parseTool(' '.repeat(4 * 1024 * 1024 + 1)).issues],
    ['long names', () => parseTool(`{"${'a'.repeat(3_000)}":{"${'b'.repeat(3_000)}":1}}`).issues],
    [
      'more issues than are listed',
      () =>
        parseTool({
          ...GH,
          commands: Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`c${at}`, { effects: 1 }])),
        }).issues,
    ],
    ['syntax without end', () => parseTool('{"a" 1,'.repeat(5_000)).issues],
    ['a value in itself', () => everywhere(ring())],
    [
      'getters that throw',
      () => everywhere(Object.defineProperty({ name: 'x' }, 'atip', { get: fail, enumerable: true })),
    ],
    [
      'a proxy that throws',
      () => everywhere(new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail })),
    ],
    ['a revoked proxy', () => everywhere(revoked())],
    ['big integers and symbols', () => everywhere({ name: 2n ** 80n, atip: Symbol('x') })],
    ['a response that is too deep', () => deepCall(core)],
    ['arguments that are too deep', () => core.parseToolCall('openai', chat(lists(200_000)))],
    ['a result that is too deep', () => core.handleToolResult('gemini', 'c', nested(200_000))],
    ['an override that is too deep', () => core.overrideTool(GH, nested(20_000))],
    ['a link of nothing but length', () => share.decodeShare(`#v1.l.${'A'.repeat(24 * 1024 * 1024)}`).ok],
    ['1,000 commands', () => core.compile([many()], 'openai', { strategy: 'action' }).tools.length],
    ['1,000 commands, issues', () => core.compile([many()], 'gemini').issues],
  ];
}

/** The response is the host's own object: it comes through, and goes no further than the check of its arguments. */
function deepCall(core: Context['core']): unknown {
  const content = [{ type: 'tool_use', id: 'c', name: 'gh_pr_list', input: { limit: nested(20_000) } }];
  const calls = core.parseToolCall('anthropic', { stop_reason: 'tool_use', content });
  return calls.map((call) => core.validateToolCall(call, core.mapToCommand(call.name, [GH])));
}

function many(): typeof GH {
  return {
    ...GH,
    commands: Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`c${at % 7}-${at}`, { description: `No. ${at}` }]),
    ),
  };
}

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level += 1) value = { commands: value };
  return value;
}

function ring(): object {
  const value: Record<string, unknown> = { name: 'ring' };
  value['commands'] = { again: value };
  return value;
}

function fail(): never {
  throw new Error('This was touched.');
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function chat(text: string): unknown {
  const call = { id: 'c', type: 'function', function: { name: 'gh_pr_list', arguments: text } };
  return { choices: [{ message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' }] };
}
