import { handleToolResult } from '../call/format-results.ts';
import { parseToolCall } from '../call/parse-tool-call.ts';
import { toolWith } from '../testing/documents.ts';
import type { Provider } from '../types/provider.ts';
import { compile } from './compile.ts';
import { buildRequest, compileTools, toGemini, toOpenAI } from './transform.ts';
import { expect, test } from 'vitest';

test('half a surrogate pair does not reach a provider', () => {
  const tool = toolWith({
    x: { description: 'a\ud800', arguments: [{ name: 'n', type: 'string', description: '\udc00b' }] },
  });
  expect(toOpenAI(tool)[0]?.function).toMatchObject({
    description: 'a\ufffd',
    parameters: { properties: { n: { description: '\ufffdb' } } },
  });
});

test('a missing description is the command line', () => {
  expect(toOpenAI(toolWith({ x: { description: '' } }))[0]?.function.description).toBe('tool x');
});

test('Gemini gets no parameters for a command that has none: it refuses the whole request for an empty object', () => {
  const tool = toolWith({ x: { description: 'X' }, y: { description: 'Y', arguments: [] } });
  const sent = [
    { name: 'tool_x', description: 'X' },
    { name: 'tool_y', description: 'Y' },
  ];
  expect(toGemini(tool)).toStrictEqual(sent);
  expect(compileTools([tool], 'gemini').tools).toStrictEqual(sent);
  expect(compileTools([tool], 'gemini', { strict: true }).tools).toStrictEqual(sent);
  expect(compile([tool], 'gemini').tools).toStrictEqual(sent);
  const empty = { type: 'object' as const, properties: {}, required: [] };
  const foreign = sent.map((declaration) => ({ ...declaration, parameters: empty }));
  expect(buildRequest('gemini', foreign)).toStrictEqual({ tools: [{ functionDeclarations: sent }] });
});

test('strict is a word of OpenAI, for the tools that fit its limits; of Anthropic it has its own', () => {
  const level = { name: 'level', type: 'enum' as const, enum: Array.from({ length: 1001 }, (_none, at) => at) };
  const big = toolWith({
    big: { description: 'X', arguments: [{ ...level, description: 'L' }] },
    x: { description: '' },
  });
  for (const tools of [toOpenAI(big, { strict: true }), compileTools([big], 'openai', { strict: true }).tools])
    expect(tools.map(({ function: { strict } }) => strict)).toStrictEqual([undefined, true]);
  const tool = toolWith({ x: { description: 'X' } });
  const open = { type: 'object', properties: {}, required: [] };
  expect(compileTools([tool], 'anthropic', { strict: true }).tools).toStrictEqual([
    { name: 'tool_x', description: 'X', input_schema: open },
  ]);
  expect(compileTools([tool], 'anthropic', { anthropicStrict: true }).tools).toStrictEqual([
    { name: 'tool_x', description: 'X', strict: true, input_schema: { ...open, additionalProperties: false } },
  ]);
});

test('the dialect of JSON Schema keeps numeric enums, and is closed', () => {
  const level = { name: 'dry-level', type: 'enum' as const, enum: [1, 2], description: 'L' };
  const tool = toolWith({ x: { description: 'X', arguments: [level] }, y: { description: 'Y' } });
  expect(compile([tool], 'gemini', { geminiSchema: 'json-schema' }).tools).toStrictEqual([
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

test.each(['mistral', 'toString', '__proto__'])('%s is no provider, said with those there are', (name) => {
  const provider = name as Provider;
  const message = /There is no provider ".*"; known are openai, openai-responses, anthropic, gemini, mcp, bedrock\./;
  expect(() => compileTools([], provider)).toThrow(message);
  expect(() => parseToolCall(provider, {})).toThrow(message);
  expect(() => handleToolResult(provider, 'id', '')).toThrow(message);
});
