import { mapToCommand } from '../commands/commands-by-name.ts';
import { GH, toolWith } from '../testing/documents.ts';
import { rowsOf, stated } from '../testing/in-words.ts';
import type { Decision, ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects, AtipOption, AtipTool, ConditionalEffects, TrustSource } from '../types/tool.ts';
import { checkPolicy, createValidator, decide, sentencesOf, withPolicyDefaults } from './check-policy.ts';
import { POLICY_PRESETS } from './policy-rules.ts';
import { expect, test } from 'vitest';

const judge = (effects: AtipEffects, policy: ExecutionPolicy, trust: TrustSource = 'native') =>
  decide({ name: 'tool_x', path: ['x'], effects, trust }, policy);
const codesOf = ({ violations }: ReturnType<typeof judge>): string =>
  violations.map(({ code, assumed }) => code + (assumed ? '?' : '')).join(' ');

const LOCAL = '-network -filesystem.write';
const SAFE = `-destructive +reversible -cost.billable +filesystem.read -filesystem.delete ${LOCAL}`;
const OFF = '-allowDestructive -allowNonReversible -allowBillable -allowNetwork -allowFilesystemWrite';

test.each(
  rowsOf(`
    an empty policy allows               | +destructive +network              |                                      | allow   |                       |
    destructive is confirmed             | ${SAFE} +destructive               | -allowDestructive                    | confirm | allowDestructive      | DESTRUCTIVE_OPERATION
    not reversible is confirmed          | ${SAFE} +network -reversible       | -allowNonReversible                  | confirm | allowNonReversible    | NON_REVERSIBLE_OPERATION
    billable is denied                   | ${SAFE} +cost.billable             | -allowBillable                       | deny    | allowBillable         | BILLABLE_OPERATION
    network is denied                    | ${SAFE} +network                   | -allowNetwork                        | deny    | allowNetwork          | NETWORK_OPERATION
    writing is denied                    | ${SAFE} +filesystem.write          | -allowFilesystemWrite                | deny    | allowFilesystemWrite  | FILESYSTEM_WRITE
    deleting is denied                   | ${SAFE} +filesystem.delete         | -allowFilesystemDelete               | deny    | allowFilesystemDelete | FILESYSTEM_DELETE
    a cost above the limit is denied     | cost.estimate=high                 | maxCostEstimate=low                  | deny    | maxCostEstimate       | COST_EXCEEDS_LIMIT
    stdin is denied                      | interactive.stdin=required         | -allowInteractive                    | deny    | allowInteractive      | INTERACTIVE_OPERATION
    a prompt is denied                   | +interactive.prompts               | -allowInteractive                    | deny    | allowInteractive      | INTERACTIVE_OPERATION
    the strictest answer holds           | +destructive +network              | -allowDestructive -allowNetwork      | deny    | allowNetwork          | DESTRUCTIVE_OPERATION NETWORK_OPERATION
    what is stated safe passes all       | ${SAFE}                            | ${OFF} -allowFilesystemDelete -allowInteractive | allow | |

    unknown is not safe: destructive     | +network                           | -allowDestructive                    | confirm | allowDestructive      | DESTRUCTIVE_OPERATION?
    unknown is not safe: reversible      |                                    | -allowNonReversible                  | confirm | allowNonReversible    | NON_REVERSIBLE_OPERATION?
    unknown is not safe: billable        | +network                           | -allowBillable                       | confirm | allowBillable         | BILLABLE_OPERATION?
    unknown is not safe: network         |                                    | -allowNetwork                        | confirm | allowNetwork          | NETWORK_OPERATION?
    unknown is not safe: writing         | +filesystem.read                   | -allowFilesystemWrite                | confirm | allowFilesystemWrite  | FILESYSTEM_WRITE?
    unknown is not safe: deleting        |                                    | -allowFilesystemDelete               | confirm | allowFilesystemDelete | FILESYSTEM_DELETE?
    unknown is not safe: cost            |                                    | maxCostEstimate=high                 | confirm | maxCostEstimate       | COST_EXCEEDS_LIMIT?

    a statement outweighs read-only      | ${LOCAL} -reversible               | -allowNonReversible                  | confirm | allowNonReversible    | NON_REVERSIBLE_OPERATION
    a cost outweighs what stays here     | -network cost.estimate=high        | -allowBillable                       | confirm | allowBillable         | BILLABLE_OPERATION?
    what is free and stays here is free  | -network cost.estimate=free        | -allowBillable                       | allow   |                       |
    read-only destroys nothing           | ${LOCAL}                           | -allowDestructive -allowNonReversible | allow  |                       |
    read-only deletes nothing            | ${LOCAL}                           | -allowFilesystemDelete               | allow   |                       |

    confirmAll confirms what is allowed  | ${LOCAL}                           | +confirmAll                          | confirm | confirmAll            | CONFIRMATION_REQUIRED
    confirmAll leaves denials in force   | +network                           | +confirmAll -allowNetwork            | deny    | allowNetwork          | NETWORK_OPERATION CONFIRMATION_REQUIRED
    confirmAll is no effect to deny      | ${LOCAL}                           | +confirmAll +denyRestricted +denyUnknown | confirm | confirmAll        | CONFIRMATION_REQUIRED
    denyRestricted denies, not confirms  | +destructive                       | -allowDestructive +denyRestricted    | deny    | allowDestructive      | DESTRUCTIVE_OPERATION
    denyRestricted leaves the unknown    |                                    | -allowDestructive +denyRestricted    | confirm | allowDestructive      | DESTRUCTIVE_OPERATION?
    denyRestricted alone is nothing      | +destructive                       | +denyRestricted                      | allow   |                       |
    denyUnknown denies the unknown       |                                    | -allowDestructive +denyUnknown       | deny    | allowDestructive      | DESTRUCTIVE_OPERATION?
    denyUnknown leaves what is stated    | +destructive                       | -allowDestructive +denyUnknown       | confirm | allowDestructive      | DESTRUCTIVE_OPERATION
    denyUnknown alone is nothing         |                                    | +denyUnknown                         | allow   |                       |
    read-only passes                     | ${LOCAL}                           | +requireReadOnly                     | allow   |                       |
    the network may be used only to ask  | +network                           | +requireReadOnly                     | confirm | requireReadOnly       | NOT_READ_ONLY?
    silence is not read-only             |                                    | +requireReadOnly                     | confirm | requireReadOnly       | NOT_READ_ONLY?
    writing is not read-only             | +filesystem.write                  | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    deleting is not read-only            | +filesystem.delete                 | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    destroying is not read-only          | +destructive                       | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    a final step is not read-only        | -reversible                        | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    what costs is not read-only          | +cost.billable                     | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    creating is not read-only            | ${LOCAL} creates=pod               | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    modifying is not read-only           | ${LOCAL} modifies=pod              | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    deleting things is not read-only     | ${LOCAL} deletes=pod               | +requireReadOnly                     | deny    | requireReadOnly       | NOT_READ_ONLY
    an empty list states no change       | creates=                           | +requireReadOnly                     | confirm | requireReadOnly       | NOT_READ_ONLY?
    empty lists change nothing           | ${LOCAL} creates= modifies= deletes= | +requireReadOnly                   | allow   |                       |
    what is not billable costs nothing   | -cost.billable                     | maxCostEstimate=free                 | allow   |                       |
    billable costs nobody knows what     | +cost.billable                     | maxCostEstimate=high                 | confirm | maxCostEstimate       | COST_EXCEEDS_LIMIT?
    an estimate that nobody knows        | cost.estimate=nothing              | maxCostEstimate=free                 | confirm | maxCostEstimate       | COST_EXCEEDS_LIMIT?
  `),
)('%s', (_name, effects, policy, decision, rule, codes) => {
  const result = judge(stated(effects), stated(policy));
  expect([result.decision, result.rule ?? '', codesOf(result)]).toStrictEqual([decision, rule, codes]);
});

test.each(['false', null, 0, 'no'])('%j is no permission', (value) => {
  const policy: unknown = { allowDestructive: value };
  expect(judge({ destructive: true }, policy as ExecutionPolicy).decision).toBe('confirm');
});

test.each(['confirmAll', 'requireReadOnly', 'denyRestricted', 'denyUnknown'] as const)(
  '%s: anything but false or absence restricts',
  (field) => {
    const decision = (value: unknown): Decision => {
      const policy: unknown = { allowDestructive: false, [field]: value };
      return judge(stated(field === 'denyUnknown' ? '' : '+destructive'), policy as ExecutionPolicy).decision;
    };
    const without = decision(undefined);
    expect(decision(false)).toBe(without);
    for (const value of ['false', null, 0, 'no']) expect(decision(value)).toBe(decision(true));
    if (field !== 'confirmAll') expect(decision(true)).not.toBe(without);
  },
);

test('a field that is undefined leaves the default in force', () => {
  const policy: unknown = { allowDestructive: undefined, allowNetwork: false };
  expect(withPolicyDefaults(policy as ExecutionPolicy)).toStrictEqual({
    ...POLICY_PRESETS.standard,
    allowNetwork: false,
  });
});

test.each<[TrustSource | undefined, TrustSource, Decision]>([
  ['native', 'native', 'allow'],
  ['org', 'community', 'allow'],
  ['user', 'community', 'deny'],
  [undefined, 'user', 'deny'],
  [undefined, 'inferred', 'allow'],
])('trust %s against %s is %s', (source, minTrustLevel, decision) => {
  const tool = toolWith({ x: { description: 'X' } }, source && { trust: { source } });
  const call = { id: '1', name: 'tool_x', arguments: {} };
  expect(checkPolicy(call, mapToCommand('tool_x', [tool]), { minTrustLevel }).decision).toBe(decision);
});

test('an unknown level of trust or cost fails closed', () => {
  const policy = stated('minTrustLevel=anyone maxCostEstimate=some');
  expect(codesOf(judge(stated('cost.estimate=free'), policy))).toBe('TRUST_BELOW_THRESHOLD COST_EXCEEDS_LIMIT');
});

const DELETION = {
  code: 'DESTRUCTIVE_OPERATION',
  message: 'gh_repo_delete permanently destroys data.',
  severity: 'error',
  toolName: 'gh_repo_delete',
  commandPath: ['repo', 'delete'],
};

test('an effect that only the group of a command states is said to be the group’s', () => {
  const reads = { destructive: false, network: false };
  const tool = toolWith({
    issue: {
      description: 'Issues',
      effects: { destructive: true },
      commands: {
        list: { description: 'List', effects: reads },
        purge: { description: 'Purge', effects: { destructive: true } },
        lock: { description: 'Lock', commands: { show: { description: 'Show', effects: reads } } },
      },
    },
  });
  const messages = ['tool_issue_list', 'tool_issue_purge', 'tool_issue_lock_show'].map((name) => {
    const command = mapToCommand(name, [tool]);
    return checkPolicy({ id: '1', name, arguments: {} }, command, { allowDestructive: false }).violations[0]?.message;
  });
  expect(messages).toStrictEqual([
    'tool_issue_list permanently destroys data, as its group "tool issue" states.',
    'tool_issue_purge permanently destroys data.',
    'tool_issue_lock_show permanently destroys data, as its group "tool issue" states.',
  ]);
});

test('a violation says what, of which command and why', () => {
  const validate = createValidator([GH], { allowDestructive: false, allowBillable: true }).validate;
  expect(validate('gh_repo_delete', { repo: 'x' })).toStrictEqual({ valid: false, violations: [DELETION] });
  const messages = (effects: string, policy: string) =>
    judge(stated(effects), stated(policy)).violations.map(({ message }) => message);
  expect(messages('', '-allowNetwork')).toStrictEqual([
    'Its document does not say whether tool_x uses the network, so it counts as if it did.',
  ]);
  expect(messages('creates=x', '+requireReadOnly +confirmAll')).toStrictEqual([
    'tool_x changes things.',
    'tool_x has to be confirmed, as this policy asks for every call.',
  ]);
  expect(messages('', '+requireReadOnly')).toStrictEqual([
    'Its document does not say whether tool_x changes things, so it counts as if it did.',
  ]);
});

test('a question has the words of the document, where it may reassure: of the option that does harm, or of the command', () => {
  const replaces: ConditionalEffects = { destructive: true, 'x-replaces': true, 'x-why': 'replaces the file' };
  const options: AtipOption[] = [
    {
      name: 'force',
      flags: ['-f', '--force'],
      type: 'boolean',
      'x-effects': { destructive: true, 'x-why': 'drops all' },
    },
    { name: 'to', flags: ['--to'], type: 'string', 'x-effects': { 'x-sends': 'given', 'x-why': 'any host gets it' } },
    { name: 'out', flags: ['-o'], type: 'file', description: '', 'x-effects': replaces },
  ].map((one) => ({ description: 'T', ...one }) as AtipOption);
  const commands = {
    push: { description: 'T', options, effects: { destructive: false } },
    close: { description: 'T', effects: { destructive: true, 'x-why': 'closes it' } },
    drop: { description: 'T', effects: { destructive: true } },
  };
  const saysOf = (source: TrustSource) => (name: string, args: Record<string, unknown>) => {
    const tool = { atip: '0.4', name: 't', version: '1', description: 'T', trust: { source }, commands } as AtipTool;
    const call = { id: '', name: `t_${name}`, arguments: args };
    return sentencesOf(checkPolicy(call, mapToCommand(call.name, [tool]), POLICY_PRESETS.standard).violations);
  };
  const says = saysOf('native');
  expect(says('push', { force: true, to: 'x' })).toStrictEqual([
    't_push --force drops all, and --to: any host gets it.',
  ]);
  expect(says('push', { out: 'a b.txt' })).toStrictEqual(['t_push replaces "a b.txt".']);
  expect(says('close', {})).toStrictEqual(['t_close closes it.']);
  expect(says('drop', {})).toStrictEqual(['t_drop permanently destroys data.']);
  expect(saysOf('inferred')('close', {})).toContainEqual('t_close permanently destroys data.');
});

test('a validator that answers from what it knows answers the same, and the answer is the caller’s', () => {
  const option = { name: 'all', flags: ['--all'], type: 'boolean' as const, description: 'All' };
  const tool = toolWith({
    wipe: { description: 'W', effects: { destructive: true } },
    look: {
      description: 'L',
      options: [{ ...option, 'x-effects': { destructive: true } }],
      effects: { destructive: false },
    },
  });
  const validator = createValidator([tool], { allowDestructive: false });
  const first = validator.validate('tool_wipe', {});
  for (const violation of first.violations) Object.assign(violation, { message: '' });
  first.violations.pop();
  const again = validator.validate('tool_wipe', { any: 1 });
  expect(again).toMatchObject({ valid: false, violations: [{ code: 'DESTRUCTIVE_OPERATION', toolName: 'tool_wipe' }] });
  expect(again.violations[0]?.message).not.toBe('');
  expect(validator.validate('tool_wipe', {})).toStrictEqual(again);
  expect(validator.validate('tool_wipe', {}).violations[0]).not.toBe(again.violations[0]);
  // Arguments count where they can change the answer.
  expect([{}, { all: true }, {}].map((args) => validator.validate('tool_look', args).valid)).toStrictEqual([
    true,
    false,
    true,
  ]);
});
