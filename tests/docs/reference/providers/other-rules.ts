import { object, type ProviderRule, rulesOf } from './rule.ts';

const text = { type: 'string' };
const HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
const mcpTool = (rest: object = {}): unknown => ({
  ...{ name: 'a', description: 'b', inputSchema: object({}), annotations: HINTS, ...rest },
});
const spec = (schema: unknown, rest: object = {}): unknown => ({
  toolSpec: { name: 'a', description: 'b', inputSchema: { json: schema }, ...rest },
});
const openai = (rest: object): unknown => ({ type: 'function', function: { name: 'a', description: 'b', ...rest } });

const mcp = rulesOf('mcp', 'mcp');
const bedrock = rulesOf('bedrock', 'bedrock');
const schema = rulesOf('openai', 'json-schema');
const ours = rulesOf('openai', 'ours');

/** What clients of an MCP server refuse or mistake. */
export const MCP_RULES: readonly ProviderRule[] = [
  mcp('mcp-name', [mcpTool({ name: '-a' })]),
  mcp('mcp-desc', [mcpTool({ description: '' })]),
  mcp('mcp-input', [mcpTool({ inputSchema: {} })]),
  mcp('mcp-root-props', [mcpTool({ inputSchema: { type: 'object' } })]),
  mcp('mcp-root-comb', [mcpTool({ inputSchema: object({}, { anyOf: [{}] }) })]),
  mcp('mcp-boolean', [mcpTool({ inputSchema: object({ x: true }) })]),
  mcp('mcp-output', [mcpTool({ outputSchema: { type: 'string' } })]),
  mcp('mcp-annotations', [mcpTool({ annotations: { ...HINTS, destructiveHint: undefined } })]),
  mcp('mcp-annotations', [mcpTool({ annotations: { ...HINTS, destructiveHint: 'no' } })]),
];

/** What Bedrock's Converse API refuses, or Claude behind it. */
export const BEDROCK_RULES: readonly ProviderRule[] = [
  bedrock('br-name', [spec(object({}), { name: 'a.b' })]),
  bedrock('br-desc', [spec(object({}), { description: '' })]),
  bedrock('br-root', [spec({})]),
  bedrock('br-root-comb', [spec(object({}, { anyOf: [{}] }))]),
  bedrock('br-propkey', [spec(object({ 'a b': text }))]),
  bedrock('br-strict', [spec(object({}), { strict: true })]),
];

/** What holds for every provider alike, shown with OpenAI's form. */
export const COMMON_RULES: readonly ProviderRule[] = [
  schema('schema-keyword', [openai({ parameters: object({}, { required: true }) })]),
  schema('schema-enum', [openai({ parameters: object({ x: { enum: ['a', 'a'] } }) })]),
  schema('schema-ref', [openai({ parameters: object({ x: { $ref: '#/$defs/none' } }) })]),
  ours('tool-shape', ['gh']),
  ours('dup-name', [openai({}), openai({})]),
  ours('dup-name-case', [openai({}), openai({ name: 'A' })]),
  ours('not-unicode', [openai({ description: 'half a pair: \ud83d' })]),
  ours('not-json', [openai({ description: 1n })]),
  ours('too-deep', [Array.from({ length: 101 }).reduce<unknown>((inner) => [inner], 'a')]),
  ours('too-large', [openai({ description: 'b'.repeat(4 * 1024 * 1024 + 1) })]),
];
