import { AtipError, type AtipTool, type ConfirmationContext, toOpenAI } from '@atip/core';
import { createExecutor, type NodeExecutorConfig } from '@atip/node';
import { type StructuredToolInterface, type ToolRuntime, tool } from '@langchain/core/tools';
import { interrupt } from '@langchain/langgraph';
import { type AgentMiddleware, ToolInvocationError, toolErrorMiddleware } from 'langchain';

/** The value of an interrupt: the exact command line, and why a person is asked. The graph resumes with `true` for yes. */
export type Question = Pick<ConfirmationContext, 'argv' | 'reasons'>;

/**
 * Makes LangChain tools from ATIP metadata.
 *
 * Name, description with its safety flags, and JSON Schema are core's for OpenAI. LangChain hands the schema on as it is and
 * holds the arguments against it; the executor does so again, holds the program in the sandbox that its effects need and
 * redacts the result. Where policy wants a person, the tool interrupts its graph: that needs a checkpointer, and an agent of
 * `version: 'v2'`, the default, whose calls are interrupted and resumed one by one. Anything but `true` is no. A refusal is
 * thrown: `tellRefusals` makes an answer of it.
 *
 * @param settings of the executor: policy, working directory, sandbox, audit log …
 * @throws AtipValidationError when the metadata is invalid
 */
export function toolsFor(atip: AtipTool, settings: Omit<NodeExecutorConfig, 'tools'> = {}): StructuredToolInterface[] {
  // LangGraph runs all calls of one answer at the same time; two programs that write must not run beside each other.
  const executor = createExecutor({
    parallel: 1,
    ...settings,
    tools: [atip],
    policy: {
      ...settings.policy,
      // Throws the first time, which stops the graph before anything ran; answers when the graph resumes with an answer.
      confirmationHandler: async ({ argv, reasons }) => interrupt<Question, unknown>({ argv, reasons }) === true,
    },
  });
  return toOpenAI(atip).map(({ function: { name, description, parameters } }) => {
    const run = async (input: unknown, { toolCallId }: ToolRuntime): Promise<string> => {
      // An object: LangChain has held it against the schema.
      const call = { id: toolCallId, name, arguments: input as Record<string, unknown> };
      return (await executor.execute(call)).content;
    };
    return tool(run, { name, description, schema: parameters });
  });
}

/**
 * Tells the model why a call was refused, in the refusal's own words.
 *
 * Without it LangChain asks for mistakes to be fixed where a person said no, and sends the stack of its own schema errors, with
 * paths of this machine. Any other error ends the run.
 */
export function tellRefusals(): AgentMiddleware {
  return toolErrorMiddleware({
    onError: (error, { toolCall }) => {
      if (error instanceof ToolInvocationError) return `The arguments do not fit the schema of ${toolCall.name}.`;
      return AtipError.isInstance(error) ? error.message : undefined;
    },
  });
}
