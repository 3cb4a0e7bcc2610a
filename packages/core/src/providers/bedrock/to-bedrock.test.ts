import { expect, test } from 'vitest';
import { GH, toolWith } from '../../testing/documents.ts';
import { toBedrock } from './to-bedrock.ts';

test('a tool of the Converse API', () => {
  expect(toBedrock(GH)[0]).toStrictEqual({
    toolSpec: {
      name: 'gh_pr_list',
      description: 'List pull requests',
      inputSchema: {
        json: {
          type: 'object',
          properties: {
            state: { type: 'string', description: 'Filter by state (default: open)', enum: ['open', 'closed', 'all'] },
            limit: { type: 'integer', description: 'How many' },
            'token-file': { type: 'string', description: 'Token (file path)' },
          },
          required: ['token-file'],
        },
      },
    },
  });
});

test('a command without parameters, whose flags are never cut', () => {
  const description = 'x'.repeat(5000);
  const tool = toolWith({ x: { description, effects: { destructive: true } } });
  expect(toBedrock(tool)).toStrictEqual([
    {
      toolSpec: {
        name: 'tool_x',
        description: `${description} [⚠️ DESTRUCTIVE]`,
        inputSchema: { json: { type: 'object', properties: {}, required: [] } },
      },
    },
  ]);
});
