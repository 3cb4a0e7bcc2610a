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

/** A call as a provider reports it. */
export type Called = readonly [id: string, name: string, args: Readonly<Record<string, unknown>>];

/** A whole response of a provider that calls tools; for MCP a client's request, which calls the first of them. */
export function responseWith(provider: Provider, calls: readonly Called[]): unknown {
  // As JSON has it: nothing inherited, nothing undefined.
  const called = calls.map(([id, name, args]) => ({ id, name, text: JSON.stringify(args), args: copyOf(args) }));
  switch (provider) {
    case 'openai': {
      const toolCalls = called.map(({ id, name, text }) => ({
        id,
        type: 'function',
        function: { name, arguments: text },
      }));
      const message = { role: 'assistant', content: null, tool_calls: toolCalls };
      return { object: 'chat.completion', choices: [{ index: 0, finish_reason: 'tool_calls', message }] };
    }
    case 'openai-responses': {
      const output = called.map(({ id, name, text }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: text,
      }));
      return { status: 'completed', output };
    }
    case 'anthropic': {
      const content = called.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }));
      return { content, stop_reason: 'tool_use' };
    }
    case 'gemini': {
      const parts = called.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
      return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
    }
    case 'mcp': {
      const [first] = called;
      return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: first?.name, arguments: first?.args } };
    }
    case 'bedrock': {
      const content = called.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: args } }));
      return { output: { message: { content } }, stopReason: 'tool_use' };
    }
  }
}

function copyOf(args: Called[2]): unknown {
  return JSON.parse(JSON.stringify(args));
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
