import { expect, test } from 'vitest';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { AtipTool } from '../types/tool.ts';
import { compileTools, PROVIDERS } from './compile-tools.ts';

test.each(PROVIDERS)('several tools in their order for %s', (provider) => {
  const { provider: to, tools } = compileTools([toolWith({ x: { description: 'X' } }), GH], provider);
  expect(to).toBe(provider);
  const names = tools.map((tool) => ('function' in tool ? tool.function.name : tool.name));
  expect(names).toStrictEqual(['tool_x', 'gh_pr_list', 'gh_pr_create', 'gh_repo_delete']);
});

test('strict reaches OpenAI', () => {
  const [tool] = compileTools([GH], 'openai', { strict: true }).tools;
  expect(tool && 'function' in tool && tool.function.strict).toBe(true);
});

test('of two commands with one name the later stands, in the place of the earlier', () => {
  const { tools } = compileTools(
    [toolWith({ x: { description: 'First' }, y: { description: 'Y' } }), toolWith({ x: { description: 'Second' } })],
    'anthropic',
  );
  expect(tools.map((tool) => !('function' in tool) && [tool.name, tool.description])).toStrictEqual([
    ['tool_x', 'Second'],
    ['tool_y', 'Y'],
  ]);
});

test('one invalid tool stops the whole compilation', () => {
  expect(() => compileTools([GH, {} as AtipTool], 'openai')).toThrow(AtipValidationError);
  expect(compileTools([], 'openai')).toStrictEqual({ provider: 'openai', tools: [] });
});
