import { providerEntry } from '../errors/provider-entry.ts';
import { anthropicMessage } from '../providers/anthropic/index.ts';
import { geminiMessage } from '../providers/gemini/index.ts';
import { openAIMessage } from '../providers/openai/index.ts';
import type { Message, ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';

const FORMATTERS: Record<Provider, (id: string | ToolCall, result: unknown, isError: boolean) => Message> = {
  openai: openAIMessage,
  gemini: geminiMessage,
  anthropic: anthropicMessage,
};

/**
 * Puts a tool's result into the message that returns it to the model.
 *
 * OpenAI and Anthropic get text (objects as JSON), Gemini gets an object. The id is the provider's call id, for Gemini
 * the function's name; given the whole call, each provider takes what it needs.
 *
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §7.2
 */
export function handleToolResult(
  provider: Provider,
  id: string | ToolCall,
  result: unknown,
  settings: { isError?: boolean } = {},
): Message {
  return providerEntry(FORMATTERS, provider)(id, result, settings.isError === true);
}
