import { expect, test } from 'vitest';
import { toolWith } from '../testing/documents.ts';
import type { AtipArgument, AtipOption } from '../types/parameter.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { actionGroups } from './action-groups.ts';
import { actionChoice, actionParameters } from './action-parameters.ts';

const option = (name: string, more: Partial<AtipOption> = {}): AtipOption => ({
  name,
  flags: [`--${name}`],
  type: 'string',
  description: `The ${name}`,
  ...more,
});
const argument = (name: string, more: Partial<AtipArgument> = {}): AtipArgument => ({
  name,
  type: 'string',
  description: `The ${name}`,
  ...more,
});

/** Key, whether required, description and pointer of each property, and the actions that use it. */
function properties(commands: Record<string, Partial<AtipCommand>>, more: Partial<AtipTool> = {}): unknown[] {
  const described = Object.entries(commands).map(([key, command]) => [key, { description: key, ...command }] as const);
  return actionGroups(toolWith(Object.fromEntries(described), more)).flatMap((group) =>
    actionParameters(group).map(({ parameter, shape, uses }) => [
      parameter.key,
      parameter.required,
      shape.description,
      parameter.pointer,
      [...uses.keys()].join(' '),
    ]),
  );
}

test('one key and one shape are one property, required if every action requires it', () => {
  const commands = {
    create: { arguments: [argument('title')], options: [option('body')] },
    edit: { arguments: [argument('title')] },
  };
  expect(properties(commands)).toStrictEqual([
    ['title', true, 'The title', '/commands/create/arguments/0', 'create edit'],
    ['body', false, '(create) The body', '/commands/create/options/0', 'create'],
  ]);
});

test.each<[string, Partial<AtipOption>]>([
  ['type', { type: 'integer' }],
  ['values', { enum: ['a'] }],
  ['items', { type: 'array' }],
])('another %s is another property', (_name, more) => {
  expect(
    properties({
      a: { options: [option('x')] },
      b: { options: [option('x', more)] },
      c: { options: [option('x', more)] },
    }),
  ).toStrictEqual([
    ['x', false, '(a) The x', '/commands/a/options/0', 'a'],
    ['b_x', false, '(b) The x', '/commands/b/options/0', 'b'],
    ['c_x', false, '(c) The x', '/commands/c/options/0', 'c'],
  ]);
});

test('a parameter called action leaves that key to the choice', () => {
  expect(properties({ a: { options: [option('action')] } })).toStrictEqual([
    ['action_option', false, 'The action', '/commands/a/options/0', 'a'],
  ]);
});

test('a key that is taken twice over gets a hash', () => {
  const commands = {
    a: { options: [option('b_x', { type: 'integer' }), option('x')] },
    b: { options: [option('x', { type: 'number' })] },
    // Its `x` is neither the first one nor `c_x`, which is of another shape already.
    c: { options: [option('c_x', { type: 'boolean' }), option('x', { type: 'integer' })] },
  };
  const keys = properties(commands).map((property) => (Array.isArray(property) ? property[0] : undefined));
  expect(new Set(keys).size).toBe(5);
  expect(keys.filter((key) => /_[a-z0-9]{8}$/.test(String(key))).length).toBe(2);
});

test('of more than six actions only the number is told', () => {
  const few = Array.from({ length: 7 }, (_, index) => [`a${index}`, { options: [option('x')] }] as const);
  expect(properties({ ...Object.fromEntries(few), z: {} })).toStrictEqual([
    ['x', false, '(7 of 8 actions) The x', '/commands/a0/options/0', few.map(([key]) => key).join(' ')],
  ]);
});

test('a global option keeps its place in the document', () => {
  const globalOptions = [option('host', { required: true })];
  expect(properties({ a: {}, b: {} }, { globalOptions })).toStrictEqual([
    ['host', true, 'The host', '/globalOptions/0', 'a b'],
  ]);
});

test('the choice lists the actions', () => {
  const [group] = actionGroups(toolWith({ a: { description: 'A' }, b: { description: 'B' } }));
  const { parameter, shape } = actionChoice(group ?? expect.fail());
  expect([parameter.key, parameter.narrowKey, parameter.required, parameter.pointer]).toStrictEqual([
    'action',
    'action',
    true,
    '',
  ]);
  expect(shape).toStrictEqual({ type: 'string', description: 'Which of the actions to run', enum: ['a', 'b'] });
});

test('lists of numbers and of texts that read alike are two properties', () => {
  const commands = {
    a: { options: [option('x', { type: 'array', enum: [1] })] },
    b: { options: [option('x', { type: 'array', enum: ['1'] })] },
  };
  expect(properties(commands).map((property) => (Array.isArray(property) ? property[0] : ''))).toStrictEqual([
    'x',
    'b_x',
  ]);
});
