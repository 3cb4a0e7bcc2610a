import { ArgumentValidationError, type AtipPattern, expandPattern, readArgv } from '@atip/core';
import { argumentsOf } from '@atip/core/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { ServerState } from './create-mcp-server.ts';
import type { Redaction } from './server-log.ts';
import { TEMPLATE } from './server-resources.ts';

/** Of one answer. @see MCP 2025-11-25, server/utilities/completion */
const MAX_COMPLETIONS = 100;

/**
 * Serves the workflows of the offered tools' documents, and those of `settings.patterns`, as prompts: a person chooses one and fills it
 * in, the model makes its steps call by call, each decided like any other. Nothing is run here. Also completes their values, and those
 * of the resource template.
 * @see ATIP 0.3 §3.9; MCP 2025-11-25, server/prompts
 */
export function servePrompts(
  server: Server,
  { current, redaction }: { readonly current: () => ServerState; readonly redaction: () => Redaction },
): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [...patternsOf(current())].map(([name, { description, variables = {} }]) => ({
      ...{ name, description: redaction().secrets(description) },
      arguments: Object.entries(variables).map(([key, one]) => ({
        ...{ name: key, description: redaction().secrets(one.description), required: true },
      })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const pattern = patternsOf(current()).get(name);
    if (!pattern)
      throw new McpError(ErrorCode.InvalidParams, 'There is no such prompt. prompts/list names those that are.');
    const text = redaction().secrets(writePrompt(pattern, given, current()));
    return { description: pattern.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  server.setRequestHandler(CompleteRequestSchema, ({ params: { ref, argument } }) => {
    const all =
      ref.type === 'ref/prompt' ? valuesFor(current(), ref.name, argument.name) : toolsFor(current(), ref.uri);
    const values = all.filter((value) => value.startsWith(argument.value));
    const total = values.length;
    return { completion: { values: values.slice(0, MAX_COMPLETIONS), total, hasMore: total > MAX_COMPLETIONS } };
  });
}

/** By the name of their prompt: where two have one, the later gets the name of its tool before it, or is left out. */
function patternsOf({ offer, settings }: ServerState): ReadonlyMap<string, AtipPattern> {
  const patterns = new Map<string, AtipPattern>();
  const add = (pattern: AtipPattern, otherwise: string): void => {
    const name = patterns.has(pattern.name) ? otherwise : pattern.name;
    if (!patterns.has(name)) patterns.set(name, pattern);
  };
  for (const { name, patterns: own = [] } of offer.documents)
    for (const pattern of own) add(pattern, `${name}_${pattern.name}`);
  for (const pattern of settings.patterns ?? []) add(pattern, pattern.name);
  return patterns;
}

/** @throws McpError for values that do not fit; it names none of them */
function writePrompt(pattern: AtipPattern, given: Readonly<Record<string, string>>, state: ServerState): string {
  let steps: readonly (readonly string[])[];
  try {
    steps = expandPattern(pattern, typedValues(pattern, given));
  } catch (error) {
    if (error instanceof ArgumentValidationError) throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
  const lines = steps.map((argv, at) => {
    const { description } = pattern.steps[at] ?? {};
    return `${at + 1}. ${stepOf(argv, state)}${description === undefined ? '' : `\n   ${description}`}`;
  });
  return `${pattern.description}\n\nIts steps, one after the other; look at the result of each before the next:\n${lines.join('\n')}`;
}

/** Arguments of prompts are texts. */
function typedValues(
  { variables = {} }: AtipPattern,
  given: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const type = Object.hasOwn(variables, name) ? variables[name]?.type : undefined;
      if (type === 'boolean' && (text === 'true' || text === 'false')) return [name, text === 'true'];
      const isNumber = (type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/.test(text);
      return [name, isNumber ? Number(text) : text];
    }),
  );
}

/** The call of an offered tool where the document accounts for every word, else the command line. */
function stepOf(argv: readonly string[], { offer, settings }: ServerState): string {
  const line = argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  const { name, given, unknown, problems } = readArgv(argv, offer.documents);
  const isListed = settings.strategy !== 'action' && offer.listed.some((tool) => tool.name === name);
  if (name === undefined || !isListed || unknown.length > 0 || problems.length > 0) return `Run: ${line}`;
  return `Call ${name} with ${JSON.stringify(argumentsOf({ given }))} (${line})`;
}

function valuesFor(state: ServerState, prompt: string, argument: string): readonly string[] {
  const { variables = {} } = patternsOf(state).get(prompt) ?? {};
  const type = Object.hasOwn(variables, argument) ? variables[argument]?.type : undefined;
  return type === 'boolean' ? ['true', 'false'] : [];
}

function toolsFor({ offer }: ServerState, uri: string): readonly string[] {
  return uri === TEMPLATE.uriTemplate ? [...new Set(offer.documents.map(({ name }) => encodeURIComponent(name)))] : [];
}
