/**
 * Command-line tools for LangChain and LangGraph.
 *
 * @module @atip/agents/langchain
 */
import { type ConfirmationContext, compile, type ToolCall } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import type { ToolkitSettings } from '../types.ts';

/** The value of an interrupt, in the form of LangChain's human-in-the-loop middleware, with the exact command line. */
export interface LangChainQuestion extends Pick<ConfirmationContext, 'argv' | 'reasons' | 'stdin'> {
  readonly actionRequests: readonly { readonly name: string; readonly args: object; readonly description: string }[];
  readonly reviewConfigs: readonly { readonly actionName: string; readonly allowedDecisions: readonly string[] }[];
}

/** The fields that LangChain's `tool` takes. */
export interface LangChainFields {
  readonly name: string;
  readonly description: string;
  readonly schema: Record<string, unknown>;
}

type RunTool = (input: unknown, runtime: { toolCallId: string; signal?: AbortSignal | undefined }) => Promise<string>;

export interface LangChainSettings<Tool> extends ToolkitSettings {
  /** `tool` of `@langchain/core/tools`, which makes a tool: `(run, fields) => tool(run, fields)`. */
  readonly tool: (run: RunTool, fields: LangChainFields) => Tool;
  /** `interrupt` of `@langchain/langgraph`. */
  readonly interrupt: (question: LangChainQuestion) => unknown;
}

export interface LangChainTools<Tool> {
  /** For `createAgent({ tools })`: one for each command. */
  readonly tools: Tool[];
  /** For `createAgent({ systemPrompt })`. */
  readonly system: string;
}

/**
 * Makes LangChain tools. If the policy asks a person, the tool interrupts its graph: that needs a checkpointer, and an
 * agent of `version: 'v2'`, the default, whose calls are interrupted and resumed one by one.
 *
 * The graph resumes with `true`, or with the decisions of LangChain's human-in-the-loop middleware: `approve`,
 * `reject`, or `edit`, whose arguments are checked as a new call. Any other value refuses. A refusal becomes the tool's
 * answer.
 *
 * @throws AtipError for a tool that has no document or is not on this machine
 * @example
 * ```ts
 * import { createLangChainTools } from '@atip/agents/langchain';
 * declare const interrupt: (value: unknown) => unknown; // of @langchain/langgraph
 * declare const tool: (run: (input: unknown, runtime: { toolCallId: string }) => Promise<string>, fields: object) => object;
 * const { tools, system } = await createLangChainTools({ tool, interrupt, tools: { git: ['log', 'status', 'clean'] } });
 * ```
 */
export async function createLangChainTools<Tool>({
  tool,
  interrupt,
  ...settings
}: LangChainSettings<Tool>): Promise<LangChainTools<Tool>> {
  const { createToolkit, forModel } = await import('../toolkit.ts');
  // LangGraph runs all calls of one answer at the same time; two writing programs must not run side by side.
  const toolkit = await createToolkit({ parallel: 1, ...settings });
  const { tools: documents, system } = toolkit;
  // Throws the first time, which stops the graph before anything ran; answers when the graph resumes with an answer.
  const confirmationHandler = async ({ call, argv, reasons, stdin }: ConfirmationContext): Promise<boolean> => {
    const { name, arguments: args } = call;
    // A model wrote the arguments: a line break in one must not start a new line.
    const description = [argv.map((word) => escapeUnseen(JSON.stringify(word))).join(' '), ...reasons].join('\n');
    const answer = interrupt({
      actionRequests: [{ name, args, description }],
      reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] }],
      argv,
      reasons,
      ...(stdin !== undefined && { stdin }),
    });
    const { type, editedAction, message } = decisionOf(answer);
    if (type === 'edit') throw new Edited(editedAction?.args ?? {});
    if (type === 'reject' && message) throw new Rejected(message);
    return type === 'approve';
  };
  const run = async (call: ToolCall, signal: AbortSignal | undefined): Promise<string> => {
    try {
      return await toolkit.run(call, { confirmationHandler, signal });
    } catch (error) {
      if (error instanceof Edited) return run({ ...call, arguments: error.arguments }, signal);
      if (error instanceof Rejected) return `Nothing ran. The person said: ${error.message}`;
      // LangGraph's own way to stop a graph.
      if (isInterrupt(error)) throw error;
      return forModel(error, call, settings.onError).message;
    }
  };
  return {
    tools: compile(documents, 'openai', settings.compile).tools.map(({ function: { name, description, parameters } }) =>
      // An object: LangChain has checked it against the schema.
      tool(
        (input, { toolCallId: id, signal }) => run({ id, name, arguments: input as Record<string, unknown> }, signal),
        { name, description, schema: parameters },
      ),
    ),
    system,
  };
}

/**
 * For `toolErrorMiddleware({ onError: tellRefusals })`: reports a call that LangChain itself refuses, because it does
 * not fit the schema, without the error's stack, which contains paths of this machine. Any other error ends the run.
 */
export function tellRefusals(
  error: unknown,
  { toolCall }: { readonly toolCall: { readonly name: string } },
): string | undefined {
  const isSchema = error instanceof Error && '~brand' in error && error['~brand'] === 'ToolInvocationError';
  return isSchema ? `The arguments do not fit the schema of ${toolCall.name}.` : undefined;
}

/** Thrown when a person gave other arguments. */
class Edited extends Error {
  readonly arguments: Record<string, unknown>;

  constructor(args: Record<string, unknown>) {
    super('The person changed the arguments.');
    this.arguments = args;
  }
}

/** Thrown when a person refused, with their reason. */
class Rejected extends Error {}

interface Decision {
  readonly type?: unknown;
  readonly editedAction?: { readonly args?: Record<string, unknown> };
  readonly message?: string;
}

function decisionOf(answer: unknown): Decision {
  if (answer === true) return { type: 'approve' };
  const { decisions } = Object(answer) as { readonly decisions?: unknown };
  return Array.isArray(decisions) && decisions.length === 1 ? (Object(decisions[0]) as Decision) : {};
}

function isInterrupt(error: unknown): boolean {
  return error instanceof Error && /^(?:Graph|Node)Interrupt$/.test(error.name);
}
