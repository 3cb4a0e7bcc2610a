// The bridge's API, by the rows of bridge-api.md.
import * as core from '@atip/core';
import {
  type AtipCommand,
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
import { printed } from './rfc-blocks.ts';

const GH: AtipTool = printed('13.1');
const GH_NAMES = ['gh_pr_list', 'gh_pr_create', 'gh_pr_merge', 'gh_repo_delete'];

/** A tool of one command, `t_x`. */
function toolWith(command: Partial<AtipCommand>, root: object = {}): AtipTool {
  const commands = { x: { description: 'D', ...command } };
  return { ...{ atip: '0.4', name: 't', version: '1', description: 'T', commands }, ...root };
}

const PROVIDERS = ['openai', 'gemini', 'anthropic'] as const;

test('API-toOpenAI-2 without commands the list is empty', () => {
  const none = toolWith({}, { commands: {} });
  expect([toOpenAI(none), toGemini(none), toAnthropic(none)]).toStrictEqual([[], [], []]);
});

test('API-toOpenAI-3 API-toGemini-2 API-toAnthropic-2 safety follows the description', () => {
  const said = 'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | NETWORK]';
  expect(toOpenAI(GH)[3]?.function.description).toBe(said);
  expect([toGemini(GH)[3]?.description, toAnthropic(GH)[3]?.description]).toStrictEqual([said, said]);
});

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

test.each(PROVIDERS)('API-compileTools-1 tools in their order, for %s', (provider) => {
  const { tools, ...rest } = compileTools([GH, toolWith({})], provider);
  expect(rest).toStrictEqual({ provider });
  expect(tools.map((tool) => ('function' in tool ? tool.function.name : tool.name))).toStrictEqual([
    ...GH_NAMES,
    't_x',
  ]);
  expect(compileTools([], provider)).toStrictEqual({ provider, tools: [] });
});

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
  expect(violations.map(({ message, ...rest }) => rest)).toStrictEqual([
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

test('API-validator-5 the printed example: a repository is not deleted', () => {
  const validator = createValidator([GH], { allowDestructive: false, allowBillable: false });
  const { valid, violations } = validator.validate('gh_repo_delete', { repo: 'test' });
  expect([valid, violations.map(({ code, assumed }) => [code, assumed])]).toStrictEqual([
    false,
    [
      ['DESTRUCTIVE_OPERATION', undefined],
      // 13.1 does not say whether it costs money: what is unknown is not allowed (D24).
      ['BILLABLE_OPERATION', true],
    ],
  ]);
});

test('API-filter-2 100,000 characters by default, then a mark', () => {
  const filter = createResultFilter([]);
  expect(filter.filter('x'.repeat(100_000), 't')).toBe('x'.repeat(100_000));
  expect(filter.filter('x'.repeat(100_001), 't')).toBe(`${'x'.repeat(100_000)}\n[TRUNCATED]`);
});

test('API-constants-1 the constants are those of the document', () => {
  expect([core.OPENAI_DESCRIPTION_MAX_LENGTH, core.SAFETY_FLAGS]).toStrictEqual([
    1024,
    {
      DESTRUCTIVE: '\u26a0\ufe0f DESTRUCTIVE',
      NOT_REVERSIBLE: '\u26a0\ufe0f NOT REVERSIBLE',
      NOT_IDEMPOTENT: '\u26a0\ufe0f NOT IDEMPOTENT',
      BILLABLE: '\ud83d\udcb0 BILLABLE',
      READ_ONLY: '\ud83d\udd12 READ-ONLY',
    },
  ]);
});
