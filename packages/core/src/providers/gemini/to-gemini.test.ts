import { expect, test } from 'vitest';
import { draftCommands } from '../../commands/draft-commands.ts';
import { GH, toolWith } from '../../testing/documents.ts';
import { geminiDeclaration, toGemini } from './to-gemini.ts';

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

test('the dialect of JSON Schema keeps numeric enums, and is closed', () => {
  const level = { name: 'dry-level', type: 'enum' as const, enum: [1, 2], description: 'L' };
  const drafts = draftCommands(toolWith({ x: { description: 'X', arguments: [level] }, y: { description: 'Y' } }));
  expect(drafts.map((draft) => geminiDeclaration(draft, 'json-schema'))).toStrictEqual([
    {
      name: 'tool_x',
      description: 'X',
      parametersJsonSchema: {
        type: 'object',
        properties: { dry_level: { type: 'integer', description: 'L', enum: [1, 2] } },
        required: ['dry_level'],
        additionalProperties: false,
      },
    },
    { name: 'tool_y', description: 'Y' },
  ]);
});
