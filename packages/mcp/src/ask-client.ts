import type { ConfirmationContext } from '@atip/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

/** Shown for one argument, in UTF-16 units; who confirms has to see the rest of it too, so a longer one is not asked about. */
const MAX_SHOWN = 4_000;

/**
 * Asks the client's person whether a call may run, by elicitation.
 *
 * The command line is shown argument by argument as JSON, so that nothing in one looks like two, and what nobody sees is
 * escaped.
 * @returns true for a clear yes; false also when the client cannot ask, and for more than a person could read
 * @see MCP 2025-11-25, client/elicitation
 */
export async function askClient(
  server: Server,
  { argv, call, reasons }: ConfirmationContext,
  signal: AbortSignal,
): Promise<boolean> {
  if (server.getClientCapabilities()?.elicitation === undefined) return false;
  const shown = argv.map((argument) => `  ${visible(argument)}`).join('\n');
  if (shown.length > MAX_SHOWN) return false;
  const message = `Run ${call.name}?\n${shown}\n${reasons.map(visibleText).join('\n')}`;
  try {
    const answer = await server.elicitInput({ message, requestedSchema: YES }, { signal });
    return answer.action === 'accept' && answer.content?.['run'] === true;
  } catch (error) {
    // No answer, or one that is not to the question.
    if (error instanceof McpError) return false;
    throw error;
  }
}

const YES = {
  type: 'object' as const,
  properties: { run: { type: 'boolean' as const, title: 'Run it', description: 'Yes runs it once, as shown.' } },
  required: ['run'],
};

/** Format, control and private characters, line separators and halves of pairs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

function visible(argument: string): string {
  return JSON.stringify(argument).replace(INVISIBLE, escaped);
}

function visibleText(text: string): string {
  return text.replace(INVISIBLE, escaped);
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
