import { type AtipTool, type ConfirmationContext, toOpenAI } from '@atip/core';
import { createExecutor, type NodeExecutorConfig } from '@atip/node';
import { jsonSchema, type ToolSet, tool } from 'ai';
import { createApprovals } from '../create-approvals.ts';

/** A call as the SDK has it in `toolCalls` and in its approval requests. */
export interface SdkCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

export interface VercelTools {
  /** For `generateText({ tools })`: one for each command, by its compiled name. */
  readonly tools: ToolSet;
  /** The command line that an approval request is about, and why a person is asked. Absent: deny it, it could not run. */
  question(call: SdkCall): Promise<ConfirmationContext | undefined>;
}

/**
 * Makes tools of the Vercel AI SDK from ATIP metadata.
 *
 * Name, description with its safety flags, and JSON Schema are core's for OpenAI; `jsonSchema` hands the schema on as it is and
 * checks nothing by it. The executor checks the arguments, holds the program in the sandbox that its effects need and redacts
 * the result. Where policy wants a person, `needsApproval` says so and the SDK stops: a call without an approval never runs.
 *
 * @param settings of the executor: policy, working directory, sandbox, audit log …
 * @throws AtipValidationError when the metadata is invalid
 */
export function toolsFor(atip: AtipTool, settings: Omit<NodeExecutorConfig, 'tools'> = {}): VercelTools {
  const { question, confirmationHandler } = createApprovals({ ...settings, tools: [atip] });
  // The SDK starts all calls of one answer at the same time; two programs that write must not run beside each other.
  const executor = createExecutor({
    parallel: 1,
    ...settings,
    tools: [atip],
    policy: { ...settings.policy, confirmationHandler },
  });
  const tools: ToolSet = {};
  for (const { function: compiled } of toOpenAI(atip)) {
    const { name, description, parameters } = compiled;
    tools[name] = tool({
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(parameters),
      needsApproval: async (input, { toolCallId }) =>
        (await question({ id: toolCallId, name, arguments: input })) !== undefined,
      // What it throws is a refusal, and the SDK sends its message to the model.
      execute: async (input, { toolCallId }) =>
        (await executor.execute({ id: toolCallId, name, arguments: input })).content,
    });
  }
  return {
    tools,
    // The executor refuses arguments that are no object.
    question: ({ toolCallId, toolName, input }) =>
      question({ id: toolCallId, name: toolName, arguments: input as Record<string, unknown> }),
  };
}
