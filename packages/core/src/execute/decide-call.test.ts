import { mapToCommand } from '../commands/map-to-command.ts';
import { toolWith } from '../testing/documents.ts';
import type { ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects, AtipOption } from '../types/tool.ts';
import { decideCall } from './check-call.ts';
import { expect, test } from 'vitest';

const YES: AtipOption = { name: 'yes', flags: ['-y', '--yes'], type: 'boolean', description: '' };
const CLOSED: ExecutionPolicy = { allowInteractive: false };

function check(effects: AtipEffects, args: Record<string, unknown>, policy = CLOSED, options = [YES]) {
  const mapping = mapToCommand('tool_x', [toolWith({ x: { description: 'X', effects, options } })]);
  const { decision, rule, violations } = decideCall(
    { id: '1', name: 'tool_x', arguments: args },
    mapping,
    args,
    policy,
  );
  return [decision, rule, violations.map(({ code, message }) => [code, message])];
}

const ASKS = { interactive: { prompts: true } };
const REFUSED = 'tool_x wants a person at a terminal.';
const HINT = `${REFUSED} With "yes" it does not ask, and a person is asked here instead.`;
const ANSWERED = 'tool_x asks before it acts, and "yes" answers in advance.';

test('a program that asks is refused, and the way out is named', () => {
  expect(check(ASKS, {})).toStrictEqual(['deny', 'allowInteractive', [['INTERACTIVE_OPERATION', HINT]]]);
  expect(check(ASKS, { yes: false })).toStrictEqual(['deny', 'allowInteractive', [['INTERACTIVE_OPERATION', HINT]]]);
});

test('one that is told not to ask needs a person here, whatever else the policy allows', () => {
  expect(check(ASKS, { yes: true })).toStrictEqual([
    'confirm',
    'allowInteractive',
    [['INTERACTIVE_OPERATION', ANSWERED]],
  ]);
});

test('the answer to its questions is no answer to the rest of the policy', () => {
  const policy = { ...CLOSED, allowNetwork: false, allowDestructive: false };
  expect(check({ ...ASKS, network: true, destructive: true }, { yes: true }, policy)).toStrictEqual([
    'deny',
    'allowNetwork',
    [
      ['DESTRUCTIVE_OPERATION', 'tool_x permanently destroys data.'],
      ['NETWORK_OPERATION', 'tool_x uses the network.'],
      ['INTERACTIVE_OPERATION', ANSWERED],
    ],
  ]);
  expect(check({ ...ASKS, network: false, destructive: true }, { yes: true }, policy).slice(0, 2)).toStrictEqual([
    'confirm',
    'allowDestructive',
  ]);
});

test.each<[string, NonNullable<AtipEffects['interactive']>]>([
  ['a password', { prompts: true, stdin: 'password' }],
  ['its input', { prompts: true, stdin: 'required' }],
  ['a terminal', { prompts: true, tty: true }],
])('a program that also wants %s is refused with or without the option', (_name, interactive) => {
  const refused = ['deny', 'allowInteractive', [['INTERACTIVE_OPERATION', REFUSED]]];
  expect(check({ interactive }, { yes: true })).toStrictEqual(refused);
  expect(check({ interactive }, {})).toStrictEqual(refused);
});

test('a program without such an option is refused, and --force is none', () => {
  const force = { ...YES, flags: ['-f', '--force'] };
  expect(check(ASKS, { yes: true }, CLOSED, [force])).toStrictEqual([
    'deny',
    'allowInteractive',
    [['INTERACTIVE_OPERATION', REFUSED]],
  ]);
});

test('a policy with a person at the terminal has nothing to add', () => {
  expect(check(ASKS, { yes: true }, { allowInteractive: true })).toStrictEqual(['allow', undefined, []]);
  expect(check({}, { yes: true })).toStrictEqual(['allow', undefined, []]);
});
