// Decisions of the bridge's design, by the rows of bridge-design.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  AtipParseError,
  AtipValidationError,
  createResultFilter,
  createValidator,
  flattenCommands,
  parseToolCall,
  toAnthropic,
  toOpenAI,
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
