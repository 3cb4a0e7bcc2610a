import { providerEntry } from '../errors/provider-entry.ts';
import { parseAnthropicCalls } from '../providers/anthropic/index.ts';
import { parseGeminiCalls } from '../providers/gemini/index.ts';
import { parseOpenAICalls } from '../providers/openai/index.ts';
import type { ToolCall } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';

const PARSERS: Record<Provider, (response: unknown) => ToolCall[]> = {
  openai: parseOpenAICalls,
  gemini: parseGeminiCalls,
  anthropic: parseAnthropicCalls,
};

/**
 * Reads the tool calls from a provider's response; `[]` when it has none.
 *
 * @throws AtipParseError when the response does not have that provider's form, or was cut off so that its calls may be
 * incomplete: half a path is a valid, different path
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §7.2
 */
export function parseToolCall(provider: Provider, response: unknown): ToolCall[] {
  return providerEntry(PARSERS, provider)(response);
}
