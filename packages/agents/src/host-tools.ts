import {
  AtipError,
  handleToolResult,
  type Provider,
  type ProviderMessages,
  type ProviderToolKinds,
  type ToolCall,
  translateTool,
} from '@atip/core';
import type { Toolkit } from './toolkit.ts';
import type { HostTool } from './types.ts';
import { untilStopped } from './until-stopped.ts';

/** The host's own tools: their definitions, and their calls. */
export interface HostTools<Name extends Provider> {
  readonly definitions: ProviderToolKinds[Name][];
  has(name: string): boolean;
  /** Never rejects: a tool's error becomes its result. */
  run(call: ToolCall, signal: AbortSignal): Promise<ProviderMessages[Name]>;
}

const NO_ARGUMENTS = { type: 'object' as const, properties: {} };

/**
 * @param taken names of our commands @throws AtipError when a name is taken: a model could not distinguish the two
 * @throws AtipValidationError when a tool cannot be written for the provider
 */
export function hostTools<Name extends Provider>(
  provider: Name,
  tools: Readonly<Record<string, HostTool>>,
  taken: ReadonlySet<string>,
): HostTools<Name> {
  const all = new Map(Object.entries(tools));
  const twice = [...all.keys()].find((name) => taken.has(name));
  if (twice !== undefined) {
    throw new AtipError('INVALID_METADATA', `Your tool ${JSON.stringify(twice)} has the name of a command. Rename it.`);
  }
  const lame = [...all].find(([, tool]) => typeof tool.execute !== 'function');
  if (lame) throw new TypeError(`Your tool ${JSON.stringify(lame[0])} has no function "execute".`);
  return {
    definitions: [...all].map(([name, { description, parameters = NO_ARGUMENTS }]) =>
      // Not strict: optional arguments would arrive as null.
      translateTool({ name, description, parameters }, provider, { strict: false }),
    ),
    has: (name) => all.has(name),
    async run(call, signal) {
      try {
        signal.throwIfAborted();
        const running = all.get(call.name)?.execute(call.arguments, { call, signal });
        return handleToolResult(provider, call, await untilStopped(signal, running));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        return handleToolResult(provider, call, text, { isError: true });
      }
    },
  };
}

/** With the strategy `search` two of the three tools are answered here; the third runs a command like any other. */
export function withSearch<Name extends Provider>(
  own: HostTools<Name>,
  provider: Name,
  { search }: Pick<Toolkit, 'search'>,
): HostTools<Name> {
  return {
    definitions: own.definitions,
    has: (name) => own.has(name) || search({ id: '', name, arguments: {} }) !== undefined,
    async run(call, signal) {
      const answer = search(call);
      if (answer === undefined) return own.run(call, signal);
      return handleToolResult(provider, call, answer.text, { isError: answer.isError });
    },
  };
}
