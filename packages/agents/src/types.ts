import type {
  AnthropicTool,
  AnthropicToolMessage,
  AtipTool,
  BedrockTool,
  BedrockToolMessage,
  CanonicalTool,
  CommandFilter,
  CompileSettings,
  ConfirmationAnswer,
  ConfirmationContext,
  GeminiResultMessage,
  GeminiTool,
  McpTool,
  McpToolMessage,
  OpenAIResponsesTool,
  OpenAIResponsesToolMessage,
  OpenAITool,
  OpenAIToolMessage,
  Provider,
  ToolCall,
} from '@atip/core';
import type { GivenDelegation, HostOptions } from '@atip/node';

/**
 * The commands of one tool that a model is offered: all, none, named ones (`['log', 'remote add', 'stash *']`,
 * including their subcommands), or an excerpt.
 */
export type CommandChoice = boolean | readonly string[] | CommandFilter;

/** Tools by the name of their program, with completion for bundled ones; your own document can be given instead. */
export interface ToolChoices {
  readonly [name: string]: CommandChoice | AtipTool;
}

/** A tool of the host, which it runs itself. */
export interface HostTool {
  readonly description: string;
  /** JSON Schema of the arguments, which are an object. Absent: it takes none. */
  readonly parameters?: CanonicalTool['parameters'];
  /**
   * Runs it; the result is sent unchanged, so the host must redact it. An error's message is sent as the failure.
   * @param args unchecked, as the model wrote them
   */
  readonly execute: (args: Record<string, unknown>, context: HostCallContext) => unknown;
}

export interface HostCallContext {
  readonly call: ToolCall;
  readonly signal: AbortSignal;
}

/** Asks a person, who answers true, false, or with a rule for later calls too; `'later'` makes the call pending. */
export type Confirm = (
  question: ConfirmationContext,
) => ConfirmationAnswer | 'later' | Promise<ConfirmationAnswer | 'later'>;

/** The tools, and a host's options for deciding and running their calls. */
export interface ToolkitSettings extends Omit<HostOptions, 'tools' | 'found' | 'strategy' | 'separator' | 'signal'> {
  /** Choices by name, or documents of yours. */
  readonly tools: ToolChoices | AtipTool | readonly AtipTool[];
  /** Ends every run. */
  readonly signal?: AbortSignal | undefined;
  /** Settings for definitions. Absent: one for each command, in the provider's preferred form. */
  readonly compile?: CompileSettings | undefined;
  /** Called with internal errors, which models do not see. Absent: a warning of the process. */
  readonly onError?: ((error: Error, call: ToolCall) => void) | undefined;
}

/**
 * Counts each answer of a person once: `take` is true the first time for an id, and false ever after, also for two
 * callers at the same time. In a store that several processes share: a row's insertion, Redis's `SET id 1 NX`, or a file
 * opened with `wx`.
 */
export interface TakenApprovals {
  take(id: string): boolean | Promise<boolean>;
}

export interface AgentToolsSettings<Name extends Provider> extends ToolkitSettings {
  readonly provider: Name;
  /**
   * Counts answers to pending calls. Absent: the last 65,536 in this process's memory, which a restart loses. Several
   * processes that resume the same turns need one that they share.
   */
  readonly approvals?: TakenApprovals | undefined;
  /** Asks a person. Absent: a call that needs one is pending, see `Answer`. */
  readonly confirm?: Confirm | undefined;
  /** Tools of the host beside those of ATIP. */
  readonly extra?: Readonly<Record<string, HostTool>> | undefined;
}

export interface AnswerSettings {
  /** Ends the runs of this answer, and its waiting for a person, a stream or a tool of the host. */
  readonly signal?: AbortSignal | undefined;
  /** Gets redacted output as it arrives. */
  readonly onOutput?: ((call: ToolCall, stream: 'stdout' | 'stderr', text: string) => void | Promise<void>) | undefined;
}

/** The outcome of one response of a model. */
export interface Answer<Name extends Provider = Provider> {
  /** Add these to the conversation: the model's words, then the results of its calls. */
  readonly messages: AgentForms[Name]['message'][];
  /** True: the model called nothing, so it is the user's turn. */
  readonly done: boolean;
  /** The model's text, for display, without terminal sequences. May be empty. */
  readonly text: string;
  /** Present if a person has to decide first: the results are then not in `messages`, but come from `resume`. */
  readonly pending?: PendingTurn;
  /**
   * True: these calls were answered before, by another click, whose answer has the results of the turn. Nothing ran, and there is
   * nothing to append.
   */
  readonly repeated?: true;
}

/**
 * Calls that wait for a person, as plain JSON. Keep it on the server, where no one else can change it, until `resume`
 * continues them in this process or another.
 */
export interface PendingTurn {
  readonly format: 1;
  readonly provider: Provider;
  readonly calls: PendingCall[];
  /** Results of the turn's calls in order, as core's messages; `null` for pending ones. */
  readonly results: (object | null)[];
}

export interface PendingCall {
  /** Unique for this question, and bound to its call: an answer counts once, see `approvals`. */
  readonly id: string;
  readonly call: ToolCall;
  /** From the tool's name on. */
  readonly command: readonly string[];
  /** The command line that would run. */
  readonly argv: readonly string[];
  /** Why a person is asked, a sentence each. */
  readonly reasons: readonly string[];
  /** Text that the program would read on its standard input. Absent: nothing. */
  readonly stdin?: string;
  /**
   * Hash over program, arguments, directory and effects: if it changes, the approval does not count, and the person is
   * asked again.
   */
  readonly hash: string;
}

/**
 * A person's decision about a pending call: true, false, or other arguments, which are checked as a new call;
 * `undefined`, or null in JSON, leaves it pending.
 */
export type PendingDecision =
  | ConfirmationAnswer
  | { readonly arguments: Readonly<Record<string, unknown>> }
  | null
  | undefined;

/** Definitions, calls and answers of a set of tools for one provider. */
export interface AgentTools<Name extends Provider = Provider> {
  /** For the request's `tools`; of Gemini's `config`, of Bedrock's `toolConfig`. */
  readonly tools: AgentForms[Name]['tools'];
  /**
   * The dangers of these tools and the workflows of their documents, as text for models: a message for OpenAI's chat,
   * else text for `instructions` or `system`.
   */
  readonly system: AgentForms[Name]['system'];
  /**
   * Runs the calls of a response, of a promise of one, or of a stream of events that it reads to the end: each is
   * checked, perhaps approved, run in its sandbox and answered, damaged and refused ones too.
   *
   * @throws AtipParseError when the response does not have the provider's form, or failed
   */
  answer(response: unknown, settings?: AnswerSettings): Promise<Answer<Name>>;
  /**
   * Continues calls that waited for a person. A call that was answered before runs nothing, and the result says so; one
   * whose answer `approvals` cannot count stays pending. @param decision for each pending call, in order; or one for all
   * @throws TypeError when `pending` is not from `answer` for this provider or was changed, or a decision is invalid;
   * then nothing ran
   */
  resume(
    pending: PendingTurn,
    decision: PendingDecision | readonly PendingDecision[],
    settings?: AnswerSettings,
  ): Promise<Answer<Name>>;
  /** The names in a helper's delegation that its lead does not have, one sentence each. Empty for a lead. */
  readonly notes: readonly string[];
  /**
   * Makes tools for a helper agent: these, under one more delegation, so that it can never do more than its lead. A
   * helper can delegate further. It ends with its lead. @param delegation bare, or wrapped as in the specification
   * @param settings its own settings; the others are its lead's, except the host's own tools @throws
   * AtipValidationError for an invalid delegation, and for a denied command that its tool does not have @throws
   * TypeError for a setting that only the lead may have
   * @see ATIP 0.3 §10.2
   */
  delegate(
    delegation: GivenDelegation,
    settings?: Pick<AgentToolsSettings<Provider>, 'confirm' | 'extra' | 'compile' | 'onError' | 'signal'>,
  ): Promise<AgentTools<Name>>;
  /**
   * Ends all runs, and waits for them, but not for people, providers and the host's own tools; later calls are refused.
   */
  close(): Promise<void>;
}

/** Any value of JSON. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export interface OpenAIModelMessage {
  role: 'assistant';
  content: string | null;
  refusal?: string | null;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
}

export type OpenAIResponsesItem =
  | { type: 'function_call'; call_id: string; name: string; arguments: string; id?: string }
  | {
      type: 'message';
      role: 'assistant';
      id: string;
      status: 'completed';
      content: { type: 'output_text'; text: string; annotations: [] }[];
    }
  | { type: 'reasoning'; id: string; summary: { type: 'summary_text'; text: string }[]; encrypted_content?: string };

export interface AnthropicModelMessage {
  role: 'assistant';
  content: (
    | { type: 'text'; text: string }
    | { type: 'thinking'; thinking: string; signature: string }
    | { type: 'redacted_thinking'; data: string }
    | { type: 'tool_use'; id: string; name: string; input: unknown }
  )[];
}

export interface GeminiModelMessage {
  role: string;
  parts: {
    text?: string;
    thought?: boolean;
    thoughtSignature?: string;
    functionCall?: { id?: string; name: string; args: Record<string, unknown> };
  }[];
}

export interface BedrockModelMessage {
  role: 'assistant';
  content: (
    | { text: string }
    | { toolUse: { toolUseId: string; name: string; input: JsonValue } }
    | { reasoningContent: { reasoningText: { text: string; signature?: string } } }
  )[];
}

/** Definitions, instructions and messages in the form of each provider's own SDK. */
export interface AgentForms {
  openai: {
    tools: OpenAITool<null>[];
    system: { role: 'system'; content: string };
    message: OpenAIModelMessage | OpenAIToolMessage;
  };
  'openai-responses': {
    tools: OpenAIResponsesTool[];
    system: string;
    message: OpenAIResponsesItem | OpenAIResponsesToolMessage;
  };
  anthropic: { tools: AnthropicTool[]; system: string; message: AnthropicModelMessage | AnthropicToolMessage };
  gemini: {
    tools: { functionDeclarations: Omit<GeminiTool, 'parameters'>[] }[];
    system: string;
    message: GeminiModelMessage | GeminiResultMessage;
  };
  /** A response is a client's `tools/call` request; its result is the one message. */
  mcp: { tools: McpTool[]; system: string; message: McpToolMessage };
  bedrock: { tools: BedrockTool[]; system: { text: string }[]; message: BedrockModelMessage | BedrockToolMessage };
}
