import type { Provider } from '@atip/core';

/** One call as a provider's model makes it. */
export interface AskedCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * The response by which a provider's model makes one call, indented by 2.
 *
 * Shape for OpenAI: `{ choices: [{ message: { role, tool_calls: [{ id, type, function: { name, arguments } }] } }] }`.
 */
export function responseText(provider: Provider, call: AskedCall): string {
  return JSON.stringify(responseFor(provider, call), null, 2);
}

function responseFor(provider: Provider, { name, arguments: args }: AskedCall): object {
  switch (provider) {
    case 'openai': {
      const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(args) } };
      const message = { role: 'assistant', content: null, tool_calls: [call] };
      return { choices: [{ index: 0, finish_reason: 'tool_calls', message }] };
    }
    case 'openai-responses': {
      const call = { type: 'function_call', call_id: 'call_1', name, arguments: JSON.stringify(args) };
      return { object: 'response', status: 'completed', output: [{ ...call, status: 'completed' }] };
    }
    case 'mcp':
      return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    case 'bedrock': {
      const message = { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name, input: args } }] };
      return { output: { message }, stopReason: 'tool_use' };
    }
    case 'gemini': {
      const content = { role: 'model', parts: [{ functionCall: { name, args } }] };
      return { candidates: [{ content, finishReason: 'STOP' }] };
    }
    case 'anthropic': {
      const block = { type: 'tool_use', id: 'toolu_1', name, input: args };
      return { role: 'assistant', stop_reason: 'tool_use', content: [block] };
    }
  }
}
