import type { Provider } from '@atip/core';

/** How one provider is asked, and where its answer has the calls. */
export interface Endpoint {
  /** Environment variables: the address in place of the usual one, and the key. */
  readonly baseVariable: string;
  readonly keyVariable: string;
  /** The usual address; `{region}` stands for `AWS_REGION`, or `us-east-1`. */
  readonly base: string;
  /** Below the address; `{model}` stands for the model. */
  readonly path: string;
  /** Name of the header with the key, and what stands before it there. */
  readonly keyHeader: readonly [name: string, prefix: string];
  readonly headers: Readonly<Record<string, string>>;
  /** The fields of the body that ask, without model and tools. */
  readonly ask: (prompt: string) => object;
  /** Statements that put the answer's calls into `calls`, and jq's filter for a list of them. */
  readonly typescript: readonly string[];
  readonly python: readonly string[];
  readonly jq: string;
}

const BEARER = ['Authorization', 'Bearer '] as const;
const asMessage = (prompt: string): object => ({ messages: [{ role: 'user', content: prompt }] });

export const ENDPOINTS: Readonly<Record<Exclude<Provider, 'mcp'>, Endpoint>> = {
  openai: {
    baseVariable: 'OPENAI_BASE_URL',
    keyVariable: 'OPENAI_API_KEY',
    base: 'https://api.openai.com/v1',
    path: '/chat/completions',
    keyHeader: BEARER,
    headers: {},
    ask: asMessage,
    typescript: ['for (const choice of answer.choices) calls.push(...(choice.message.tool_calls ?? []));'],
    python: ['for choice in answer["choices"]:', '    calls += choice["message"].get("tool_calls") or []'],
    jq: '[.choices[]?.message.tool_calls[]?]',
  },
  'openai-responses': {
    baseVariable: 'OPENAI_BASE_URL',
    keyVariable: 'OPENAI_API_KEY',
    base: 'https://api.openai.com/v1',
    path: '/responses',
    keyHeader: BEARER,
    headers: {},
    ask: (prompt) => ({ input: prompt }),
    typescript: ["for (const item of answer.output) if (item.type === 'function_call') calls.push(item);"],
    python: ['calls += [item for item in answer["output"] if item["type"] == "function_call"]'],
    jq: '[.output[]? | select(.type == "function_call")]',
  },
  anthropic: {
    baseVariable: 'ANTHROPIC_BASE_URL',
    keyVariable: 'ANTHROPIC_API_KEY',
    base: 'https://api.anthropic.com',
    path: '/v1/messages',
    keyHeader: ['x-api-key', ''],
    headers: { 'anthropic-version': '2023-06-01' },
    ask: (prompt) => ({ max_tokens: 1024, ...asMessage(prompt) }),
    typescript: ["for (const block of answer.content) if (block.type === 'tool_use') calls.push(block);"],
    python: ['calls += [block for block in answer["content"] if block["type"] == "tool_use"]'],
    jq: '[.content[]? | select(.type == "tool_use")]',
  },
  gemini: {
    baseVariable: 'GOOGLE_GEMINI_BASE_URL',
    keyVariable: 'GEMINI_API_KEY',
    base: 'https://generativelanguage.googleapis.com',
    path: '/v1beta/models/{model}:generateContent',
    keyHeader: ['x-goog-api-key', ''],
    headers: {},
    ask: (prompt) => ({ contents: [{ role: 'user', parts: [{ text: prompt }] }] }),
    typescript: [
      'for (const candidate of answer.candidates ?? [])',
      '  for (const part of candidate.content?.parts ?? []) if (part.functionCall) calls.push(part.functionCall);',
    ],
    python: [
      'for candidate in answer.get("candidates", []):',
      '    parts = candidate.get("content", {}).get("parts", [])',
      '    calls += [part["functionCall"] for part in parts if "functionCall" in part]',
    ],
    jq: '[.candidates[]?.content.parts[]?.functionCall | values]',
  },
  bedrock: {
    baseVariable: 'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
    keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
    base: 'https://bedrock-runtime.{region}.amazonaws.com',
    path: '/model/{model}/converse',
    keyHeader: BEARER,
    headers: {},
    ask: (prompt) => ({ messages: [{ role: 'user', content: [{ text: prompt }] }] }),
    typescript: ['for (const block of answer.output.message.content) if (block.toolUse) calls.push(block.toolUse);'],
    python: ['calls += [block["toolUse"] for block in answer["output"]["message"]["content"] if "toolUse" in block]'],
    jq: '[.output.message.content[]?.toolUse | values]',
  },
};
