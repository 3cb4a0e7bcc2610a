import { toolWith } from '../testing/documents.ts';
import type { ExecutionPolicy } from '../types/policy.ts';
import type { AtipTool } from '../types/tool.ts';
import type { CallCheckSettings } from '../types/validation.ts';
import { checkCall, isComplete } from './check-call.ts';
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
const check = (name: string, args: unknown = {}, policy?: ExecutionPolicy, settings?: CallCheckSettings) =>
  checkCall(call(name, args), [TOOL], policy, settings);

test('a call that may run comes with everything that is known about it', () => {
  const { mapping, ...rest } = check('tool_read', { text: 'a' });
  expect(mapping?.tool).toBe(TOOL);
  expect(rest).toStrictEqual({
    call: call('tool_read', { text: 'a' }),
    resolved: call('tool_read', { text: 'a' }),
    decision: 'allow',
    reasons: [],
    problems: [],
    warnings: [],
    tool: 'tool',
    command: ['tool', 'read'],
    path: ['read'],
    effects: { filesystem: { write: false }, network: false, destructive: false },
    arguments: { text: 'a' },
    policy: { decision: 'allow', violations: [] },
    sandbox: 'required',
    argv: ['tool', 'read', 'a'],
  });
});

test('what is wrong with a call is data: it is denied, and says where it stopped', () => {
  const found = ([name, args]: [string, unknown]) => {
    const { decision, stoppedAt, problems, argv, policy } = check(name, args);
    return [decision, stoppedAt, problems.map(({ code }) => code), argv, policy?.decision];
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
    ['deny', 'command', ['UNKNOWN_COMMAND'], undefined, undefined],
    ['deny', 'arguments', ['INVALID_TYPE'], undefined, 'allow'],
    ['deny', 'arguments', ['EXTRA_PARAMETER'], undefined, 'allow'],
    ['deny', 'argv', ['INVALID_FORMAT'], undefined, 'allow'],
    ['deny', 'arguments', ['EXTRA_PARAMETER'], undefined, 'confirm'],
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
    expect([checked.decision, isComplete(checked), checked.problems.length]).toStrictEqual(['deny', false, 1]);
  },
);

test('a command that cannot be compiled stops the call, whatever the policy says', () => {
  const broken = { ...TOOL, commands: { read: { description: 'R', effects: {}, options: 7 } } } as unknown as AtipTool;
  const { decision, stoppedAt, problems } = checkCall(call('tool_read'), [broken], { allowDestructive: true });
  expect([decision, stoppedAt, problems.map(({ code }) => code)]).toStrictEqual([
    'deny',
    'command',
    ['UNKNOWN_COMMAND'],
  ]);
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
  const { call: asked, resolved, command } = check('tool', { action: 'drop' }, undefined, { strategy: 'action' });
  expect([asked.name, resolved, command]).toStrictEqual(['tool', call('tool_drop'), ['tool', 'drop']]);
  expect(check('tool', { action: 'fly' }, undefined, { strategy: 'action' }).problems[0]?.code).toBe('INVALID_ENUM');
});
