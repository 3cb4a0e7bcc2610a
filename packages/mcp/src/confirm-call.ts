import { type ConfirmationContext, ExecutionError } from '@atip/core';
import { type CallQuestion, createProgramLocator, type LocatedProgram } from '@atip/node';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { askClient } from './ask-client.ts';
import { atipRunLine } from './atip-run-line.ts';
import type { McpSettings } from './mcp-settings.ts';

/** Asks whoever is to be asked whether a call may run, and remembers why not, in words for the model. */
export interface CallConfirmation {
  ask(context: ConfirmationContext): Promise<boolean>;
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
    async ask(context) {
      const program = await locate(context, settings);
      const question = describeCall(context, program, settings);
      const answer = settings.ask
        ? (await settings.ask(question, signal)) && 'yes'
        : await askClient(server, question, signal);
      if (answer === 'yes') {
        // Whoever said yes said it about the file as it was.
        const { path, hash } = await locate(context, settings);
        if (path === program.path && hash === program.hash) return true;
        throw new ExecutionError(`${program.path} was replaced while a person was asked about it. Nothing ran.`);
      }
      wayOut = WAYS_OUT[answer || 'no'];
      if (answer === 'unable') wayOut += ` ${atipRunLine(context)}`;
      return false;
    },
    get wayOut() {
      return wayOut;
    },
  };
}

/** @throws ExecutionError when there is no such program, or it is not the one that was discovered. */
async function locate(
  { mapping }: ConfirmationContext,
  { found, env = process.env }: McpSettings,
): Promise<LocatedProgram> {
  const { name } = mapping.tool;
  const program = await createProgramLocator({ env, found })(name);
  if (program === null) throw new ExecutionError(`No executable called ${JSON.stringify(name)} is on the PATH.`);
  return program;
}

function describeCall(
  { mapping, argv, reasons }: ConfirmationContext,
  { path, foundAs }: LocatedProgram,
  { cwd }: McpSettings,
): CallQuestion {
  // The executor starts it by the name under which it was found.
  const started = [foundAs, ...argv.slice(1)];
  return { command: mapping.command.join(' '), program: path, argv: started, cwd, effects: mapping.effects, reasons };
}
