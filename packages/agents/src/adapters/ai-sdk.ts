/**
 * Command-line tools for the Vercel AI SDK.
 *
 * @module @atip/agents/ai-sdk
 */
import { type ConfirmationContext, compile } from '@atip/core';
import type { AdapterSettings } from './approvals.ts';

export type { AdapterSettings, ApprovalStore } from './approvals.ts';

type Arguments = Record<string, unknown>;

/** A tool for `generateText({ tools })`; its schema is a Standard Schema, so nothing of the SDK is needed here. */
export interface AiSdkTool {
  description: string;
  inputSchema: {
    '~standard': {
      version: 1;
      vendor: string;
      validate: (value: unknown) => { value: Arguments };
      jsonSchema: { input: () => Record<string, unknown>; output: () => Record<string, unknown> };
    };
  };
  needsApproval: (input: Arguments, context: { toolCallId: string }) => Promise<boolean>;
  execute: (
    input: Arguments,
    context: { toolCallId: string; abortSignal?: AbortSignal | undefined },
  ) => Promise<string>;
}

/** A call in the SDK's form, in `toolCalls` and approval requests. */
export interface AiSdkCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export interface AiSdkTools {
  /** For `generateText({ tools })`: one for each command, by its compiled name. */
  readonly tools: Record<string, AiSdkTool>;
  /** For `generateText({ system })`. */
  readonly system: string;
  /** The command line of an approval request, and why a person is asked. Absent: deny it, because it could not run. */
  question(call: AiSdkCall): Promise<ConfirmationContext | undefined>;
  /**
   * For `experimental_repairToolCall`: corrects a name that differs only in case and signs, `Git-Log`; guesses nothing
   * else.
   */
  repairToolCall<Call extends { toolName: string }>(problem: { readonly toolCall: Call }): Promise<Call | null>;
}

/**
 * Makes tools of the Vercel AI SDK: `needsApproval` is true where the policy asks a person, and a call without an
 * approval never runs. @throws AtipError for a tool that has no document or is not on this machine
 * @example
 * ```ts
 * import { createAiSdkTools } from '@atip/agents/ai-sdk';
 * const { tools, system, repairToolCall } = await createAiSdkTools({ tools: { git: ['log', 'status', 'clean'] } });
 * ```
 */
export async function createAiSdkTools(settings: AdapterSettings): Promise<AiSdkTools> {
  const { approvedCalls } = await import('./approvals.ts');
  const { tools: documents, system, question, run } = await approvedCalls(settings);
  const tools: Record<string, AiSdkTool> = {};
  for (const { function: compiled } of compile(documents, 'openai', settings.compile).tools) {
    const { name, description, parameters } = compiled;
    // The SDK modifies the given object.
    const schema = (): Record<string, unknown> => structuredClone(parameters);
    tools[name] = {
      description,
      inputSchema: {
        '~standard': {
          version: 1,
          vendor: 'atip',
          // The executor checks it, with messages for models.
          validate: (value) => ({ value: value as Arguments }),
          jsonSchema: { input: schema, output: schema },
        },
      },
      needsApproval: async (input, { toolCallId: id }) =>
        (await question({ id, name, arguments: input })) !== undefined,
      // An error here is a refusal; the SDK sends its message to the model.
      execute: (input, { toolCallId: id, abortSignal }) => run({ id, name, arguments: input }, abortSignal),
    };
  }
  const byLetters = new Map(Object.keys(tools).map((name) => [letters(name), name]));
  return {
    tools,
    system,
    // The executor refuses arguments that are no object.
    question: ({ toolCallId: id, toolName: name, input }) => question({ id, name, arguments: input as Arguments }),
    async repairToolCall({ toolCall }) {
      const { toolName: wrong } = toolCall;
      const name = wrong in tools ? undefined : byLetters.get(letters(wrong));
      return name === undefined ? null : { ...toolCall, toolName: name };
    },
  };
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
