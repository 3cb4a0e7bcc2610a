import { type NamedPattern, namePatterns, type PlannedStep, planPattern } from '@atip/core/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { policyOf } from './mcp-settings.ts';
import { RequestError } from './request-error.ts';
import type { Redaction } from './server-log.ts';
import { TEMPLATE } from './server-resources.ts';
import type { ServerState } from './server-state.ts';

/** Values of one answer. @see MCP 2025-11-25, server/utilities/completion */
const MAX_COMPLETIONS = 100;

/**
 * Serves the workflows of the offered tools' documents, and those of `settings.patterns`, as prompts. A person chooses one and fills it
 * in; the model makes its steps call by call, and each is decided like any other. Serving runs nothing. Also completes the values of
 * prompts and of the resource template.
 * @see ATIP 0.3 §3.9; MCP 2025-11-25, server/prompts
 */
export function servePrompts(
  server: Server,
  { current, redaction }: { readonly current: () => ServerState; readonly redaction: () => Redaction },
): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: [...patternsOf(current())].map(
      ([
        name,
        {
          pattern: { description, variables = {} },
        },
      ]) => ({
        ...{ name, description: redaction().secrets(description) },
        arguments: Object.entries(variables).map(([key, one]) => ({
          ...{ name: key, description: redaction().secrets(one.description), required: true },
        })),
      }),
    ),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params: { name, arguments: given = {} } }) => {
    const named = patternsOf(current()).get(name);
    if (!named) throw new RequestError('There is no such prompt. prompts/list lists them.');
    const text = redaction().secrets(writePrompt(named, given, current()));
    return {
      description: redaction().secrets(named.pattern.description),
      messages: [{ role: 'user', content: { type: 'text', text } }],
    };
  });
  server.setRequestHandler(CompleteRequestSchema, ({ params: { ref, argument } }) => {
    const all =
      ref.type === 'ref/prompt' ? valuesFor(current(), ref.name, argument.name) : toolsFor(current(), ref.uri);
    const values = all.filter((value) => value.startsWith(argument.value));
    const total = values.length;
    return { completion: { values: values.slice(0, MAX_COMPLETIONS), total, hasMore: total > MAX_COMPLETIONS } };
  });
}

/** By the prompt's name. */
function patternsOf({ offer, settings }: ServerState): ReadonlyMap<string, NamedPattern> {
  const own = (settings.patterns ?? []).map((pattern) => ({ pattern }));
  return namePatterns(own, offer.documents);
}

/**
 * The steps as calls of the offered tools, or as command lines where no offered tool fits.
 * @throws RequestError for invalid values, and for steps that no document describes; it names no value
 */
function writePrompt({ pattern, owner }: NamedPattern, given: Readonly<Record<string, string>>, state: ServerState) {
  const { offer, settings } = state;
  // Includes tools that are not delegated: a call of one is refused, and the model learns why.
  const tools = offer.found.map(({ tool }) => tool);
  const { steps, problems } = planPattern(pattern, given, tools, { policy: policyOf(settings), owner, id: 'prompt' });
  // The client may have other tools for a program that we do not offer.
  const refused = problems.filter(({ code }) => code !== 'UNKNOWN_COMMAND');
  if (refused.length > 0) throw new RequestError(refused.map(({ message }) => message).join(' '));
  const lines = steps.map((step) => {
    const about = step.description === undefined ? '' : `\n   ${step.description}`;
    return `${step.number}. ${stepText(step, state)}${about}`;
  });
  return `${pattern.description}\n\nIts steps, one after the other; look at the result of each before the next:\n${lines.join('\n')}`;
}

function stepText({ argv, check, reasons }: PlannedStep, { offer, settings }: ServerState): string {
  const line = argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
  const { name, arguments: args } = check?.call ?? {};
  const isListed = (settings.strategy ?? 'discrete') === 'discrete' && offer.listed.some((tool) => tool.name === name);
  const asked =
    check === undefined || check.decision === 'allow' ? '' : `\n   ${DECIDED[check.decision]}: ${reasons.join(' ')}`;
  return `${isListed ? `Call ${name} with ${JSON.stringify(args)} (${line})` : `Run: ${line}`}${asked}`;
}

const DECIDED = { confirm: 'A person is asked first', deny: 'The policy refuses this' } as const;

function valuesFor(state: ServerState, prompt: string, argument: string): readonly string[] {
  const { variables = {} } = patternsOf(state).get(prompt)?.pattern ?? {};
  const type = Object.hasOwn(variables, argument) ? variables[argument]?.type : undefined;
  return type === 'boolean' ? ['true', 'false'] : [];
}

function toolsFor({ offer }: ServerState, uri: string): readonly string[] {
  return uri === TEMPLATE.uriTemplate ? [...new Set(offer.documents.map(({ name }) => encodeURIComponent(name)))] : [];
}
