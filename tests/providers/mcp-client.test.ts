import {
  type AtipTool,
  buildCommandArray,
  compileTools,
  handleToolResult,
  mapToCommand,
  type McpTool,
  type McpToolMessage,
  parseToolCall,
  type ProviderTool,
  validateToolCall,
} from '@atip/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema, ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, expect, test } from 'vitest';

const GIT: AtipTool = {
  atip: { version: '0.4' },
  name: 'git',
  version: '2.45.0',
  description: 'Version control',
  commands: {
    log: {
      description: 'Show commits',
      options: [{ name: 'max-count', flags: ['-n', '--max-count'], type: 'integer', description: 'How many' }],
      effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
    },
    stash: {
      description: 'Put changes away',
      commands: {
        '': {
          description: 'Put changes away',
          effects: { filesystem: { write: true }, network: false, destructive: false },
        },
        clear: { description: 'Forget them all', effects: { destructive: true, reversible: false, network: false } },
      },
    },
    fetch: { description: 'Get commits from elsewhere' },
  },
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((end) => end.close()));
});

/** An official client connected to an official server that lists and runs our tools. */
async function connect(tools: McpTool[]): Promise<Client> {
  const server = new Server({ name: 'atip', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, (request) => answer(request));
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  open.push(client, server);
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}

/** The whole way of a call: request, command, checked arguments, argv; the argv is what the tool "prints". */
function answer(request: unknown): McpToolMessage {
  const [call] = parseToolCall('mcp', request);
  if (!call) throw new Error('The request has no call.');
  const mapping = mapToCommand(call.name, [GIT]);
  const checked = validateToolCall(call, mapping);
  const result = checked.valid ? { argv: buildCommandArray(mapping, checked.arguments) } : checked.errors;
  const message = handleToolResult('mcp', call, result, { isError: !checked.valid });
  if (!('content' in message) || !('isError' in message)) throw new Error('This is no result of MCP.');
  return message;
}

function isMcp(tool: ProviderTool): tool is McpTool {
  return 'inputSchema' in tool;
}

function compiled(): McpTool[] {
  return compileTools([GIT], 'mcp').tools.filter(isMcp);
}

test('a client lists every tool as it was compiled, the four hints included', async () => {
  const client = await connect(compiled());
  const { tools } = await client.listTools();
  expect(tools).toStrictEqual(compiled());
  expect(tools.map(({ name, annotations }) => [name, annotations])).toStrictEqual([
    ['git_log', { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
    ['git_stash', { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }],
    ['git_stash_clear', { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }],
    ['git_fetch', { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }],
  ]);
});

test('the protocol package knows every field of a compiled tool', () => {
  // A parse that drops fields would make the strict comparison fail.
  expect(compiled().map((tool) => ToolSchema.parse(tool))).toStrictEqual(compiled());
  expect(compiled()).toHaveLength(4);
});

test('a call comes back as the command line it stands for', async () => {
  const client = await connect(compiled());
  expect(await client.callTool({ name: 'git_log', arguments: { 'max-count': 5 } })).toStrictEqual({
    content: [{ type: 'text', text: '{"argv":["git","log","--max-count=5"]}' }],
    isError: false,
  });
  expect(await client.callTool({ name: 'git_stash' })).toStrictEqual({
    content: [{ type: 'text', text: '{"argv":["git","stash"]}' }],
    isError: false,
  });
});

test('arguments that do not fit are a result that says so, which a model can read', async () => {
  const client = await connect(compiled());
  const { content, isError } = await client.callTool({ name: 'git_log', arguments: { 'max-count': 'many' } });
  expect(isError).toBe(true);
  expect(JSON.stringify(content)).toContain('INVALID_TYPE');
});

test('a name that was never listed is an error of the protocol', async () => {
  const client = await connect(compiled());
  await expect(client.callTool({ name: 'git_push' })).rejects.toThrow(/git_push/);
});
