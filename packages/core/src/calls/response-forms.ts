import { ANTHROPIC_COMPLETE, parseAnthropicCalls } from '../providers/anthropic/parse-anthropic-calls.ts';
import { BEDROCK_COMPLETE, parseBedrockCalls } from '../providers/bedrock/parse-bedrock-calls.ts';
import { GEMINI_COMPLETE, parseGeminiCalls } from '../providers/gemini/parse-gemini-calls.ts';
import { MCP_COMPLETE, parseMcpCalls } from '../providers/mcp/parse-mcp-calls.ts';
import { OPENAI_COMPLETE, parseOpenAICalls } from '../providers/openai/parse-openai-calls.ts';
import {
  OPENAI_RESPONSES_COMPLETE,
  parseOpenAIResponsesCalls,
} from '../providers/openai-responses/parse-openai-responses-calls.ts';
import type { Provider } from '../types/provider.ts';
import type { Fail, RawAnswer } from '../types/raw-call.ts';

/** How the calls of one provider's responses are found, and when they are whole. */
export interface ResponseForm {
  /** What a message about it is called. */
  readonly label: string;
  readonly parse: (response: unknown, fail: Fail) => RawAnswer[];
  /** The reasons for ending after which calls are whole; `null`: none was given. */
  readonly complete: readonly unknown[];
  /** Whether arguments come as JSON text; elsewhere text is damage. */
  readonly sendsText: boolean;
}

export const RESPONSE_FORMS: Readonly<Record<Provider, ResponseForm>> = {
  openai: { label: 'OpenAI response', parse: parseOpenAICalls, complete: OPENAI_COMPLETE, sendsText: true },
  'openai-responses': {
    label: 'OpenAI response',
    parse: parseOpenAIResponsesCalls,
    complete: OPENAI_RESPONSES_COMPLETE,
    sendsText: true,
  },
  anthropic: {
    label: 'Anthropic response',
    parse: parseAnthropicCalls,
    complete: ANTHROPIC_COMPLETE,
    sendsText: false,
  },
  gemini: { label: 'Gemini response', parse: parseGeminiCalls, complete: GEMINI_COMPLETE, sendsText: false },
  mcp: { label: 'MCP request', parse: parseMcpCalls, complete: MCP_COMPLETE, sendsText: false },
  bedrock: { label: 'Bedrock response', parse: parseBedrockCalls, complete: BEDROCK_COMPLETE, sendsText: false },
};
