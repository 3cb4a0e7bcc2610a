// Decisions of the bridge's design, by the rows of bridge-design.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  AtipParseError,
  AtipValidationError,
  compileTools,
  createResultFilter,
  createToolCallStream,
  createValidator,
  flattenCommands,
  generateSafetyPrompt,
  mapToCommand,
  parseToolCall,
  toAnthropic,
  toGemini,
  toOpenAI,
  validateToolCall,
} from '@atip/core';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const WORST: AtipEffects = { destructive: true, reversible: false, idempotent: false, cost: { billable: true } };
const FLAGS = '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]';

/** A tool of one command, `t_x`; `root` may hold what is wrong. */
function toolWith(command: Partial<AtipCommand>, root: object = {}): AtipTool {
  const commands = { x: { description: 'D', ...command } };
  return Object.assign({ atip: '0.4', name: 't', version: '1', description: 'T', commands }, root);
}

test('BD-flatten-1 BD-flow-1 commands without subcommands become tools, depth first', () => {
  const leaf = { description: 'L' };
  const commands = {
    b: { description: 'B', commands: { c: leaf, a: { description: 'A', commands: { d: leaf } } } },
    a: leaf,
  };
  const names = flattenCommands({ ...toolWith({}), commands }).map(({ name }) => name);
  expect(names).toStrictEqual(['t_b_c', 't_b_a_d', 't_a']);
});

test.each([
  ['openai', 1024],
  ['gemini', 3000 + 1 + FLAGS.length],
  ['anthropic', 3000 + 1 + FLAGS.length],
] as const)('BD-suffix-1 BD-length-1 BD-priority-1 flags are whole, text is cut for %s alone', (provider, length) => {
  const [tool] = compileTools([toolWith({ description: 'a'.repeat(3000), effects: WORST })], provider).tools;
  const description = (tool && 'function' in tool ? tool.function : tool)?.description ?? '';
  expect([description.length, description.endsWith(` ${FLAGS}`)]).toStrictEqual([length, true]);
  expect(description.includes(`... ${FLAGS}`)).toBe(provider === 'openai');
});

/** As the design prints it. */
function buildDescription(text: string, suffix: string): string {
  const maxTextLength = 1024 - suffix.length - 1;
  const kept = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 3)}...` : text;
  return suffix ? `${kept} ${suffix}` : kept;
}

test.each([1, 900, 940, 941, 942, 943, 944, 945, 950, 1024, 2000])(
  'BD-priority-2 the printed function and ours agree on %i characters',
  (length) => {
    const text = 'abcdefghi '.repeat(300).slice(0, length);
    const [tool] = toOpenAI(toolWith({ description: text, effects: WORST }));
    expect(tool?.function.description).toBe(buildDescription(text, FLAGS));
  },
);

test('BD-optional-1 the printed schemas, strict and not', () => {
  const tool = toolWith({
    options: [{ name: 'title', flags: ['--title'], type: 'string', description: 'Optional title' }],
  });
  const [loose, strict] = [toOpenAI(tool)[0], toOpenAI(tool, { strict: true })[0]].map(
    (one) => one?.function.parameters,
  );
  const description = 'Optional title';
  expect([loose?.properties, loose?.required]).toStrictEqual([{ title: { type: 'string', description } }, []]);
  expect([strict?.properties, strict?.required]).toStrictEqual([
    { title: { type: ['string', 'null'], description } },
    ['title'],
  ]);
});

test.each([
  ['atip', { atip: '' }],
  ['name', { name: '' }],
  ['version', { version: '' }],
  ['description', { description: '' }],
  ['a command', { commands: { x: 5 } }],
])(
  'BD-errors-1 BD-errors-4 BD-errors-5 no result at all where %s is unreadable, and the error says where',
  (_field, root) => {
    for (const transform of [toOpenAI, toGemini, toAnthropic]) {
      expect(() => transform(toolWith({}, root))).toThrow(AtipValidationError);
    }
  },
);

test.each([
  ['homepage', { homepage: 5 }],
  ['trust', { trust: 'native' }],
  ['authentication', { authentication: 'yes' }],
  ['patterns', { patterns: 5 }],
  ['an extension', { 'x-anything': { at: 'all' } }],
])('BD-errors-2 BD-errors-3 %s of another type, and extensions, change nothing', (_field, root) => {
  expect(toAnthropic(toolWith({}, root))).toStrictEqual(toAnthropic(toolWith({})));
});

test('BD-errors-7 effects of another type stop the compilation, so that no flag is lost (D14)', () => {
  const wrong = toolWith({}, { effects: { cost: { billable: 'yes' } } });
  expect(() => toOpenAI(wrong)).toThrow('/effects/cost/billable must be true or false');
});

test('BD-errors-6 the printed recovery patterns work', () => {
  const compileWithFallback = (tool: AtipTool): unknown[] => {
    try {
      return toOpenAI(tool);
    } catch (error) {
      if (error instanceof AtipValidationError) return [];
      throw error;
    }
  };
  const parseWithFallback = (response: unknown): unknown[] => {
    try {
      return parseToolCall('openai', response);
    } catch (error) {
      if (error instanceof AtipParseError) return [];
      throw error;
    }
  };
  expect([compileWithFallback(toolWith({}, { name: '' })), parseWithFallback('nothing')]).toStrictEqual([[], []]);
  expect(compileWithFallback(toolWith({})).length).toBe(1);
});

test('BD-exports-1 one function can be taken without the rest, and nothing comes with the package', () => {
  const { dependencies, sideEffects, type } = JSON.parse(
    readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8'),
  );
  expect({ dependencies, sideEffects, type }).toStrictEqual({
    dependencies: undefined,
    sideEffects: false,
    type: 'module',
  });
});

test('BD-flow-2 BD-flow-3 effects are inherited, and every violation is told', () => {
  const group = {
    description: 'G',
    effects: { destructive: true },
    commands: { y: { description: 'Y', effects: { network: true } } },
  };
  const validator = createValidator([toolWith({}, { effects: { cost: { billable: true } }, commands: { g: group } })], {
    ...{ allowDestructive: false, allowNetwork: false, allowBillable: false },
  });
  const { violations } = validator.validate('t_g_y', {});
  expect(violations.map(({ code }) => code)).toStrictEqual([
    'DESTRUCTIVE_OPERATION',
    'BILLABLE_OPERATION',
    'NETWORK_OPERATION',
  ]);
});

test('BD-filter-1 what is no secret keeps its structure, and is not read', () => {
  const json = '{ "a" : [1,  2],\n\t"b":"ü" }\n<x>&amp;</x>\n';
  expect(createResultFilter([toolWith({})]).filter(json, 't_x')).toBe(json);
});

test('BD-trust-1 BD-trust-3 trust is for policies: compiling keeps it out, a validator compares it', () => {
  const tool = toolWith({}, { trust: { source: 'community' } });
  expect(toAnthropic(tool)).toStrictEqual(toAnthropic(toolWith({})));
  const codes = (['community', 'org'] as const).map((minTrustLevel) =>
    createValidator([tool], { minTrustLevel })
      .validate('t_x', {})
      .violations.map(({ code }) => code),
  );
  expect(codes).toStrictEqual([[], ['TRUST_BELOW_THRESHOLD']]);
});

test('BD-future-1 arguments of a call are checked by type', () => {
  const tool = toolWith({ arguments: [{ name: 'n', type: 'integer', description: 'N' }] });
  const call = { id: '1', name: 't_x', arguments: { n: 'many' } };
  const { errors } = validateToolCall(call, mapToCommand('t_x', [tool]));
  expect(errors.map(({ code, parameter }) => [code, parameter])).toStrictEqual([['INVALID_TYPE', 'n']]);
});

test('BD-future-2 calls are read from a stream, piece by piece', () => {
  const stream = createToolCallStream('openai');
  const delta = (call: object) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }] });
  stream.push(delta({ id: 'c1', function: { name: 't_x', arguments: '{"a"' } }));
  stream.push(delta({ function: { arguments: ':1}' } }));
  stream.push({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] });
  expect(stream.end()).toStrictEqual([{ id: 'c1', name: 't_x', arguments: { a: 1 } }]);
});

test('BD-trust-2 a safety prompt says whose effects nobody has checked', () => {
  const prompt = (source: 'native' | 'inferred') =>
    generateSafetyPrompt([toolWith({ effects: WORST }, { trust: { source } })]);
  expect(prompt('inferred')).toContain('### Unchecked Effects\n');
  expect(prompt('inferred')).toContain('\n- t (inferred)');
  expect(prompt('native')).not.toContain('Unchecked');
});
