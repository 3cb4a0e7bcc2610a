import { PROVIDERS } from '@atip/core';
import { EXAMPLES } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { PROVIDER_LABELS } from '../document/providers.ts';
import git from './git.json?raw';
import { mayBeForeign } from '../text/json.ts';
import { recognise } from './recognise.ts';

const SCHEMA = { type: 'object', properties: {} };
const json = JSON.stringify;

test.each([
  ['', 'empty', 'Nothing yet', false],
  [git, 'atip', 'ATIP, 8 commands', true],
  ['{"atip":"0.4","name":"a"}', 'atip', 'ATIP with 2 errors', true],
  ['{"atip":', 'broken', 'JSON with a mistake in line 1', true],
  ['{\n  "a" 1\n}', 'broken', 'JSON with a mistake in line 2', true],
  ['{"some":"thing"}', 'other', 'JSON: nothing here describes a tool', false],
  ['{"name":"a","commands":{}}', 'atip', 'JSON, perhaps ATIP that is not finished', true],
  ['Usage: rm [OPTION]... FILE', 'help', 'Help text of rm', true],
  ['rm\n\n  -f, --force  never ask', 'help', 'Help text', true],
  ['Core commands\n  boil   Boil water\n', 'help', 'Help text', true],
  ['once upon a time', 'prose', 'Prose: nothing here describes a tool', false],
  [json({ tools: [{ name: 'a', inputSchema: SCHEMA }] }), 'mcp', 'An MCP tools/list, 1 tool', true],
  [json([{ name: 'a', inputSchema: SCHEMA }]), 'mcp', 'An MCP tools/list, 1 tool', true],
  [json([{ type: 'function', name: 'a', parameters: SCHEMA }]), 'provider-tools', 'OpenAI Responses tools, 1', true],
  [json([{ name: 'a', input_schema: SCHEMA }]), 'provider-tools', 'Anthropic tools, 1', true],
  [
    json({ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }),
    'provider-tools',
    'Gemini function declarations, 2',
    true,
  ],
  [
    json({ tools: [{ toolSpec: { name: 'a', inputSchema: { json: SCHEMA } } }] }),
    'provider-tools',
    'Bedrock tools, 1',
    true,
  ],
  [json({ name: 'a', description: 'b', parameters: SCHEMA }), 'canonical', 'The schema of a', true],
  [
    json({ version: '1', commands: { 'a:b': { id: 'a:b', flags: {} } } }),
    'oclif',
    'An oclif manifest, 1 command',
    true,
  ],
  ['export default { name: "a" };', 'code', 'Program code', false],
  ['atip: "0.4"\nname: a\n', 'other', 'ATIP as YAML', false],
  ['https://example.org/tool.json', 'address', 'An address', false],
  ['http://127.0.0.1:4170/#v2.w.AAAA-_', 'link', 'A share link', true],
  [json({ openapi: '3.1.0', paths: {} }), 'openapi', 'OpenAPI 3.1.0', false],
  ['openapi: 3.1.0\ninfo:\n  title: A\n', 'openapi', 'OpenAPI', false],
  [json({ name: 'a', scripts: {}, dependencies: {} }), 'other', 'A package.json', false],
  [json({ mcpServers: {} }), 'other', 'An MCP configuration', false],
  ['git fetch origin && git clean -fdx', 'shell-line', 'A shell line of git', true],
  ['make sure that it works.', 'prose', 'Prose: nothing here describes a tool', false],
  ['{"name": "a", "arguments": {}}', 'answer', 'A model’s answer: 1 call', true],
  ['Sure:\n```json\n{"name": "a", "arguments": {}}\n```', 'answer', 'A model’s answer: 1 call', true],
])('%s', async (text, kind, words, opens) => {
  expect(await recognise({ text })).toMatchObject({ kind, words, opens });
});

test.each(PROVIDERS)('an answer and a stream of %s', async (provider) => {
  const { response, stream } = EXAMPLES[provider];
  const name = provider === 'openai-responses' ? 'OpenAI Responses' : PROVIDER_LABELS[provider];
  const events = stream().map((event) => `data: ${json(event)}\n\n`);
  expect(await recognise({ text: json(response({ name: 'a', arguments: {} })) })).toMatchObject({
    words: `A model’s answer: ${name}, 1 call`,
  });
  expect(await recognise({ text: events.join('') })).toMatchObject({ words: `A model’s answer: ${name}, 2 calls` });
});

test.each(['\n', '\r', '\u2028'])(
  'a hundred thousand line breaks (%j) are gone through once',
  { timeout: 2000 },
  async (end) => {
    expect((await recognise({ text: `a${end.repeat(90_000)}b` })).kind).toBe('prose');
  },
);

test.each([
  ['Usage: rm [OPTION]... FILE...\n  -f, --force  never ask', true],
  ['Usage: rm', false],
  ['{"atip":"0.4","name":"a","x":{"parameters":{"type":"object"}}}', false],
])('%s: asked about %s', (text, isAsked) => {
  expect(mayBeForeign(text)).toBe(isAsked);
});
