/** One request by a model. */
export interface ToolCall {
  /** The provider's id, or the function's name without one, as often with Gemini. For MCP see `parseToolCall`. */
  id: string;
  /** The compiled name, as the model wrote it. */
  name: string;
  arguments: Record<string, unknown>;
}

/** A call that cannot be run, because it arrived damaged or incomplete. */
export interface DamagedCall {
  readonly id?: string;
  readonly name?: string;
  /** One or more sentences, for the model: "Its arguments are not valid JSON: …". */
  readonly message: string;
}

/** The calls of a response, complete and damaged ones separately. */
export interface ToolCallsReading {
  readonly calls: ToolCall[];
  readonly damaged: DamagedCall[];
}

/** The part of a tool call that one event of a streamed response adds: only for display, never for running it. */
export interface ToolCallDelta {
  /** Index of the call in the response, from 0, in the order of their beginnings. */
  readonly index: number;
  /** Absent until the provider has sent it. */
  readonly id?: string;
  /** Absent until the provider has sent it. It may still grow until the arguments begin. */
  readonly name?: string;
  /** The JSON text that the event adds to the arguments; may be empty. */
  readonly argumentsText: string;
}

/** Assembles the tool calls of a response that arrives in events. */
export interface ToolCallStream {
  /**
   * Takes an event, or a list of them. @throws AtipParseError when one is damaged, reports an error or exceeds a limit
   */
  push(event: unknown): ToolCallDelta[];
  /**
   * The finished calls; may be called repeatedly. @throws AtipParseError when the response did not end, or was cut off
   */
  end(): ToolCall[];
  /**
   * Like `end`, but returns damaged calls beside the complete ones instead of throwing. If the stream broke off or was
   * refused, each call that had begun is damaged.
   * @throws AtipParseError when it broke before any call began
   */
  settle(): ToolCallsReading;
}

/** Makes the error that ends reading; `what` continues "The … response ", for example `has no "choices"`. */
export type Fail = (what: string, found?: Partial<ToolCallsReading> & { readonly cause?: unknown }) => Error;

/** A tool call in a response, before any check. */
export interface RawCall {
  readonly id: unknown;
  readonly name: unknown;
  /** An object, or its JSON text where the provider sends text. Absent, null or blank: no arguments. */
  readonly arguments: unknown;
  /** True: the provider marks this call as unfinished. */
  readonly isIncomplete?: boolean;
}

/** One answer of a response: a choice, a candidate, a message. */
export interface RawAnswer {
  readonly calls: readonly RawCall[];
  /** Why the answer ended. Absent or null: not stated. */
  readonly reason: unknown;
}

/** The identity of a call in a stream; compared like a key of a `Map`. `null`: the events have no identity. */
type StepKey = NonNullable<unknown> | null;

/** One event of a stream about one call. */
export interface CallStep {
  /** The choice or candidate that the call belongs to, from 0. */
  readonly answer?: number;
  /** The same for all steps of one call of a stream, and for no other call. */
  readonly key: StepKey;
  /** Present at the beginning of a block: a call, or something else whose later steps are skipped. */
  readonly start?: 'call' | 'other';
  /** Like `name` and `whole`: absent, null or `""` if the event does not have it. */
  readonly id?: unknown;
  readonly name?: unknown;
  /** True if `name` may be the next piece of a name, before any arguments. Absent: it is the whole name. */
  readonly continuesName?: boolean;
  /** The next piece of the arguments' JSON text; any value but text is damage. */
  readonly text?: unknown;
  /** The complete arguments instead of pieces: an object, or its JSON text. */
  readonly whole?: unknown;
  /** Present at the end of the call. */
  readonly ends?: boolean;
}

/** One event of a stream about an answer as a whole: it exists, and perhaps why it ended. */
export interface AnswerStep {
  /** The choice or candidate, from 0. */
  readonly answer?: number;
  readonly key?: undefined;
  /** Absent: it continues. `null`: it is complete, and more may still come. */
  readonly reason?: unknown;
}

/** Turns the events of one stream into steps; knows the provider's form and keeps its state between events. */
export type StreamReader = (event: Readonly<Record<string, unknown>>, fail: Fail) => (CallStep | AnswerStep)[];
