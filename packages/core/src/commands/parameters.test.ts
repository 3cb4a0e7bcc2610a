import { AtipValidationError } from '../errors/atip-error.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipTool } from '../types/tool.ts';
import { flattenCommands } from './flatten-commands.ts';
import { parametersByKey, parametersOf } from './parameters.ts';
import { expect, test } from 'vitest';

test('arguments are required unless they say otherwise, options only if they say so', () => {
  const create = GH.commands?.['pr']?.commands?.['create'];
  const parameters = parametersOf({ metadata: create ?? { description: '' }, tool: GH });
  expect(
    parameters.map(({ key, kind, required, global, pointer }) => [key, kind, required, global, pointer]),
  ).toStrictEqual([
    ['title', 'option', true, false, '/options/0'],
    ['draft', 'option', false, false, '/options/1'],
    ['label', 'option', false, false, '/options/2'],
    ['host', 'option', false, true, '/globalOptions/0'],
    ['token-file', 'option', true, true, '/globalOptions/1'],
  ]);
});

test('both spellings of a key lead to the parameter', () => {
  const parameters = parametersOf({
    metadata: {
      description: '',
      options: [{ name: 'dry-run', flags: ['--dry-run'], type: 'boolean', description: '' }],
    },
    tool: toolWith({}),
  });
  const byKey = parametersByKey(parameters);
  expect(byKey.get('dry-run')).toBe(parameters[0]);
  expect(byKey.get('dry_run')).toBe(parameters[0]);
});

test.each([
  ['a nameless argument', { arguments: [{ type: 'string' }] }, '/arguments/0 has no name'],
  [
    'a flag that is no text',
    { options: [{ name: 'x', type: 'string', flags: [1] }] },
    '/options/0 has no list of flags',
  ],
  ['an unknown type', { arguments: [{ name: 'x', type: 'banana' }] }, '/arguments/0 has no known type'],
])('%s is an error with its place', (_name, metadata, message) => {
  const tool = { ...toolWith({}), commands: { x: { description: '', ...metadata } } } as unknown as AtipTool;
  const run = (): unknown => flattenCommands(tool);
  expect(run).toThrow(AtipValidationError);
  expect(run).toThrow(message);
});
