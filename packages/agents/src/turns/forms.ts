import type { Provider, ProviderMessages, ProviderToolKinds } from '@atip/core';
import type { AgentForms } from '../types.ts';

/** The forms of a provider's SDK for definitions, instructions and results. */
interface AgentForm<Name extends Provider> {
  readonly tools: (tools: ProviderToolKinds[Name][]) => AgentForms[Name]['tools'];
  readonly system: (text: string) => AgentForms[Name]['system'];
  /** The results of one turn, as messages that may follow each other. */
  readonly results: (messages: readonly ProviderMessages[Name][]) => AgentForms[Name]['message'][];
}

export const AGENT_FORMS: { readonly [Name in Provider]: AgentForm<Name> } = {
  openai: {
    tools: (tools) => tools,
    system: (content) => ({ role: 'system', content }),
    results: (messages) => [...messages],
  },
  'openai-responses': { tools: (tools) => tools, system: (text) => text, results: (messages) => [...messages] },
  // The results of one turn must be in one message.
  anthropic: {
    tools: (tools) => tools,
    system: (text) => text,
    results: (messages) =>
      together(messages, (all) => ({ role: 'user', content: all.flatMap(({ content }) => content) })),
  },
  gemini: {
    tools: (tools) => [{ functionDeclarations: tools }],
    system: (text) => text,
    // The SDK only accepts this spelling.
    results: (messages) =>
      together(messages, (all) => ({
        role: 'user',
        parts: all.flatMap(({ parts }) => parts.map((part) => ({ functionResponse: part.function_response }))),
      })),
  },
  mcp: { tools: (tools) => tools, system: (text) => text, results: (messages) => [...messages] },
  bedrock: {
    tools: (tools) => tools,
    system: (text) => [{ text }],
    results: (messages) =>
      together(messages, (all) => ({ role: 'user', content: all.flatMap(({ content }) => content) })),
  },
};

function together<Message, Joined>(
  messages: readonly Message[],
  join: (messages: readonly Message[]) => Joined,
): Joined[] {
  return messages.length === 0 ? [] : [join(messages)];
}
