import { expect, test } from 'vitest';
import { GH, toolWith } from '../../testing/documents.ts';
import { toGemini } from './to-gemini.ts';

test('declarations with keys of letters, digits and underscores', () => {
  expect(toGemini(GH)[2]).toStrictEqual({
    name: 'gh_repo_delete',
    description: 'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]',
    parameters: {
      type: 'object',
      properties: {
        repo: { type: 'string', description: 'Repository to delete' },
        token_file: { type: 'string', description: 'Token (file path)' },
      },
      required: ['repo', 'token_file'],
    },
  });
});

test('enums are strings, whatever they were, and never empty', () => {
  const tool = toolWith({
    x: {
      description: 'X',
      arguments: [{ name: 'level', type: 'enum', enum: [1, 2], description: 'L' }],
      options: [
        { name: 'e', flags: ['-e'], type: 'enum', enum: ['', 'a'], description: 'E' },
        { name: 'list', flags: ['--list'], type: 'array', enum: [1, 2], description: 'M' },
      ],
    },
  });
  expect(toGemini(tool)[0]?.parameters?.properties).toStrictEqual({
    level: { type: 'string', description: 'L', enum: ['1', '2'] },
    e: { type: 'string', description: 'E', enum: ['a'] },
    list: { type: 'array', description: 'M', items: { type: 'string', enum: ['1', '2'] } },
  });
});

test('a command without parameters has no parameters, since an empty object type is refused', () => {
  expect(toGemini(toolWith({ x: { description: 'X' } }))).toStrictEqual([{ name: 'tool_x', description: 'X' }]);
});
