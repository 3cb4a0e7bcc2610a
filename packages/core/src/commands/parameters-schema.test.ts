import { expect, test } from 'vitest';
import { GH } from '../testing/documents.ts';
import { compiledParameters } from './compiled-parameters.ts';
import { flattenCommands } from './flatten-commands.ts';
import { parametersSchema, plainProperty } from './parameters-schema.ts';

const parameters = flattenCommands(GH).flatMap((command) =>
  command.name === 'gh_pr_create' ? compiledParameters(command) : [],
);
const key = (compiled: { parameter: { key: string } }): string => compiled.parameter.key;

test('properties in order, and those that are required', () => {
  expect(parametersSchema(parameters, 'key', plainProperty)).toStrictEqual({
    properties: {
      title: { type: 'string', description: 'Title' },
      draft: { type: 'boolean', description: 'As a draft' },
      label: { type: 'array', description: 'Labels', items: { type: 'string' } },
      'token-file': { type: 'string', description: 'Token (file path)' },
    },
    required: ['title', 'token-file'],
  });
});

test('the narrow alphabet, and all of them required', () => {
  expect(parametersSchema(parameters, 'narrowKey', key, true)).toStrictEqual({
    properties: { title: 'title', draft: 'draft', label: 'label', token_file: 'token-file' },
    required: ['title', 'draft', 'label', 'token_file'],
  });
});

test.each([
  [{ type: 'string', description: 'S', enum: ['a'] } as const, { type: 'string', description: 'S', enum: ['a'] }],
  [
    { type: 'array', description: 'L', itemType: 'integer', enum: [1, 2] } as const,
    { type: 'array', description: 'L', items: { type: 'integer', enum: [1, 2] } },
  ],
])('%j', (shape, property) => {
  expect(plainProperty({ shape })).toStrictEqual(property);
});
