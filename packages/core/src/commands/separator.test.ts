import { expect, test } from 'vitest';
import { compile } from '../compile/compile.ts';
import { compileTools } from '../compile/transform.ts';
import { createExecutor } from '../call/create-executor.ts';
import { createValidator } from '../policy/check-policy.ts';
import { generateSafetyPrompt } from '../prompt/generate-safety-prompt.ts';
import { ended, GH, toolWith } from '../testing/documents.ts';
import type { NameSeparator, Provider, ProviderTool } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { mapToCommand } from './commands-by-name.ts';

function namesOf(tools: readonly ProviderTool[]): string[] {
  return tools.map((tool) =>
    'function' in tool ? tool.function.name : 'toolSpec' in tool ? tool.toolSpec.name : tool.name,
  );
}

test.each<[Provider, NameSeparator, string[]]>([
  ['openai', '-', ['gh-pr-list', 'gh-pr-create', 'gh-repo-delete']],
  ['bedrock', '-', ['gh-pr-list', 'gh-pr-create', 'gh-repo-delete']],
  ['gemini', '.', ['gh.pr.list', 'gh.pr.create', 'gh.repo.delete']],
  ['mcp', '.', ['gh.pr.list', 'gh.pr.create', 'gh.repo.delete']],
  ['openai', '_', ['gh_pr_list', 'gh_pr_create', 'gh_repo_delete']],
])('names for %s with %j lead back to their commands', (provider, separator, names) => {
  const { tools, losses } = compile([GH], provider, { separator });
  expect(namesOf(tools)).toStrictEqual(names);
  expect(losses.filter(({ code, pointer }) => code === 'renamed' && !pointer.endsWith('/name'))).toStrictEqual([]);
  expect(namesOf(compileTools([GH], provider, { separator }).tools)).toStrictEqual(names);
  expect(names.map((name) => mapToCommand(name, [GH], { separator }).command)).toStrictEqual([
    ['gh', 'pr', 'list'],
    ['gh', 'pr', 'create'],
    ['gh', 'repo', 'delete'],
  ]);
});

test.each<[Provider, NameSeparator, object, string]>([
  ['openai', '.', {}, 'is ".", which this provider takes in no name'],
  ['gemini', '-', { strategy: 'search' }, 'is another than "_", and `search` has names with that'],
])('%s with %j is refused', (provider, separator, more, message) => {
  expect(() => compile([GH], provider, { separator, ...more })).toThrow(message);
});

test('two commands that one separator would join to one name are kept apart', () => {
  const tool = toolWith({
    'a-b': { description: 'A', commands: { c: { description: 'C' } } },
    a: { description: 'B', commands: { 'b-c': { description: 'C' } } },
  });
  const names = namesOf(compile([tool], 'openai', { separator: '-' }).tools);
  expect(new Set(names).size).toBe(2);
  expect(names.map((name) => mapToCommand(name, [tool], { separator: '-' }).path)).toStrictEqual([
    ['a-b', 'c'],
    ['a', 'b-c'],
  ]);
});

const READS = { filesystem: { read: true, write: false, delete: false }, network: false };
const TOOL: AtipTool = toolWith({
  files: {
    description: 'Files',
    commands: {
      list: { description: 'List', effects: READS },
      drop: { description: 'Drop', effects: { destructive: true } },
    },
  },
});

test.each<[undefined | 'action', string, object]>([
  [undefined, 'tool-files-list', {}],
  ['action', 'tool-files', { action: 'list' }],
])('an executor runs what was compiled with its separator: %s', async (strategy, name, args) => {
  const run = async (argv: readonly string[]) => ended({ stdout: argv.join(' ') });
  const executor = createExecutor({ tools: [TOOL], run, separator: '-', ...(strategy && { strategy }) });
  const { content, raw } = await executor.execute({ id: '1', name, arguments: { ...args } });
  expect(content).toBe('tool files list\n[Exit code: 0]');
  expect(raw.toolName).toBe(name);
  const other = { id: '1', name: name.replaceAll('-', '_'), arguments: { ...args } };
  await expect(executor.execute(other)).rejects.toThrow('No tool has a command called');
});

test('validator and prompt know the names that the model has', () => {
  const validator = createValidator([TOOL], { allowDestructive: false }, { separator: '-' });
  expect(validator.validate('tool-files-drop', {}).violations[0]?.code).toBe('DESTRUCTIVE_OPERATION');
  expect(validator.validate('tool_files_drop', {}).violations[0]?.code).toBe('UNKNOWN_COMMAND');
  expect(generateSafetyPrompt([TOOL], { separator: '-' })).toContain('- tool-files-drop: Drop');
});
