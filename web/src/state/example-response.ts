import { type FlatCommand, type Parameter, parametersOf, type Provider } from '@atip/core';

/**
 * A provider's response that calls one command with plausible values for its required parameters.
 *
 * Shape for OpenAI: `{ choices: [{ message: { role, tool_calls: [{ id, type, function: { name, arguments } }] } }] }`,
 * indented by 2, as that provider's API would return it.
 */
export function exampleResponse(provider: Provider, command: FlatCommand): string {
  return JSON.stringify(responseFor(provider, command.name, exampleArguments(command)), null, 2);
}

function responseFor(provider: Provider, name: string, args: Record<string, unknown>): object {
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

function exampleArguments(command: FlatCommand): Record<string, unknown> {
  const required = parametersOf(command).filter((parameter) => parameter.required);
  return Object.fromEntries(required.map((parameter) => [parameter.key, exampleValue(parameter)]));
}

function exampleValue({ kind, source }: Parameter): unknown {
  const single = source.default ?? source.enum?.[0] ?? exampleOfType(source.type);
  return kind === 'argument' && source.variadic === true && !Array.isArray(single) ? [single] : single;
}

function exampleOfType(type: Parameter['source']['type']): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return ['example'];
    case 'url':
      return 'https://example.org/';
    case 'file':
      return 'example.txt';
    case 'directory':
      return 'example';
    case 'string':
    case 'enum':
      return 'example';
  }
}
