import type { CompileSettings, Provider } from '@atip/core';

/** Every provider in every dialect it has. */
export const DIALECTS: readonly (readonly [Provider, CompileSettings])[] = [
  ['openai', {}],
  ['openai', { strict: true }],
  ['openai-responses', {}],
  ['openai-responses', { strict: true }],
  ['anthropic', {}],
  ['gemini', { geminiSchema: 'openapi' }],
  ['gemini', { geminiSchema: 'json-schema' }],
  ['mcp', {}],
  ['bedrock', {}],
];
