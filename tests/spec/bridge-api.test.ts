// The bridge's API and design, by the rows of bridge-api.md and bridge-design.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as core from '@atip/core';
import {
  type AtipCommand,
  type AtipEffects,
  type AtipTool,
  compileTools,
  createResultFilter,
  createValidator,
  type Policy,
  toAnthropic,
  toGemini,
  toOpenAI,
} from '@atip/core';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { printed } from './rfc-blocks.ts';

const GH: AtipTool = printed('13.1');
const GH_NAMES = ['gh_pr_list', 'gh_pr_create', 'gh_pr_merge', 'gh_repo_delete'];

/** A tool of one command, `t_x`. */
function toolWith(command: Partial<AtipCommand>, root: object = {}): AtipTool {
  const commands = { x: { description: 'D', ...command } };
  return { ...{ atip: '0.4', name: 't', version: '1', description: 'T', commands }, ...root };
}

const PROVIDERS = ['openai', 'gemini', 'anthropic'] as const;

test.each([
  ['atip', { atip: undefined }],
  ['name', { name: undefined }],
  ['version', { version: undefined }],
  ['description', { description: undefined }],
  ['commands', { commands: [] }],
])(
  'API-toOpenAI-6 API-compileTools-4 API-errors-1 %s that cannot be read is thrown, with place and value',
  (field, wrong) => {
    const tool: AtipTool = Object.assign(toolWith({}), wrong);
    const attempts = [
      () => toOpenAI(tool),
      () => toGemini(tool),
      () => toAnthropic(tool),
      () => compileTools([GH, tool], 'openai'),
    ];
    for (const attempt of attempts) {
      const error = errorOf(attempt);
      expect(error).toBeInstanceOf(core.AtipValidationError);
      expect(error).toMatchObject({ path: [field], value: Object.values(wrong)[0] });
    }
  },
);

/** The error that a function throws. */
function errorOf(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    return error;
  }
}

test.each(PROVIDERS)(
  'API-toOpenAI-2 API-compileTools-1 tools in their order, none without commands, for %s',
  (provider) => {
    const { tools, ...rest } = compileTools([GH, toolWith({})], provider);
    expect(rest).toStrictEqual({ provider });
    expect(tools.map((tool) => ('function' in tool ? tool.function.name : tool.name))).toStrictEqual([
      ...GH_NAMES,
      't_x',
    ]);
    expect(compileTools([], provider)).toStrictEqual({ provider, tools: [] });
    expect(compileTools([toolWith({}, { commands: {} })], provider).tools).toStrictEqual([]);
  },
);

const WORST = toolWith({
  effects: {
    ...{ destructive: true, reversible: false, network: true },
    cost: { billable: true, estimate: 'high' },
    filesystem: { write: true, delete: true },
  },
});
const VIOLATIONS: readonly (readonly [keyof Policy, Policy, string, 'error' | 'warning'])[] = [
  ['minTrustLevel', { minTrustLevel: 'native' }, 'TRUST_BELOW_THRESHOLD', 'error'],
  ['allowDestructive', { allowDestructive: false }, 'DESTRUCTIVE_OPERATION', 'error'],
  ['allowNonReversible', { allowNonReversible: false }, 'NON_REVERSIBLE_OPERATION', 'error'],
  ['allowBillable', { allowBillable: false }, 'BILLABLE_OPERATION', 'error'],
  ['allowFilesystemDelete', { allowFilesystemDelete: false }, 'FILESYSTEM_DELETE', 'warning'],
  ['allowFilesystemWrite', { allowFilesystemWrite: false }, 'FILESYSTEM_WRITE', 'warning'],
  ['allowNetwork', { allowNetwork: false }, 'NETWORK_OPERATION', 'warning'],
  ['maxCostEstimate', { maxCostEstimate: 'medium' }, 'COST_EXCEEDS_LIMIT', 'error'],
];

test.each(VIOLATIONS)('API-validator-1 %s has its own violation', (_field, policy, code, severity) => {
  const { valid, violations } = createValidator([WORST], policy).validate('t_x', {});
  expect(valid).toBe(false);
  expect(violations.map(({ message, trust, ...rest }) => rest)).toStrictEqual([
    { code, severity, toolName: 't_x', commandPath: ['x'] },
  ]);
});

test('API-validator-3 a command that nobody has is an error', () => {
  expect(createValidator([GH], {}).validate('gh_nope', {}).violations).toMatchObject([
    { code: 'UNKNOWN_COMMAND', severity: 'error', toolName: 'gh_nope' },
  ]);
});

test('API-validator-4 what becomes of policy and tools later changes nothing', () => {
  const policy: Policy = { allowDestructive: false };
  const tool = structuredClone(WORST);
  const validator = createValidator([tool], policy);
  policy.allowDestructive = true;
  tool.commands = {};
  expect(validator.validate('t_x', {}).violations.map(({ code }) => code)).toStrictEqual(['DESTRUCTIVE_OPERATION']);
});

test('API-filter-2 100,000 characters by default, then a mark', () => {
  const filter = createResultFilter([]);
  expect(filter.filter('x'.repeat(100_000), 't')).toBe('x'.repeat(100_000));
  expect(filter.filter('x'.repeat(100_001), 't')).toBe(`${'x'.repeat(100_000)}\n[TRUNCATED]`);
});

const HARMFUL: AtipEffects = { destructive: true, reversible: false, idempotent: false, cost: { billable: true } };
const FLAGS = '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]';

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
    const [tool] = toOpenAI(toolWith({ description: text, effects: HARMFUL }));
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
