// The bridge's API, by the rows of bridge-api.md.
import * as core from '@atip/core';
import {
  type AtipCommand,
  type AtipOption,
  type AtipTool,
  compileTools,
  createResultFilter,
  createValidator,
  generateSafetyPrompt,
  type Policy,
  parseTool,
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

const OPTION: AtipOption = { name: 'o', flags: ['-o'], type: 'string', description: 'O' };
const NEEDED = { name: 'n', type: 'integer', description: 'N' } as const;
const PROVIDERS = ['openai', 'gemini', 'anthropic'] as const;

test.each([
  ['a text', '0.3'],
  ['an object', { version: '0.4' }],
  [
    'an object with all of its fields',
    {
      version: '0.4',
      features: ['partial-discovery', 'interactive-effects', 'trust-v1', 'patterns-v1'],
      minAgentVersion: '0.1.0',
    },
  ],
])('API-types-2 the version of the protocol is %s', (_name, atip) => {
  expect(parseTool({ ...GH, atip }).tool?.atip).toStrictEqual(atip);
});

test('API-types-6 an agent that is too old for a document is told so', () => {
  const { issues } = parseTool({ ...GH, atip: { version: '0.4', minAgentVersion: '99.0.0' } });
  const [first] = issues;
  expect(first).toMatchObject({ code: 'unsupported-version', severity: 'error', path: '/atip/minAgentVersion' });
  expect(first?.message).toContain('99.0.0');
});

test('API-types-3 every printed field of a document is read without a finding', () => {
  const effects = {
    filesystem: { read: true, write: true, delete: false, paths: ['./'] },
    ...{ network: true, subprocess: true, idempotent: false, reversible: false, destructive: true },
    ...{ creates: ['a'], modifies: ['b'], deletes: ['c'] },
    interactive: { stdin: 'optional', prompts: false, tty: false },
    cost: { estimate: 'medium', billable: true },
    duration: { typical: '1-5s', timeout: '60s' },
  };
  const trust = { source: 'org', verified: true, checksum: `sha256:${'a'.repeat(64)}`, signedBy: 'A' };
  const method = { envVar: 'T_TOKEN', description: 'A token', setupCommand: 't login' };
  const document = {
    ...{ atip: { version: '0.4' }, name: 't', version: '1', description: 'T', homepage: 'https://example.org', trust },
    commands: {
      x: {
        description: 'X',
        arguments: [{ ...NEEDED, required: true, default: 1, variadic: false, enum: [1, 2] }],
        options: [{ ...OPTION, type: 'enum', required: false, default: 'a', enum: ['a', 'b'], envVar: 'T_O' }],
        effects,
        examples: ['t x 1'],
      },
    },
    globalOptions: [{ name: 'v', flags: ['-v'], type: 'boolean', description: 'V' }],
    authentication: {
      required: true,
      methods: ['token', 'oauth', 'api-key', 'password', 'certificate'].map((type) => ({ type, ...method })),
      checkCommand: 't status',
    },
    effects: { subprocess: true },
    patterns: [
      {
        ...{ name: 'p', description: 'P', tags: ['a'], executable: false },
        steps: [{ command: 't x {n}', description: 'First' }],
        variables: { n: { type: 'integer', description: 'N' } },
      },
    ],
    ...{ partial: true, filter: { commands: ['x'], depth: null }, totalCommands: 2, includedCommands: 1 },
    omitted: { reason: 'filtered', safetyAssumption: 'unknown' },
  };
  const { tool, issues } = parseTool(document);
  expect(issues.filter(({ severity }) => severity !== 'info')).toStrictEqual([]);
  expect(tool).toStrictEqual(document);
});

test('API-types-4 an argument is required and no list unless it says so, an option is not required', () => {
  const tool = toolWith({ arguments: [NEEDED, { ...NEEDED, name: 'list', variadic: true }], options: [OPTION] });
  expect(toAnthropic(tool)[0]?.input_schema).toStrictEqual({
    type: 'object',
    properties: {
      n: { type: 'integer', description: 'N' },
      list: { type: 'array', description: 'N', items: { type: 'integer' } },
      o: { type: 'string', description: 'O' },
    },
    required: ['n', 'list'],
  });
});

test('API-toOpenAI-1 API-toGemini-1 API-toAnthropic-1 one tool for each command, named with underscores', () => {
  expect(toOpenAI(GH).map((tool) => tool.function.name)).toStrictEqual(GH_NAMES);
  expect(toGemini(GH).map(({ name }) => name)).toStrictEqual(GH_NAMES);
  expect(toAnthropic(GH).map(({ name }) => name)).toStrictEqual(GH_NAMES);
});

test('API-toOpenAI-2 without commands the list is empty', () => {
  const none = toolWith({}, { commands: {} });
  expect([toOpenAI(none), toGemini(none), toAnthropic(none)]).toStrictEqual([[], [], []]);
});

test('API-toOpenAI-3 API-toGemini-2 API-toAnthropic-2 safety follows the description', () => {
  const said = 'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | NETWORK]';
  expect(toOpenAI(GH)[3]?.function.description).toBe(said);
  expect([toGemini(GH)[3]?.description, toAnthropic(GH)[3]?.description]).toStrictEqual([said, said]);
});

test('API-toOpenAI-4 strict: everything is required, what is optional can be null, nothing else is taken', () => {
  expect(toOpenAI(toolWith({ arguments: [NEEDED], options: [OPTION] }), { strict: true })[0]).toStrictEqual({
    type: 'function',
    function: {
      ...{ name: 't_x', description: 'D', strict: true },
      parameters: {
        type: 'object',
        properties: {
          n: { type: 'integer', description: 'N' },
          o: { type: ['string', 'null'], description: 'O' },
        },
        required: ['n', 'o'],
        additionalProperties: false,
      },
    },
  });
});

test('API-toGemini-3 API-toAnthropic-3 required holds what is required, and no description is cut', () => {
  const tool = toolWith({ description: 'a'.repeat(2000), arguments: [NEEDED], options: [OPTION] });
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer', description: 'N' }, o: { type: 'string', description: 'O' } },
    required: ['n'],
  };
  const head = { name: 't_x', description: 'a'.repeat(2000) };
  expect(toGemini(tool)).toStrictEqual([{ ...head, parameters: schema }]);
  expect(toAnthropic(tool)).toStrictEqual([{ ...head, input_schema: schema }]);
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

test('API-compileTools-2 of two tools with one name the later counts', () => {
  const { tools } = compileTools(
    [toolWith({ description: 'First' }), toolWith({ description: 'Second' })],
    'anthropic',
  );
  expect(tools.map(({ description }) => description)).toStrictEqual(['Second']);
});

test('API-compileTools-3 strict concerns the provider that has it', () => {
  const tool = toolWith({ options: [OPTION] });
  expect(compileTools([tool], 'gemini', { strict: true }).tools).toStrictEqual(toGemini(tool));
  expect(compileTools([tool], 'anthropic', { strict: true }).tools).toStrictEqual(toAnthropic(tool));
});

test('API-safety-1 the prompt has a section for each category, with commands and their descriptions', () => {
  expect(generateSafetyPrompt([])).toBe('');
  const effects = {
    ...{ destructive: true, reversible: false, network: true },
    ...{ cost: { billable: true }, interactive: { stdin: 'required' as const } },
  };
  const root = { trust: { source: 'native' } };
  const prompt = generateSafetyPrompt([toolWith({ description: 'Does it all', effects }, root)]);
  const sections = prompt.split('\n### ').map((part) => [part.split('\n')[0], part.includes('- t_x: Does it all')]);
  expect(sections).toStrictEqual([
    ['## Tool Safety Summary', false],
    ['Destructive Operations', true],
    ['Non-Reversible Operations', true],
    ['Billable Operations', true],
    ['Network Operations', true],
    ['Interactive Operations', true],
  ]);
  expect(generateSafetyPrompt([GH])).toContain('\n- gh_repo_delete: Delete a repository\n');
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

test('API-validator-2 all violations are returned, and a policy that says nothing allows', () => {
  const all: Policy = Object.assign({}, ...VIOLATIONS.map(([, policy]) => policy));
  expect(
    createValidator([WORST], all)
      .validate('t_x', {})
      .violations.map(({ code }) => code),
  ).toStrictEqual(VIOLATIONS.map(([, , code]) => code));
  expect(createValidator([WORST], {}).validate('t_x', {})).toStrictEqual({ valid: true, violations: [] });
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

test.each<[string, string]>([
  ['Authorization: Bearer abc.def', 'Authorization: [REDACTED]'],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: [REDACTED]'],
  ...['ghp', 'gho', 'ghs', 'ghu'].map((prefix): [string, string] => [
    `is ${prefix}_${'a1B2'.repeat(9)}.`,
    'is [REDACTED].',
  ]),
  ['key AKIAABCDEFGHIJKLMNOP', 'key [REDACTED]'],
  ['password=hunter2 secret=abc token=abc', 'password=[REDACTED] secret=[REDACTED] token=[REDACTED]'],
  ['api_key=abc apikey=abc api-key=abc', 'api_key=[REDACTED] apikey=[REDACTED] api-key=[REDACTED]'],
])('API-filter-1 secrets are redacted by default: %s', (text, said) => {
  expect(createResultFilter([GH]).filter(text, 'gh_pr_list')).toBe(said);
  expect(createResultFilter([GH], { redactSecrets: false }).filter(text, 'gh_pr_list')).toBe(text);
});

test('API-filter-2 100,000 characters by default, then a mark', () => {
  const filter = createResultFilter([]);
  expect(filter.filter('x'.repeat(100_000), 't')).toBe('x'.repeat(100_000));
  expect(filter.filter('x'.repeat(100_001), 't')).toBe(`${'x'.repeat(100_000)}\n[TRUNCATED]`);
});

test('API-filter-3 own patterns come after the built-in ones', () => {
  const filter = createResultFilter([], { redactPatterns: [/REDACTED/g, /internal-\d+/g] });
  expect(filter.filter('password=hunter2 internal-5', 't')).toBe('password=[[REDACTED]] [REDACTED]');
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

test('API-errors-2 both errors are errors', () => {
  const [invalid, unread] = [new core.AtipValidationError('m', ['a'], 1), new core.AtipParseError('m', 'openai', {})];
  expect([invalid instanceof Error, unread instanceof Error]).toStrictEqual([true, true]);
  expect(invalid).toMatchObject({ message: 'm', path: ['a'], value: 1 });
  expect(unread).toMatchObject({ message: 'm', provider: 'openai', response: {} });
});
