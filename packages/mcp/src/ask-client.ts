import { type CallQuestion, describeConfirmation } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';

/** Shown for one question, in UTF-16 units; who confirms has to see all of it, so a longer one is not asked. */
const MAX_SHOWN = 4_000;

/** What came of asking; for `unable` and `long` nobody was asked. */
export type ClientAnswer = 'yes' | 'no' | 'unable' | 'long';

/**
 * Asks the client's person whether a call may run, by elicitation.
 *
 * @returns `yes` for a clear yes only; `unable` when the client cannot ask, `long` for more than a person could read
 * @see MCP 2025-11-25, client/elicitation
 */
export async function askClient(server: Server, question: CallQuestion, signal: AbortSignal): Promise<ClientAnswer> {
  if (server.getClientCapabilities()?.elicitation === undefined) return 'unable';
  const message = describeConfirmation(question).join('\n');
  if (message.length > MAX_SHOWN) return 'long';
  try {
    const answer = await server.elicitInput({ message, requestedSchema: YES }, { signal });
    return answer.action === 'accept' && answer.content?.['run'] === true ? 'yes' : 'no';
  } catch (error) {
    // No answer, or one that is not to the question.
    if (error instanceof McpError) return 'no';
    throw error;
  }
}

const YES = {
  type: 'object' as const,
  properties: { run: { type: 'boolean' as const, title: 'Run it', description: 'Yes runs it once, as shown.' } },
  required: ['run'],
};
