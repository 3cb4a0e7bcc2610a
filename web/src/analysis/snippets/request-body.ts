import { buildRequest, type CompileSettings, type Provider, type ProviderTool } from '@atip/core';
import { ENDPOINTS } from './endpoints.ts';

/** What a snippet asks when it is not told. */
const PROMPT = 'Call the one of these tools that changes the least, with arguments of your choice.';

/**
 * The whole body of a request but for the model, which snippets name themselves, and which some providers have in the URL.
 *
 * Shape: `{ messages: [{ role: "user", content: "Call …" }], tools: [ … ] }`.
 */
export function requestBody(
  provider: Exclude<Provider, 'mcp'>,
  tools: readonly ProviderTool[],
  settings: CompileSettings,
  prompt: string = PROMPT,
): object {
  return { ...ENDPOINTS[provider].ask(prompt), ...buildRequest(provider, tools, settings) };
}

/** Whether the body names the model. */
export function namesModel(provider: Exclude<Provider, 'mcp'>): boolean {
  return !ENDPOINTS[provider].path.includes('{model}');
}
