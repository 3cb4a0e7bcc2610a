import type { Provider, ProviderToolKinds } from '@atip/core';
import type { AgentForms } from '../types.ts';

/** The forms of a provider's SDK for definitions and instructions. */
interface AgentForm<Name extends Provider> {
  readonly tools: (tools: ProviderToolKinds[Name][]) => AgentForms[Name]['tools'];
  readonly system: (text: string) => AgentForms[Name]['system'];
}

export const AGENT_FORMS: { readonly [Name in Provider]: AgentForm<Name> } = {
  openai: { tools: (tools) => tools, system: (content) => ({ role: 'system', content }) },
  'openai-responses': { tools: (tools) => tools, system: (text) => text },
  anthropic: { tools: (tools) => tools, system: (text) => text },
  gemini: { tools: (tools) => [{ functionDeclarations: tools }], system: (text) => text },
  mcp: { tools: (tools) => tools, system: (text) => text },
  bedrock: { tools: (tools) => tools, system: (text) => [{ text }] },
};
