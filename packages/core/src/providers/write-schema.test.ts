import { expect, test } from 'vitest';
import { GH } from '../testing/documents.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { compiledParameters } from '../commands/parameter-shape.ts';
import { parametersSchema, plainProperty } from './write-schema.ts';

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
