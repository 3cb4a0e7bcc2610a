import { expect, test } from 'vitest';
import { GH, toolWith } from '../../testing/documents.ts';
import { toAnthropic } from './to-anthropic.ts';

test('input_schema with only what is required in required', () => {
  expect(toAnthropic(GH)[1]).toStrictEqual({
    name: 'gh_pr_create',
    description: 'Create a pull request [⚠️ NOT IDEMPOTENT]',
    input_schema: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'Title' },
        draft: { type: 'boolean', description: 'As a draft' },
        label: { type: 'array', description: 'Labels', items: { type: 'string' } },
        'token-file': { type: 'string', description: 'Token (file path)' },
      },
      required: ['title', 'token-file'],
    },
  });
});

test('descriptions have no limit', () => {
  const long = 'x'.repeat(5000);
  expect(toAnthropic(toolWith({ x: { description: long, effects: { destructive: true } } }))[0]?.description).toBe(
    `${long} [⚠️ DESTRUCTIVE]`,
  );
});
