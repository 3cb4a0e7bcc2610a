import { AtipError } from '../errors/atip-error.ts';
import { providerEntry } from '../errors/provider-entry.ts';
import { anthropicMessage } from '../providers/anthropic/anthropic-message.ts';
import { bedrockMessage } from '../providers/bedrock/bedrock-message.ts';
import { geminiMessage } from '../providers/gemini/gemini-message.ts';
import { mcpMessage } from '../providers/mcp/mcp-message.ts';
import { openAIMessage } from '../providers/openai/openai-message.ts';
import { openAIResponsesMessage } from '../providers/openai-responses/openai-responses-message.ts';
import type { Message, ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';

const FORMATTERS: Record<Provider, (id: string | ToolCall, result: unknown, isError: boolean) => Message> = {
  openai: openAIMessage,
  'openai-responses': openAIResponsesMessage,
  anthropic: anthropicMessage,
  gemini: geminiMessage,
  mcp: mcpMessage,
  bedrock: bedrockMessage,
};

/**
 * Puts a tool's result into the message that returns it to the model.
 *
 * Gemini gets an object, the others get text (objects as JSON). The id is the provider's call id, for Gemini the function's
 * name; given the whole call, each provider takes what it needs. MCP's result holds no id.
 *
 * @throws AtipError `UNKNOWN_PROVIDER`; `INVALID_RESPONSE` when the result has no form as JSON: too deep, or its own code throws
 * @see ATIP 0.3 §7.2
 */
export function handleToolResult(
  provider: Provider,
  id: string | ToolCall,
  result: unknown,
  settings: { isError?: boolean } = {},
): Message {
  const format = providerEntry(FORMATTERS, provider);
  try {
    return format(id, result, settings.isError === true);
  } catch (cause) {
    throw new AtipError('INVALID_RESPONSE', 'The result of the tool has no form as JSON.', { cause });
  }
}
