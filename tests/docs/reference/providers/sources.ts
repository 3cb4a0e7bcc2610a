/** Where rules are published, and the day on which we looked. */
export interface Source {
  readonly title: string;
  readonly url: string;
  /** ISO 8601. */
  readonly date: string;
}

const on = (date: string, title: string, url: string): Source => ({ title, url, date });

const DAY = '2026-11-21';

/** The sources of the rules by their key. Whoever looks again changes the date here. */
export const SOURCES: Readonly<Record<string, Source>> = {
  'openai-types': on(
    DAY,
    'openai 6.49.0 and 7.57.0, types of function tools',
    'https://www.npmjs.com/package/openai/v/6.49.0',
  ),
  'openai-spec': on(DAY, "OpenAI's API specification 2.3.0", 'https://github.com/openai/openai-openapi'),
  'openai-functions': on(
    DAY,
    'OpenAI, Function calling',
    'https://developers.openai.com/api/docs/guides/function-calling',
  ),
  'openai-structured': on(
    DAY,
    'OpenAI, Structured outputs',
    'https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas',
  ),
  'ai-sdk-openai': on(
    DAY,
    '@ai-sdk/openai 4.0.118, which strips them',
    'https://www.npmjs.com/package/@ai-sdk/openai/v/4.0.118',
  ),
  'anthropic-tools': on(
    DAY,
    'Anthropic, Define tools',
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools',
  ),
  'anthropic-types': on(
    DAY,
    '@anthropic-ai/sdk 1.12.0, interface Tool',
    'https://www.npmjs.com/package/@anthropic-ai/sdk/v/1.12.0',
  ),
  'anthropic-strict': on(
    DAY,
    'Anthropic, Structured outputs',
    'https://platform.claude.com/docs/en/build-with-claude/structured-outputs',
  ),
  'gemini-types': on(
    DAY,
    '@google/genai 3.1.0, Schema and FunctionDeclaration',
    'https://www.npmjs.com/package/@google/genai/v/3.1.0',
  ),
  'gemini-functions': on(DAY, 'Gemini API, Function calling', 'https://ai.google.dev/gemini-api/docs/function-calling'),
  'gemini-discovery': on(
    DAY,
    'Discovery document of generativelanguage v1beta, 20260816',
    'https://generativelanguage.googleapis.com/$discovery/rest?version=v1beta',
  ),
  mcp: on(
    DAY,
    'MCP 2026-07-28, schema.ts and server/tools',
    'https://github.com/modelcontextprotocol/modelcontextprotocol',
  ),
  bedrock: on(
    DAY,
    'AWS, ToolSpecification',
    'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html',
  ),
  'json-schema': on(DAY, 'JSON Schema 2020-12', 'https://json-schema.org/draft/2020-12'),
  ours: on(DAY, 'JSON, RFC 8259; and names that tell tools apart', 'https://www.rfc-editor.org/rfc/rfc8259'),
};
