import type { CallQuestion, LocatedCall } from '@atip/node/internal';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { askClient } from './ask-client.ts';
import { atipRunLine } from './atip-run-line.ts';
import type { McpSettings } from './mcp-settings.ts';

/** Asks whoever is to be asked whether a call may run, and remembers why not, in words for the model. */
export interface CallConfirmation {
  ask(question: CallQuestion, call: LocatedCall): Promise<boolean>;
  /** What a refusal should say besides its reasons. Absent: nobody was asked. */
  readonly wayOut: string | undefined;
}

const WAYS_OUT = {
  no: 'Nothing ran. Ask the person what to do instead.',
  unable: 'Nothing ran: this client cannot ask its person (MCP elicitation). Let them run it where it was to run:',
  long: 'Nothing ran: it is more than a person could read in a question. Call it with less.',
} as const;

/** @param signal of the request; the question is taken back with it. */
export function confirmCall(server: Server, settings: McpSettings, signal: AbortSignal): CallConfirmation {
  let wayOut: string | undefined;
  return {
    async ask(question, { resolved: call, mapping }) {
      const answer = settings.ask
        ? (await settings.ask(question, signal)) && 'yes'
        : await askClient(server, question, signal);
      if (answer === 'yes') return true;
      wayOut = WAYS_OUT[answer || 'no'];
      if (answer === 'unable') wayOut += ` ${atipRunLine({ call, mapping })}`;
      return false;
    },
    get wayOut() {
      return wayOut;
    },
  };
}
