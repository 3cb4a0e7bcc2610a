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
  ExecutionPolicy,
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
import type { GivenDelegation, NodeExecutorConfig } from '@atip/node';
import type { ShimName } from '@atip/shims';

/**
 * The commands of one tool that a model is offered: all, none, those named (`['log', 'remote add', 'stash *']`, a name has its
 * subcommands with it), or an excerpt.
 */
export type CommandChoice = boolean | readonly string[] | CommandFilter;

/** Tools by the name of their program, of which editors know those that come along; a document of one's own stands for itself. */
export type ToolChoices = { readonly [Name in ShimName]?: CommandChoice | AtipTool } & {
  readonly [name: string]: CommandChoice | AtipTool;
};

/** A tool of the host, which it runs itself. */
export interface HostTool {
  readonly description: string;
  /** JSON Schema of the arguments, an object's. Absent: none. */
  readonly parameters?: CanonicalTool['parameters'];
  /**
   * Runs it; the result is sent as it is, so redacting it is the host's. An error's message is sent as the failure.
   * @param args as the model wrote them: checked against nothing
   */
  readonly execute: (args: Record<string, unknown>, context: HostCallContext) => unknown;
}

export interface HostCallContext {
  readonly call: ToolCall;
  readonly signal: AbortSignal;
}

/** Asks a person, who answers true, false, or a rule for later calls too; `'later'` makes the call pending. */
export type Confirm = (
  question: ConfirmationContext,
) => ConfirmationAnswer | 'later' | Promise<ConfirmationAnswer | 'later'>;

/** Which tools there are, and how their calls are decided and run. */
export interface ToolkitSettings
  extends Omit<
    NodeExecutorConfig,
    | 'shell'
    | 'skipValidation'
    | 'separator'
    | 'conversation'
    | 'tools'
    | 'found'
    | 'policy'
    | 'execution'
    | 'allowExtra'
    | 'strategy'
  > {
  readonly tools: ToolChoices;
  /** Directory in which programs run and may write, absolute. Absent: the current one. */
  readonly cwd?: string;
  /** Over `EXECUTION_POLICY_DEFAULTS`. */
  readonly policy?: Omit<ExecutionPolicy, 'confirmationHandler'>;
  /** Ends every run. */
  readonly signal?: AbortSignal;
  /** Most time of a call, in ms. Absent: what the tool's document says, else 30 s. */
  readonly timeout?: number;
  /** How definitions are made. Absent: one for each command, as the provider likes them best. */
  readonly compile?: CompileSettings;
  /** Gets what went wrong with us, which no model is told. Absent: a warning of the process. */
  readonly onError?: (error: Error, call: ToolCall) => void;
  /** Names of variables that programs get, such as `GH_TOKEN`; their values are redacted. */
  readonly variables?: readonly string[];
}

export interface AgentToolsSettings<Name extends Provider> extends ToolkitSettings {
  readonly provider: Name;
  /** Asks a person. Absent: a call that wants one is pending, see `Answer`. */
  readonly confirm?: Confirm;
  /** Tools of the host beside those of ATIP. */
  readonly extra?: Readonly<Record<string, HostTool>>;
}

/** The settings that a helper agent does not have from its lead. */
export interface HelperSettings
  extends Pick<AgentToolsSettings<Provider>, 'confirm' | 'extra' | 'compile' | 'onError' | 'signal'> {}

export interface AnswerSettings {
  /** Ends the runs of this answer, and its waiting for a person, a stream or a tool of the host. */
  readonly signal?: AbortSignal;
  /** Gets redacted output as it arrives. */
  readonly onOutput?: (call: ToolCall, stream: 'stdout' | 'stderr', text: string) => void | Promise<void>;
}

/** The outcome of one response of a model. */
export interface Answer<Name extends Provider = Provider> {
  /** To be added to the conversation: what the model said, then the results of its calls. */
  readonly messages: AgentForms[Name]['message'][];
  /** True: it called nothing, so the turn is the user's. */
  readonly done: boolean;
  /** The text that the model said, for showing: what would paint on a terminal is taken out. May be empty. */
  readonly text: string;
  /** Present where a person has to decide first: the results are not in `messages` then, and come of `resume`. */
  readonly pending?: PendingTurn;
}

/**
 * Calls that wait for a person, as plain JSON: to be kept at the server, where nobody but it can change them, until `resume`
 * takes them up in this process or another.
 */
export interface PendingTurn {
  readonly format: 1;
  readonly provider: Provider;
  readonly calls: PendingCall[];
  /** Results of the turn's calls in their order, as core's messages; `null` for those that wait. */
  readonly results: (object | null)[];
}

export interface PendingCall {
  /** Of this question, and of no other: an answer counts once in each process. */
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
  /** Of program, arguments, directory and effects: with another a yes does not count, and the person is asked again. */
  readonly hash: string;
}

/**
 * A person's decision about a pending call: yes, no, or other arguments, which are checked as a new call; `undefined`, or null as
 * JSON has it, leaves it pending.
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
  /** The dangers of these tools and the workflows of their documents, as models are told of them: a message for OpenAI's chat, else text for `instructions` or `system`. */
  readonly system: AgentForms[Name]['system'];
  /**
   * Runs the calls of a response, of a promise of one, or of a stream of events that it reads to the end: each is checked, asked about, held in its
   * sandbox and answered, damaged and refused ones too.
   *
   * @throws AtipParseError when the response does not have the provider's form, or failed
   */
  answer(response: unknown, settings?: AnswerSettings): Promise<Answer<Name>>;
  /**
   * Goes on with calls that waited for a person.
   *
   * @param decision about each pending call, in their order; one for all of them
   * @throws TypeError when `pending` is not what `answer` gave for this provider, or a decision is none; nothing ran then
   */
  resume(
    pending: PendingTurn,
    decision: PendingDecision | readonly PendingDecision[],
    settings?: AnswerSettings,
  ): Promise<Answer<Name>>;
  /** The names in a helper's delegation that its lead has not, a sentence each. Empty for a lead. */
  readonly notes: readonly string[];
  /**
   * Makes tools for a helper agent: these, under one more delegation, so that it can do no more than its lead, whatever is asked for.
   * A helper can delegate further. It ends with its lead.
   *
   * @param delegation bare, or as the specification shows it
   * @param settings those of its own; the others are its lead's, the host's own tools excepted
   * @throws AtipValidationError for what is no delegation, and for a denied command that its tool has not
   * @throws TypeError for a setting that is its lead's
   * @see ATIP 0.3 §10.2
   */
  delegate(delegation: GivenDelegation, settings?: HelperSettings): Promise<AgentTools<Name>>;
  /** Ends what runs, and waits for it, but not for people, providers and the host's own tools; calls after that are refused. */
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

/** The results of Gemini's calls as its SDK takes them. */
export interface GeminiResultMessage {
  role: 'user';
  parts: { functionResponse: { id?: string; name: string; response: Record<string, unknown> } }[];
}

export interface BedrockModelMessage {
  role: 'assistant';
  content: (
    | { text: string }
    | { toolUse: { toolUseId: string; name: string; input: JsonValue } }
    | { reasoningContent: { reasoningText: { text: string; signature?: string } } }
  )[];
}

/** Definitions, instructions and messages in the form that each provider's own SDK has for them. */
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
