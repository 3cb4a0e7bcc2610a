/**
 * Command-line tools for the OpenAI Agents SDK.
 *
 * @module @atip/agents/openai-agents
 */
import { compile, type ConfirmationContext, type OpenAITool } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import type { AdapterSettings } from './approvals.ts';

export type { AdapterSettings, ApprovalStore } from './approvals.ts';

/** A function tool for `new Agent({ tools })`. */
export interface OpenAIAgentsTool {
  type: 'function';
  name: string;
  description: string;
  parameters: OpenAITool<null>['function']['parameters'];
  strict: boolean;
  needsApproval: (context: unknown, input: unknown, callId?: string) => Promise<boolean>;
  isEnabled: () => Promise<boolean>;
  invoke: (
    context: unknown,
    input: string,
    details?: { toolCall?: { callId: string }; signal?: AbortSignal },
  ) => Promise<string>;
}

/** A call in an interruption's `rawItem`: arguments are the model's text. */
export interface OpenAIAgentsCall {
  readonly type?: string;
  readonly callId?: string;
  readonly name?: string;
  readonly arguments?: string;
}

export interface OpenAIAgentsTools {
  /** For `new Agent({ tools })`: one for each command. */
  readonly tools: OpenAIAgentsTool[];
  /** For `new Agent({ instructions })`. */
  readonly system: string;
  /** The command line of an interruption, and why a person is asked. Absent: reject it, because it could not run. */
  question(call: OpenAIAgentsCall): Promise<ConfirmationContext | undefined>;
}

/**
 * Makes function tools of the OpenAI Agents SDK, strict where their schema fits strict mode: if the policy asks a
 * person, the run ends in an interruption, and a call without an approval never runs. @throws AtipError for a tool that
 * has no document or is not on this machine
 * @example
 * ```ts
 * import { createOpenAIAgentsTools } from '@atip/agents/openai-agents';
 * const { tools, system } = await createOpenAIAgentsTools({ tools: { git: ['log', 'status', 'clean'] } });
 * ```
 */
export async function createOpenAIAgentsTools(settings: AdapterSettings): Promise<OpenAIAgentsTools> {
  const { approvedCalls } = await import('./approvals.ts');
  const { tools: documents, system, question, run } = await approvedCalls(settings);
  const { tools } = compile(documents, 'openai', { strict: true, ...settings.compile });
  return {
    tools: tools.map(({ function: { name, description, strict = false, parameters } }) => ({
      type: 'function',
      name,
      description,
      strict,
      parameters,
      needsApproval: async (_context, input, id = '') =>
        (await question({ id, name, arguments: input as Record<string, unknown> })) !== undefined,
      isEnabled: async () => true,
      async invoke(_context, input, { toolCall, signal } = {}) {
        const args = parseObject(input);
        if (args === undefined) return 'Nothing ran: its arguments are no JSON object.';
        // Without this the SDK tells the model to try again, even after a final refusal.
        return run({ id: toolCall?.callId ?? '', name, arguments: args }, signal).catch(
          ({ message }: Error) => message,
        );
      },
    })),
    system,
    question: async ({ callId: id = '', name, arguments: text = '' }) => {
      const input = parseObject(text);
      return name === undefined || input === undefined ? undefined : question({ id, name, arguments: input });
    },
  };
}

/** The SDK also interrupts a run for unreadable arguments, which no person can approve. */
function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
