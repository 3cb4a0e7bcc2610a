import type { Provider } from '@atip/core';

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
