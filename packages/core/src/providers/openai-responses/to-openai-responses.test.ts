import { expect, test } from 'vitest';
import { GH, toolWith } from '../../testing/documents.ts';
import { toOpenAIResponses } from './to-openai-responses.ts';

const LIST = {
  type: 'function',
  name: 'gh_pr_list',
  description: 'List pull requests',
};
const STATE = { description: 'Filter by state (default: open)' };

test('the flat form, which always says that it is not strict', () => {
  expect(toOpenAIResponses(GH)[0]).toStrictEqual({
    ...LIST,
    strict: false,
    parameters: {
      type: 'object',
      properties: {
        state: { ...STATE, type: 'string', enum: ['open', 'closed', 'all'] },
        limit: { type: 'integer', description: 'How many' },
        'token-file': { type: 'string', description: 'Token (file path)' },
      },
      required: ['token-file'],
      additionalProperties: false,
    },
  });
});

test('strict: everything is required, and what is optional takes null', () => {
  expect(toOpenAIResponses(GH, { strict: true })[0]).toStrictEqual({
    ...LIST,
    strict: true,
    parameters: {
      type: 'object',
      properties: {
        state: { ...STATE, type: ['string', 'null'], enum: ['open', 'closed', 'all', null] },
        limit: { type: ['integer', 'null'], description: 'How many' },
        'token-file': { type: 'string', description: 'Token (file path)' },
      },
      required: ['state', 'limit', 'token-file'],
      additionalProperties: false,
    },
  });
});

test('a long description is cut at 1,024 UTF-16 units, and its flags are not', () => {
  const tool = toolWith({ x: { description: 'x'.repeat(2000), effects: { destructive: true } } });
  const [compiled] = toOpenAIResponses(tool);
  expect(compiled?.description.length).toBe(1024);
  expect(compiled?.description.slice(-22)).toBe('xx... [⚠️ DESTRUCTIVE]');
});
