import { expect, test } from 'vitest';
import { handleToolResult } from '../calls/handle-tool-result.ts';
import { parseToolCall } from '../calls/parse-tool-call.ts';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { GH, toolWith } from '../testing/documents.ts';
import type { Provider, ProviderTool } from '../types/provider.ts';
import type { AtipTool } from '../types/tool.ts';
import { compileTools } from './compile-tools.ts';
import { PROVIDERS } from './providers.ts';

function nameOf(tool: ProviderTool): string {
  if ('function' in tool) return tool.function.name;
  return 'toolSpec' in tool ? tool.toolSpec.name : tool.name;
}

test.each(PROVIDERS)('several tools in their order for %s', (provider) => {
  const { provider: to, tools } = compileTools([toolWith({ x: { description: 'X' } }), GH], provider);
  expect(to).toBe(provider);
  const names = tools.map((tool) => nameOf(tool));
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
  expect(tools.map((tool) => 'input_schema' in tool && [tool.name, tool.description])).toStrictEqual([
    ['tool_x', 'Second'],
    ['tool_y', 'Y'],
  ]);
});

test('one invalid tool stops the whole compilation', () => {
  expect(() => compileTools([GH, {} as AtipTool], 'openai')).toThrow(AtipValidationError);
  expect(compileTools([], 'openai')).toStrictEqual({ provider: 'openai', tools: [] });
});

test.each(['mistral', 'toString', '__proto__'])('%s is no provider, said with those there are', (name) => {
  const provider = name as Provider;
  const message = /There is no provider ".*"; known are openai, openai-responses, anthropic, gemini, mcp, bedrock\./;
  expect(() => compileTools([], provider)).toThrow(message);
  expect(() => parseToolCall(provider, {})).toThrow(message);
  expect(() => handleToolResult(provider, 'id', '')).toThrow(message);
});
