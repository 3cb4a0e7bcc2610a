import type { CompileSettings, Provider, ProviderTool } from '@atip/core';

/** A property of a compiled schema, as far as it is looked at here. */
export interface CompiledProperty {
  readonly type: string | readonly string[];
  readonly enum?: readonly (string | number | null)[];
  readonly items?: { readonly type: string; readonly enum?: readonly (string | number)[] };
}

/** The name of a compiled tool, wherever its provider puts it. */
export function nameOf(tool: ProviderTool): string {
  if ('toolSpec' in tool) return tool.toolSpec.name;
  return 'function' in tool ? tool.function.name : tool.name;
}

/** Whether a compiled tool asks its provider for strict mode. */
export function isStrict(tool: ProviderTool): boolean {
  const owner = 'function' in tool ? tool.function : tool;
  return 'strict' in owner && owner.strict === true;
}

/** The properties of a compiled tool's schema, wherever its provider puts them; `{}` where there is no schema. */
export function propertiesOf(tool: ProviderTool): Readonly<Record<string, CompiledProperty>> {
  if ('toolSpec' in tool) return tool.toolSpec.inputSchema.json.properties;
  if ('function' in tool) return tool.function.parameters.properties;
  if ('input_schema' in tool) return tool.input_schema.properties;
  if ('inputSchema' in tool) return tool.inputSchema.properties;
  const schema = 'parametersJsonSchema' in tool ? tool.parametersJsonSchema : tool.parameters;
  return schema?.properties ?? {};
}

/** The keys that a compiled tool's schema requires; none where there is no schema. */
export function requiredOf(tool: ProviderTool): readonly string[] {
  if ('toolSpec' in tool) return tool.toolSpec.inputSchema.json.required;
  if ('function' in tool) return tool.function.parameters.required;
  if ('input_schema' in tool) return tool.input_schema.required;
  if ('inputSchema' in tool) return tool.inputSchema.required;
  const schema = 'parametersJsonSchema' in tool ? tool.parametersJsonSchema : tool.parameters;
  return schema?.required ?? [];
}

/** A whole response of a provider, or for MCP a client's request, that calls one tool. */
export function responseWith(provider: Provider, name: string, args: Readonly<Record<string, unknown>>): unknown {
  const text = JSON.stringify(args);
  switch (provider) {
    case 'openai':
      return {
        choices: [
          {
            message: { tool_calls: [{ id: 'id', type: 'function', function: { name, arguments: text } }] },
            finish_reason: 'tool_calls',
          },
        ],
      };
    case 'openai-responses':
      return { status: 'completed', output: [{ type: 'function_call', call_id: 'id', name, arguments: text }] };
    case 'anthropic':
      return { content: [{ type: 'tool_use', id: 'id', name, input: JSON.parse(text) }], stop_reason: 'tool_use' };
    case 'gemini':
      return {
        candidates: [
          { content: { parts: [{ functionCall: { name, args: JSON.parse(text) } }] }, finishReason: 'STOP' },
        ],
      };
    case 'mcp':
      return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: JSON.parse(text) } };
    case 'bedrock':
      return {
        output: { message: { content: [{ toolUse: { toolUseId: 'id', name, input: JSON.parse(text) } }] } },
        stopReason: 'tool_use',
      };
  }
}

/** Every provider in every dialect it has. */
export const DIALECTS: readonly (readonly [Provider, CompileSettings])[] = [
  ['openai', {}],
  ['openai', { strict: true }],
  ['openai-responses', {}],
  ['openai-responses', { strict: true }],
  ['anthropic', {}],
  ['gemini', { geminiSchema: 'openapi' }],
  ['gemini', { geminiSchema: 'json-schema' }],
  ['mcp', {}],
  ['bedrock', {}],
];
