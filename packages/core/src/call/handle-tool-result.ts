import { AtipError, providerEntry } from '../json/atip-error.ts';
import { RESULTS } from '../providers/list.ts';
import type { ToolCall } from '../types/call.ts';
import type { FormattedResult } from '../types/execution.ts';
import type { Provider, ProviderMessages } from '../types/provider.ts';

/**
 * Puts a tool's result into the message that returns it to the model.
 *
 * Gemini gets an object, the others get text (objects as JSON). The id is the provider's call id, for Gemini the function's
 * name; given the whole call, each provider takes what it needs. MCP's result holds no id.
 *
 * @throws AtipError `UNKNOWN_PROVIDER`; `INVALID_RESPONSE` when the result has no form as JSON: too deep, or its own code throws
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { handleToolResult } from '@atip/core';
 * const message = handleToolResult('openai', 'call_1', { branch: 'main' });
 * // { role: 'tool', tool_call_id: 'call_1', content: '{"branch":"main"}' }
 * ```
 */
export function handleToolResult<Name extends Provider>(
  provider: Name,
  id: string | ToolCall,
  result: unknown,
  settings: { isError?: boolean } = {},
): ProviderMessages[Name] {
  const { answer } = providerEntry(RESULTS, provider);
  try {
    return answer(typeof id === 'string' ? { id, name: id } : id, result, settings.isError === true);
  } catch (cause) {
    throw new AtipError('INVALID_RESPONSE', 'The result of the tool has no form as JSON.', { cause });
  }
}

/**
 * The message that tells a model how its call went; only the redacted content is in it.
 *
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { type ToolCall } from '@atip/core';
 * import { createExecutor, formatForProvider } from '@atip/core/execute';
 * declare const executor: ReturnType<typeof createExecutor>, call: ToolCall;
 * const message = formatForProvider('anthropic', call, await executor.execute(call));
 * ```
 */
export function formatForProvider<Name extends Provider>(
  provider: Name,
  call: ToolCall,
  result: FormattedResult,
): ProviderMessages[Name] {
  return handleToolResult(provider, call, result.content, { isError: !result.success });
}
