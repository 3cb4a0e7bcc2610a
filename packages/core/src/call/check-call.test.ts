import { mapToCommand } from '../commands/commands-by-name.ts';
import { toolWith } from '../testing/documents.ts';
import { rowsOf, stated } from '../testing/in-words.ts';
import type { CheckSettings } from '../types/validation.ts';
import type { ExecutionPolicy } from '../types/policy.ts';
import type { AtipEffects, AtipOption, AtipTool } from '../types/tool.ts';
import { answeringOption, checkCall, decideCall, isAnswered, refusalOf, wantedInput, wordsOf } from './check-call.ts';
import { expect, test } from 'vitest';

const TEXT = { name: 'text', type: 'string', description: 'What', required: false } as const;
const TOOL = toolWith({
  read: {
    description: 'Reads',
    effects: { filesystem: { write: false }, network: false, destructive: false },
    arguments: [TEXT],
  },
  drop: { description: 'Drops', effects: { destructive: true } },
});
const call = (name: string, args: unknown = {}) => ({ id: 'c1', name, arguments: args as Record<string, unknown> });
const check = (name: string, args: unknown = {}, policy?: ExecutionPolicy, settings: CheckSettings = {}) =>
  checkCall(call(name, args), [TOOL], policy, { ...settings, servers: undefined });

test('a call that may run comes with everything that is known about it', () => {
  const { command, ...rest } = check('tool_read', { text: 'a' });
  const effects = { filesystem: { write: false }, network: false, destructive: false };
  expect(command).toStrictEqual({
    name: 'tool_read',
    tool: TOOL,
    path: ['read'],
    command: ['tool', 'read'],
    pointer: '/commands/read',
    metadata: TOOL.commands?.read,
    effects,
  });
  expect(rest).toStrictEqual({
    ok: true,
    call: call('tool_read', { text: 'a' }),
    decision: 'allow',
    rule: undefined,
    violations: [],
    reasons: [],
    warnings: [],
    effects,
    arguments: { text: 'a' },
    stdin: undefined,
    sandbox: 'required',
    network: undefined,
    interactive: undefined,
    argv: ['tool', 'read', 'a'],
  });
});

test('what is wrong with a call is data: it is denied, and its command is known unless that is the problem', () => {
  const found = ([name, args]: [string, unknown]) => {
    const { decision, command, problems, argv } = check(name, args);
    return [decision, command?.path[0], problems?.map(({ code }) => code), argv];
  };
  expect(
    (
      [
        ['tool_raed', {}],
        ['tool_read', { text: {} }],
        ['tool_read', { dry: true }],
        ['tool_read', { text: '--all' }],
        ['tool_drop', { text: 'a' }],
      ] as [string, unknown][]
    ).map(found),
  ).toStrictEqual([
    ['deny', undefined, ['UNKNOWN_COMMAND'], undefined],
    ['deny', 'read', ['INVALID_TYPE'], undefined],
    ['deny', 'read', ['EXTRA_PARAMETER'], undefined],
    ['deny', 'read', ['INVALID_FORMAT'], undefined],
    ['deny', 'drop', ['EXTRA_PARAMETER'], undefined],
  ]);
  expect(check('tool_raed').suggestions).toStrictEqual(['tool_read']);
});

test('invented parameters are left out only where the host asks for that', () => {
  const { decision, argv, warnings } = check('tool_read', { dry: true }, undefined, { allowExtra: true });
  expect([decision, argv, warnings.map(({ code }) => code)]).toStrictEqual([
    'allow',
    ['tool', 'read'],
    ['EXTRA_PARAMETER'],
  ]);
});

test.each([undefined, null, 7, 'tool_read', [], {}, { name: 7 }, { name: 'tool_read', arguments: 'all' }])(
  'the call %j is refused and never thrown at',
  (junk) => {
    const checked = checkCall(junk as never, [TOOL]);
    expect([checked.decision, checked.ok, checked.problems?.length]).toStrictEqual(['deny', false, 1]);
  },
);

test('a command that cannot be compiled stops the call, whatever the policy says', () => {
  const broken = { ...TOOL, commands: { read: { description: 'R', effects: {}, options: 7 } } } as unknown as AtipTool;
  const { decision, problems } = checkCall(call('tool_read'), [broken], { allowDestructive: true });
  expect([decision, problems?.map(({ code }) => code)]).toStrictEqual(['deny', ['UNKNOWN_COMMAND']]);
});

test('a second policy narrows and never widens', () => {
  const narrowed = (narrowedBy: object, policy: object = {}) => {
    const { decision, sandbox } = check('tool_drop', {}, policy, { narrowedBy });
    return [decision, sandbox];
  };
  expect([
    narrowed({ allowDestructive: true, sandbox: 'off' }),
    narrowed({ denyRestricted: true }),
    narrowed({ sandbox: 'required' }, { sandbox: 'off', allowDestructive: true }),
  ]).toStrictEqual([
    ['confirm', 'required'],
    ['deny', 'required'],
    ['allow', 'required'],
  ]);
});

test('an action chooses its command, and the check is about that', () => {
  const { call: asked, command } = check('tool', { action: 'drop' }, undefined, { strategy: 'action' });
  expect([asked.name, command?.name, command?.command]).toStrictEqual(['tool', 'tool_drop', ['tool', 'drop']]);
  expect(check('tool', { action: 'fly' }, undefined, { strategy: 'action' }).problems?.[0]?.code).toBe('INVALID_ENUM');
});

test('a question is about the call of the command, with the arguments that it runs with', () => {
  const asked = check('tool', { action: 'drop', text: null }, undefined, { strategy: 'action' });
  expect(refusalOf(asked)).toMatchObject({ context: { call: call('tool_drop'), argv: ['tool', 'drop'] } });
  const unknown = checkCall(call('run_command', { command: 'tool_drp' }), [TOOL], {}, { strategy: 'search' });
  expect(refusalOf(unknown)).toMatchObject({ commandName: 'tool_drp', suggestions: ['tool_drop'] });
});

const YES: AtipOption = { name: 'yes', flags: ['-y', '--yes'], type: 'boolean', description: '' };
const CLOSED: ExecutionPolicy = { allowInteractive: false };

function decisionOn(effects: AtipEffects, args: Record<string, unknown>, policy = CLOSED, options = [YES]) {
  const tool = toolWith({ x: { description: 'X', effects, options } }, { trust: { source: 'vendor' } });
  const mapping = mapToCommand('tool_x', [tool]);
  const { decision, rule, violations } = decideCall(
    { id: '1', name: 'tool_x', arguments: args },
    mapping,
    args,
    policy,
  );
  return [decision, rule, violations.map(({ code, message }) => [code, message])];
}

const ASKS = { interactive: { prompts: true } };
const REFUSED = 'tool_x asks at a terminal, which an agent does not have';
const NO_WAY = ', and no option is known that avoids it.';
const HINT = `${REFUSED}; with -y it does not ask, and a person is asked here instead.`;
const WAYS: Partial<AtipOption>[] = [
  // It does something else.
  { flags: ['-l'], 'x-mode': { filesystem: { write: false } } },
  { flags: ['-o'], 'x-mode': { filesystem: { write: true }, reversible: false } },
  { flags: ['-n'], 'x-mode': { filesystem: { write: true }, reversible: true } },
];
const ANSWERED = 'tool_x asks before it acts, and -y answers in advance.';

test('a program that asks is refused, and the way out is named', () => {
  expect(decisionOn(ASKS, {})).toStrictEqual(['deny', 'allowInteractive', [['INTERACTIVE_OPERATION', HINT]]]);
  expect(decisionOn(ASKS, { yes: false })).toStrictEqual([
    'deny',
    'allowInteractive',
    [['INTERACTIVE_OPERATION', HINT]],
  ]);
});

test('one that is told not to ask needs a person here, whatever else the policy allows', () => {
  expect(decisionOn(ASKS, { yes: true })).toStrictEqual([
    'confirm',
    'allowInteractive',
    [['INTERACTIVE_OPERATION', ANSWERED]],
  ]);
});

test('the answer to its questions is no answer to the rest of the policy', () => {
  const policy = { ...CLOSED, allowNetwork: false, allowDestructive: false };
  expect(decisionOn({ ...ASKS, network: true, destructive: true }, { yes: true }, policy)).toStrictEqual([
    'deny',
    'allowNetwork',
    [
      ['DESTRUCTIVE_OPERATION', 'tool_x permanently destroys data.'],
      ['NETWORK_OPERATION', 'tool_x uses the network.'],
      ['INTERACTIVE_OPERATION', ANSWERED],
    ],
  ]);
  expect(decisionOn({ ...ASKS, network: false, destructive: true }, { yes: true }, policy).slice(0, 2)).toStrictEqual([
    'confirm',
    'allowDestructive',
  ]);
});

test.each<[string, NonNullable<AtipEffects['interactive']>]>([
  ['asks for a password at a terminal, which an agent does not have', { prompts: true, stdin: 'password' }],
  ['waits for input that nobody can give it here', { prompts: true, stdin: 'required' }],
  ['needs a terminal, which an agent does not have', { prompts: true, tty: true }],
])('a program that also %s is refused with or without the option', (wants, interactive) => {
  const refused = ['deny', 'allowInteractive', [['INTERACTIVE_OPERATION', `tool_x ${wants}${NO_WAY}`]]];
  expect(decisionOn({ interactive }, { yes: true })).toStrictEqual(refused);
  expect(decisionOn({ interactive }, {})).toStrictEqual(refused);
});

test('a program without such an option is refused, and --force is none', () => {
  const force = { ...YES, flags: ['-f', '--force'] };
  expect(decisionOn(ASKS, { yes: true }, CLOSED, [force])).toStrictEqual([
    'deny',
    'allowInteractive',
    [['INTERACTIVE_OPERATION', `${REFUSED}${NO_WAY}`]],
  ]);
});

test.each<[string, Partial<AtipOption>[], Record<string, unknown>]>([
  ['; with -n or -o it does not', WAYS, {}],
  ['; without -p it does not', [{ flags: ['-p'], 'x-effects': { interactive: { prompts: true } } }], { p: true }],
])('a refusal says how the same call would not ask: %s', (way, options, args) => {
  const [effects, given] = 'p' in args ? [{}, options] : [{ ...ASKS, filesystem: { write: true } }, options];
  const all = given.map((one) => ({ name: one.flags?.[0]?.slice(1) ?? '', type: 'boolean', description: '', ...one }));
  const [, , violations] = decisionOn(effects, args, CLOSED, all as AtipOption[]);
  expect(violations).toStrictEqual([['INTERACTIVE_OPERATION', `${REFUSED}${way}.`]]);
});

test('a policy with a person at the terminal has nothing to add', () => {
  expect(decisionOn(ASKS, { yes: true }, { allowInteractive: true })).toStrictEqual(['allow', undefined, []]);
  expect(decisionOn({}, { yes: true })).toStrictEqual(['allow', undefined, []]);
});

function mappingWith(flags: string[], more: Partial<AtipOption> = {}) {
  const option: AtipOption = { name: 'o', flags, type: 'boolean', description: '', ...more };
  const argument = { name: '--yes', type: 'boolean' as const, description: '' };
  return mapToCommand('tool_x', [toolWith({ x: { description: 'X', arguments: [argument], options: [option] } })]);
}

test.each(
  rowsOf(`
    -y --yes                       | yes
    -y --yes --assume-yes          | yes
    -n --non-interactive           | yes
    --no-input                     | yes
    -auto-approve                  | yes
    --yes --force                  | no
    -f --force                     | no
    --interactive --no-interactive | no
    --no-input                     | no | input
    -f                             | no
    --yes-really-delete            | no
    --yes                          | no | o     | string
    -y                             | no | syslog
    -y                             | yes | yes
  `),
)('%s answers: %s (%s %s)', (flags, answers, name, type) => {
  const more = { name: name || 'o', type: (type || 'boolean') as AtipOption['type'] };
  const mapping = mappingWith(flags.split(' '), more);
  expect(answeringOption(mapping)?.pointer).toBe(answers === 'yes' ? '/options/0' : undefined);
  expect(isAnswered(mapping, { [more.name]: true })).toBe(answers === 'yes');
});

test.each([undefined, false, null, 'true', 1])('given %j answers nothing', (o) => {
  expect(isAnswered(mappingWith(['--yes']), { o })).toBe(false);
});

test.each(
  rowsOf(`
    no  |                                                                    |
    no  | interactive.stdin=none -interactive.prompts -interactive.tty       |
    no  | interactive.stdin=optional                                         |
    no  | interactive.stdin=required                                         | stdin
    yes | interactive.stdin=required                                         | stdin
    yes | interactive.stdin=password                                         | tty
    no  | +interactive.prompts                                               | stdin
    yes | +interactive.prompts                                               |
    yes | +interactive.prompts +interactive.tty                              | tty
  `),
)('answered %s, "%s" wants "%s"', (answered, effects, wanted) => {
  expect(wantedInput(stated(effects), answered === 'yes') ?? '').toBe(wanted);
});

test('an allowed call narrows: its argv is there, program first, without a cast', () => {
  const checked = check('tool_read', { text: 'a' });
  if (checked.decision !== 'allow') throw new Error(checked.reasons.join(' '));
  const [file, ...args] = checked.argv;
  const program: string = file;
  expect([program, args]).toStrictEqual(['tool', ['read', 'a']]);
});

test('a call of a server’s tool has the server instead of an argv, and words to read; without servers it is refused', () => {
  const tool = { ...TOOL, 'x-mcp': true };
  const checked = checkCall(call('tool_read', { text: 'a' }), [tool], {}, { servers: new Set(['tool']) });
  if (checked.decision !== 'allow') throw new Error(checked.reasons.join(' '));
  const ran: readonly string[] = checked.argv ?? [checked.server.name, checked.server.tool];
  expect(ran).toStrictEqual(['tool', 'read']);
  expect(checked).not.toHaveProperty('argv');
  expect(checked.server?.arguments).toStrictEqual({ text: 'a' });
  expect(wordsOf(checked)).toStrictEqual(['mcp:tool', 'read', '{"text":"a"}']);
  const refused = [
    checkCall(call('tool_read'), [tool]),
    checkCall(call('tool_read'), [tool], {}, { servers: new Set<string>() }),
  ];
  expect(refused.map(({ ok }) => ok)).toStrictEqual([false, false]);
});

test('ok says whether there is an argv; a denial by the policy is ok', () => {
  const denied = check('tool_read', { text: 'a' }, { rules: [{ run: 'tool read', decision: 'deny' }] });
  expect([denied.ok, denied.decision, denied.argv, denied.problems]).toStrictEqual([
    ...[true, 'deny', ['tool', 'read', 'a'], undefined],
  ]);
  const invalid = check('tool_raed');
  if (invalid.ok) throw new Error('It has an argv.');
  expect([invalid.decision, invalid.suggestions, invalid.problems.length]).toStrictEqual(['deny', ['tool_read'], 1]);
});
