import type { Message, ToolCall } from '../types/call.ts';
import type { FormattedResult } from '../types/execution.ts';
import type { Provider } from '../types/provider.ts';
import { handleToolResult } from './handle-tool-result.ts';

/** The message that tells a model how its call went; only the redacted content is in it. @see ATIP 0.3 §7.2 */
export function formatForProvider(provider: Provider, call: ToolCall, result: FormattedResult): Message {
  return handleToolResult(provider, call, result.content, { isError: !result.success });
}
