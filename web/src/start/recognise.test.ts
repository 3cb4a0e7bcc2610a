import { expect, test } from 'vitest';
import { recognise } from './answer-import.ts';

const SCHEMA = { type: 'object', properties: {} };
const json = JSON.stringify;
const TOKEN = `ghp_${'Zk3'.repeat(12)}`;
const LINK = 'https://e.org/#v2.w.AAAA';
const COMMANDS = { go: { description: 'Goes' } };
const SOUND = { atip: '0.4', name: 'a', version: '1', description: 'Does a', commands: COMMANDS };
const CUT = json({ choices: [{ message: { tool_calls: [{ function: { name: 'a', arguments: '{}' } }] } }] }).slice(
  0,
  -9,
);

test.each([
  ['', 'refused', 'Nothing yet'],
  [json(SOUND), 'ready', 'ATIP, 1 command'],
  ['{"atip":"0.4","name":"a"}', 'ready', 'ATIP with 2 errors'],
  ['{"atip":', 'unfinished', 'JSON with a mistake in line 1'],
  ['{"some":"thing"}', 'refused', 'JSON: nothing here describes a tool'],
  ['{"name":"a","scripts":{},"dependencies":{}}', 'refused', 'JSON: nothing here describes a tool'],
  ['{"name":"a","commands":{}}', 'ready', 'JSON, perhaps ATIP that is not finished'],
  ['Usage: rm [OPTION]... FILE', 'ready', 'Help text of rm'],
  ['Core commands\n  boil   Boil water\n', 'ready', 'Help text'],
  ['once upon a time', 'refused', 'Prose: nothing here describes a tool'],
  [json({ tools: [{ name: 'a', inputSchema: SCHEMA }] }), 'ready', 'An MCP tools/list, 1 tool'],
  [json({ tools: [] }), 'refused', 'A list of tools without a tool'],
  [json([{ type: 'function', name: 'a', parameters: SCHEMA }]), 'ready', '1 tool for OpenAI Responses'],
  [json([{ name: 'a', input_schema: SCHEMA }]), 'ready', '1 tool for Anthropic'],
  [json({ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }), 'ready', '2 tools for Gemini'],
  [json({ name: 'a', parameters: { type: 'OBJECT', properties: {} } }), 'ready', '1 tool for Gemini'],
  [
    json({ toolConfig: { tools: [{ toolSpec: { name: 'a', inputSchema: { json: SCHEMA } } }] } }),
    'ready',
    '1 tool for Bedrock',
  ],
  [json({ name: 'a', description: 'b', parameters: SCHEMA }), 'ready', 'The schema of a'],
  [json({ version: '1', commands: { 'a:b': { id: 'a:b', flags: {} } } }), 'ready', 'An oclif manifest, 1 command'],
  ['atip:\n  version: "0.4"\nname: a\ncommands:\n  prune:\n    usage: x\n', 'refused', 'ATIP as YAML'],
  ['https://example.org/tool.json', 'refused', 'An address'],
  [LINK, 'refused', 'An address'],
  ['openapi: 3.1.0\ninfo:\n  title: A\n', 'refused', 'OpenAPI'],
  [json({ preset: 'ci', rules: [] }), 'ready', 'A policy'],
  [json({ policy: { alowNetwork: false } }), 'refused', 'A policy with a mistake'],
  [json({ mcpServers: {} }), 'refused', 'An MCP configuration'],
  ['{"event":"decision"}\n{"event":"execution"}\n', 'refused', 'A record of decisions'],
  ['git fetch origin && git clean -fdx', 'ready', 'A shell line with git'],
  ['$ git add .', 'ready', 'A shell line with git'],
  ['A=1 ./run.sh | grep -v \\\n  x', 'ready', 'A shell line with grep'],
  ['make sure that it works.', 'refused', 'Prose: nothing here describes a tool'],
  ['{"name": "a", "arguments": {}}', 'ready', 'A model’s answer: 1 call'],
  ['Sure:\n```json\n{"name": "a", "arguments": {}}\n```', 'ready', 'A model’s answer: 1 call'],
  [`2026-01-02T10:00:00Z GET /a 200\n2026-01-02 10:00:01 GET /b 200`, 'ready', 'Output of a program · Redact it'],
  [`export GITHUB_TOKEN=${TOKEN}`, 'ready', 'Output of a program · Redact it'],
  [json({ id: 7, login: TOKEN }), 'ready', 'Output of a program · Redact it'],
])('%s', async (text, state, words) => {
  expect(await recognise({ text })).toMatchObject({ state, words });
});

test.each([
  ['an answer that is cut', CUT, 'The answer is damaged or ends too early. Paste all of it'],
  ['OpenAPI', '{"swagger":"2.0"}', 'Paste the tools/list of an MCP server for it, or the --help of its command.'],
])('%s is refused with the reason and the way out', async (_name, text, reason) => {
  expect(await recognise({ text })).toMatchObject({ state: 'refused', reason: expect.stringContaining(reason) });
});

test.each(['\n', '\r', '\u2028', ' ', '#v1'])(
  'a hundred thousand of %j are gone through once',
  { timeout: 2000 },
  async (piece) => {
    expect((await recognise({ text: `a${piece.repeat(90_000)}b` })).state).toBe('refused');
  },
);
