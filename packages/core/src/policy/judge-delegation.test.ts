import { expect, test } from 'vitest';
import { checkCall } from '../call/check-call.ts';
import { parseTool } from '../document/parse-tool.ts';
import { toolWith } from '../testing/documents.ts';
import type { Delegation, EffectRestrictions, ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects, AtipTool } from '../types/tool.ts';
import { policyProblems } from './policy-fields.ts';
import { POLICY_PRESETS } from './policy-rules.ts';

const under = (delegation: Delegation, policy: ExecutionPolicy = POLICY_PRESETS.open): ExecutionPolicy => ({
  ...policy,
  delegations: [{ delegation, origin: 'of d.json' }],
});
const call = (name: string, args: Record<string, unknown> = {}) => ({ id: '1', name, arguments: args });
const decide = (tools: readonly AtipTool[], name: string, policy: ExecutionPolicy, args = {}) => {
  const { decision, reasons, rule } = checkCall(call(name, args), tools, policy);
  return { decision, reasons, ...(rule !== undefined && { rule }) };
};

const option = (name: string, effects: object) => ({
  name,
  flags: [`--${name}`],
  type: 'boolean',
  description: 'x',
  ...effects,
});
const [GH, GIT] = [
  {
    name: 'gh',
    commands: {
      pr: {
        description: 'x',
        commands: {
          list: { description: 'x', effects: { network: true, destructive: false } },
          merge: { description: 'x', effects: { network: true } },
        },
      },
      repo: { description: 'x', commands: { delete: { description: 'x', effects: { destructive: true } } } },
    },
  },
  {
    name: 'git',
    commands: {
      push: {
        description: 'x',
        effects: { destructive: false },
        options: [option('force', { 'x-effects': { destructive: true } })],
      },
      clean: {
        description: 'x',
        effects: { destructive: true },
        options: [option('dry-run', { 'x-mode': { destructive: false } })],
      },
      stash: { description: 'x', commands: { '': { description: 'x' }, drop: { description: 'x' } } },
    },
  },
].map((tool) => {
  const read = parseTool({ atip: '0.4', version: '1', description: 'x', trust: { source: 'vendor' }, ...tool });
  if (!read.tool) throw new Error(JSON.stringify(read.issues));
  return read.tool;
});
const TOOLS = [GH, GIT].flatMap((tool) => tool ?? []);
const NO_HARM: Delegation = { effectRestrictions: { destructive: false } };

test.each<[string, object, string, readonly string[]]>([
  ['gh_pr_list', {}, 'allow', []],
  [
    'gh_pr_merge',
    {},
    'confirm',
    [
      'The delegation of d.json lets nothing destroy (effectRestrictions/destructive), and gh_pr_merge does not say whether it does.',
    ],
  ],
  [
    'gh_repo_delete',
    {},
    'deny',
    [
      'gh_repo_delete is not delegated: the delegation of d.json lets nothing destroy (effectRestrictions/destructive), and it does.',
    ],
  ],
  ['git_push', {}, 'allow', []],
  [
    'git_push',
    { force: true },
    'deny',
    ['The delegation of d.json lets nothing destroy (effectRestrictions/destructive), and git_push does.'],
  ],
  [
    'git_clean',
    { dry_run: true },
    'deny',
    [
      'git_clean is not delegated: the delegation of d.json lets nothing destroy (effectRestrictions/destructive), and it does.',
    ],
  ],
])('where nothing may destroy, %s %j: %s', (name, args, decision, reasons) => {
  const found = decide(TOOLS, name, under(NO_HARM), args);
  expect([found.decision, found.reasons]).toStrictEqual([decision, reasons]);
  // Without the guard: open lets it through.
  expect(decide(TOOLS, name, POLICY_PRESETS.open, args).decision).toBe('allow');
});

test.each<[Delegation, string, string]>([
  [
    { allowedTools: ['gh'] },
    'git_push',
    'git_push is not delegated: the delegation of d.json does not name "git" (allowedTools).',
  ],
  [
    { deniedCommands: ['gh pr'] },
    'gh_pr_list',
    'gh_pr_list is not delegated: the delegation of d.json denies "gh pr" (deniedCommands).',
  ],
  [
    { deniedCommands: ['git psh'] },
    'git_push',
    'The delegation cannot be honoured: /deniedCommands has no command of git in "git psh".',
  ],
])('%j refuses %s though a rule allows it', (delegation, name, message) => {
  const rules = [{ run: `${name.slice(0, name.indexOf('_'))} *`, decision: 'allow' }] as const;
  expect(decide(TOOLS, name, { ...POLICY_PRESETS.standard, rules }).decision).toBe('allow');
  const found = decide(TOOLS, name, under(delegation, { ...POLICY_PRESETS.standard, rules }));
  expect([found.decision, found.reasons]).toStrictEqual(['deny', [message]]);
});

test('a rule that allows for good lifts no question of a delegation', () => {
  const rules = [{ run: 'gh *', decision: 'allow' }] as const;
  expect(decide(TOOLS, 'gh_pr_merge', { ...POLICY_PRESETS.standard, rules }).decision).toBe('allow');
  const found = decide(TOOLS, 'gh_pr_merge', under(NO_HARM, { ...POLICY_PRESETS.standard, rules }));
  expect([found.decision, found.rule]).toStrictEqual(['confirm', 'delegations/0']);
});

test.each<[EffectRestrictions, AtipEffects, string]>([
  [{ destructive: false }, {}, 'confirm'],
  [{ destructive: false }, { filesystem: { write: false }, network: false }, 'allow'],
  [{ destructive: false }, { destructive: false, 'x-runs': 'call' }, 'confirm'],
  [{ network: false }, {}, 'confirm'],
  [{ subprocess: false }, {}, 'confirm'],
  [{ idempotent: true }, {}, 'confirm'],
  [{ filesystem: { delete: false } }, { filesystem: { write: true } }, 'confirm'],
  [{ cost: { estimate: 'low' } }, {}, 'confirm'],
  [{ cost: { estimate: 'low' } }, { cost: { billable: false } }, 'allow'],
  [{ interactive: { prompts: false } }, {}, 'allow'],
])('under %j, %j is decided as standard would: %s', (effectRestrictions, effects, decision) => {
  const tool = toolWith({ a: { description: 'x', effects } });
  expect(decide([tool], 'tool_a', under({ effectRestrictions })).decision).toBe(decision);
  expect(decide([tool], 'tool_a', POLICY_PRESETS.open).decision).toBe('allow');
});

test('who has nobody to ask is denied what is not said', () => {
  const policy = under(NO_HARM, { ...POLICY_PRESETS.open, denyUnknown: true });
  expect(decide(TOOLS, 'gh_pr_merge', policy).decision).toBe('deny');
});

test('of several delegations each holds, and none that a client brings takes one away', () => {
  const delegations = [
    { delegation: { allowedTools: ['gh', 'git'] }, origin: 'of one' },
    { delegation: { allowedTools: ['gh'] }, origin: 'of two' },
  ];
  const policy = { ...POLICY_PRESETS.open, delegations };
  const narrowedBy = { delegations: [] };
  expect(checkCall(call('git_push'), TOOLS, policy, { narrowedBy }).reasons).toStrictEqual([
    'git_push is not delegated: the delegation of two does not name "git" (allowedTools).',
  ]);
  expect(policyProblems(narrowedBy).map(({ part }) => part)).toStrictEqual(['delegations']);
});

test('a name that only the shorter list has is found, and what is gone is not suggested', () => {
  const leaf = { description: 'x' };
  const tool = toolWith({ a_b: leaf, a: { description: 'x', commands: { b: leaf, c: leaf } } });
  expect(decide([tool], 'tool_a_b', under({ deniedCommands: ['tool a b'] })).decision).toBe('allow');
  expect(decide([tool], 'tool_a_b', POLICY_PRESETS.open).decision).toBe('deny');
  const misspelt = checkCall(call('git_stash_drp'), TOOLS, under({ deniedCommands: ['git stash drop'] }));
  expect(misspelt.suggestions).toStrictEqual(['git_stash']);
});
