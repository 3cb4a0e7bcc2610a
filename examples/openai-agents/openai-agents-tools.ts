import { type AtipTool, compile, type ConfirmationContext, type OpenAITool } from '@atip/core';
import { createExecutor, type NodeExecutorConfig } from '@atip/node';
import { type Tool, tool } from '@openai/agents';
import { createApprovals } from '../create-approvals.ts';

/** A call as an interruption has it in `rawItem`: arguments are the model's text. */
export interface SdkCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

export interface AgentsTools {
  /** For `new Agent({ tools })`: one for each command. */
  readonly tools: Tool[];
  /** The command line that an interruption is about, and why a person is asked. Absent: reject it, it could not run. */
  question(call: SdkCall): Promise<ConfirmationContext | undefined>;
}

/**
 * Makes function tools of the OpenAI Agents SDK from ATIP metadata.
 *
 * Name, description with its safety flags, and JSON Schema are core's for OpenAI, strict where the schema fits strict mode.
 * The SDK hands both kinds on as they are: a strict one has nothing left for it to tighten. It checks no argument by them; the
 * executor does, holds the program in the sandbox that its effects need and redacts the result. Where policy wants a person,
 * `needsApproval` says so and the run ends in an interruption: a call that nobody approved never runs.
 *
 * @param settings of the executor: policy, working directory, sandbox, audit log …
 * @throws AtipValidationError when the metadata is invalid
 */
export function toolsFor(atip: AtipTool, settings: Omit<NodeExecutorConfig, 'tools'> = {}): AgentsTools {
  const { question, confirmationHandler } = createApprovals({ ...settings, tools: [atip] });
  // The SDK starts all calls of one answer at the same time; two programs that write must not run beside each other.
  const executor = createExecutor({
    parallel: 1,
    ...settings,
    tools: [atip],
    policy: { ...settings.policy, confirmationHandler },
  });
  const { tools } = compile([atip], 'openai', { strict: true });
  return {
    tools: tools.map((compiled) => {
      // `compile` gives what the provider it was asked for takes.
      const { name, description, strict, parameters } = (compiled as OpenAITool).function;
      const callOf = (id: string | undefined, input: unknown) => ({
        id: id ?? '',
        name,
        // The executor refuses arguments that are no object.
        arguments: input as Record<string, unknown>,
      });
      const rest = {
        name,
        description,
        needsApproval: async (_context: unknown, input: unknown, callId?: string) =>
          (await question(callOf(callId, input))) !== undefined,
        execute: async (
          input: unknown,
          _context?: unknown,
          details?: { readonly toolCall?: { readonly callId: string } },
        ) => (await executor.execute(callOf(details?.toolCall?.callId, input))).content,
        // Without this the SDK tells the model to try again, also what was refused for good.
        errorFunction: (_context: unknown, error: unknown) => (error instanceof Error ? error.message : String(error)),
      };
      // The SDK's types take a schema that is not strict only when it is open; the executor drops what nobody declared.
      return strict
        ? tool({ ...rest, strict, parameters })
        : tool({ ...rest, strict: false, parameters: { ...parameters, additionalProperties: true } });
    }),
    question: async ({ callId, name, arguments: text }) => {
      const input = parseObject(text);
      return input && question({ id: callId, name, arguments: input });
    },
  };
}

/** The SDK interrupts a run also for arguments that it cannot read; nobody can agree to those. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // An object: any key may be there.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
