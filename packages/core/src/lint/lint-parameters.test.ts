import { expect, test } from 'vitest';
import { parseTool } from '../metadata/parse-tool.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { checkTool } from './check-tool.ts';

const AT = '/commands/run';
const OPTION = `${AT}/options/0`;
const RUN: AtipCommand = { description: 'Runs the thing', effects: { network: false } };

function tool(commands: Record<string, AtipCommand>): AtipTool {
  return { atip: { version: '0.4' }, name: 'demo', version: '1.0.0', description: 'Shows how it works', commands };
}

const run = (fields: Partial<AtipCommand>): AtipTool => tool({ run: { ...RUN, ...fields } });
const option = (fields: object): AtipTool =>
  run({ options: [{ name: 'size', flags: ['--size'], type: 'string', description: 'How large', ...fields }] });
const argument = (...list: object[]): AtipTool =>
  run({
    arguments: list.map((fields, index) => ({
      name: `arg${index}`,
      type: 'file',
      description: 'One of them',
      ...fields,
    })),
  });

/** what, document, issues */
const JUDGED: readonly (readonly [string, AtipTool, readonly string[]])[] = [
  [
    'one flag for two',
    run({
      options: [
        { name: 'a', flags: ['-a'], type: 'boolean', description: 'One' },
        { name: 'b', flags: ['-b', '-a'], type: 'boolean', description: 'Two' },
      ],
    }),
    [`duplicate-flag ${AT}/options/1/flags/1`],
  ],
  [
    'a flag of the tool',
    {
      ...option({ flags: ['-s'] }),
      globalOptions: [{ name: 'silent', flags: ['-s'], type: 'boolean', description: 'Says nothing' }],
    },
    [`duplicate-flag ${OPTION}/flags/0`],
  ],
  [
    'two of one name',
    run({
      arguments: [{ name: 'size', type: 'string', description: 'One' }],
      options: [{ name: 'size', flags: ['-s'], type: 'string', description: 'Two' }],
    }),
    [`duplicate-name ${OPTION}/name`],
  ],
  [
    'two of almost one name',
    run({
      options: ['dry-run', 'dryRun'].map((name) => ({
        name,
        flags: [`--${name}`],
        type: 'boolean',
        description: 'Tries it',
      })),
    }),
    [`ambiguous-name ${AT}/options/1/name`],
  ],
  ['optional before required', argument({ required: false }, {}), [`required-after-optional ${AT}/arguments/1`]],
  ['a list before a list', argument({ variadic: true }, { variadic: true }), [`variadic-not-last ${AT}/arguments/1`]],
  ['a boolean argument', argument({ type: 'boolean' }), [`boolean-argument ${AT}/arguments/0`]],
  ['a required default', argument({ default: 'a' }), [`required-default ${AT}/arguments/0/default`]],
  ['a value twice', option({ type: 'enum', enum: ['a', 'b', 'a'] }), [`duplicate-value ${OPTION}/enum`]],
  ...[
    { type: 'integer', default: 1.5 },
    { type: 'string', default: ['a'] },
    { type: 'enum', enum: ['a'], default: 'b' },
    { type: 'array', enum: ['a'], default: ['b'] },
    { type: 'array', default: 'a' },
  ].map(
    (fields) =>
      [`the default of ${JSON.stringify(fields)}`, option(fields), [`invalid-default ${OPTION}/default`]] as const,
  ),
  ...[
    { type: 'integer', default: 5 },
    { type: 'boolean', default: false },
    { type: 'string', default: 8080 },
    { type: 'string', default: null },
    { type: 'enum', enum: ['a', 1], default: 1 },
    { type: 'array', enum: ['a', 'b'], default: ['b'] },
  ].map((fields) => [`the default of ${JSON.stringify(fields)}`, option(fields), []] as const),
  ['a list as default of a list', argument({ variadic: true, required: false, default: ['a'] }), []],
  [
    'parameters of a group',
    tool({
      g: {
        description: 'Groups them',
        arguments: [{ name: 'a', type: 'file', description: 'One' }],
        options: [{ name: 'b', flags: ['-b'], type: 'file', description: 'Two' }],
        commands: { '': RUN },
      },
    }),
    ['unreachable-parameters /commands/g/arguments', 'unreachable-parameters /commands/g/options'],
  ],
];

test.each(JUDGED)('%s', (_name, document, expected) => {
  expect(parseTool(document).issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  expect(checkTool(document).map(({ code, path }) => `${code} ${path}`)).toStrictEqual(expected);
});
