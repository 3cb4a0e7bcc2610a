/** One request by a model. */
export interface ToolCall {
  /** The provider's id; where there is none, as often with Gemini, the function's name. For MCP see `parseToolCall`. */
  id: string;
  /** The compiled name, as the model wrote it. */
  name: string;
  arguments: Record<string, unknown>;
}

/** A call that cannot be run, because it did not arrive whole. */
export interface DamagedCall {
  /** Absent: it has none. */
  readonly id?: string;
  /** Absent: it has none. */
  readonly name?: string;
  /** A sentence or more, for the model: "Its arguments are not valid JSON: …". */
  readonly reason: string;
}

/** The calls of a response, those that can be relied on apart from the others. */
export interface ToolCallsReading {
  readonly calls: ToolCall[];
  readonly damaged: DamagedCall[];
}

/** The part of one tool call that one event of a streamed response adds: for showing it, never for running it. */
export interface ToolCallDelta {
  /** Place of the call among the response's calls, from 0, in the order in which they began. */
  readonly index: number;
  /** Absent until the provider has told it. */
  readonly id?: string;
  /** Absent until the provider has told it. */
  readonly name?: string;
  /** The event's addition to the JSON text of the arguments; may be empty. */
  readonly argumentsText: string;
  /**
   * The arguments as far as they can be read from the first 32,768 UTF-16 units, unfinished texts cut where they are. Never to be
   * executed: half a path may be another path. `undefined` while nothing can be read.
   */
  readonly preview: Readonly<Record<string, unknown>> | undefined;
}

/** Puts together the tool calls of a response that arrives in events. */
export interface ToolCallStream {
  /** Takes an event, or a list of them. @throws AtipParseError when one is damaged, reports an error or exceeds a limit */
  push(event: unknown): ToolCallDelta[];
  /** The finished calls; may be asked again. @throws AtipParseError when the response did not end, or was cut off */
  end(): ToolCall[];
  /**
   * The calls one by one, as `parseToolCalls` has them: of a stream that broke off or was refused each call that began is damaged.
   * @throws AtipParseError when it broke before any call began
   */
  settle(): ToolCallsReading;
}

/** Makes the error that ends reading; `what` goes on from "The … response ", for example `has no "choices"`. */
export type Fail = (what: string, cause?: unknown) => Error;

/** A tool call as it stands in a response, before anything in it is checked. */
export interface RawCall {
  readonly id: unknown;
  readonly name: unknown;
  /** An object, or its JSON text where the provider sends text. Absent, null or `""`: no arguments. */
  readonly arguments: unknown;
  /** True: the provider says of this call that it did not end. */
  readonly isIncomplete?: boolean;
}

/** One answer of a response: a choice, a candidate, a message. */
export interface RawAnswer {
  readonly calls: readonly RawCall[];
  /** Why the answer ended. Absent or null: not said. */
  readonly reason: unknown;
}

/** The identity of a call in a stream; compared as a key of a `Map`. `null`: events without any. */
export type StepKey = NonNullable<unknown> | null;

/** One event of a stream, about one call. */
export interface CallStep {
  /** The choice or candidate that the call belongs to, from 0. Absent: 0. */
  readonly answer?: number;
  /** The same for all steps of one call of a stream, and for no other. */
  readonly key: StepKey;
  /** Present where something begins: a call, or something else whose later steps are to be passed over. */
  readonly start?: 'call' | 'other';
  /** Like `name` and `whole`: absent, null or `""` where it is not said here. */
  readonly id?: unknown;
  readonly name?: unknown;
  /** The next piece of the arguments' JSON text; anything but text is damage. Absent: none. */
  readonly text?: unknown;
  /** All the arguments at once, in place of the pieces: an object, or its JSON text. */
  readonly whole?: unknown;
  /** The arguments so far, an object that is still filled. */
  readonly growing?: Readonly<Record<string, unknown>>;
  /** Present where the call is over. */
  readonly ends?: true;
}

/** One event of a stream, about an answer as a whole: that it exists, and why it ended if it did. */
export interface AnswerStep {
  /** The choice or candidate, from 0. Absent: 0. */
  readonly answer?: number;
  readonly key?: undefined;
  /** Absent: it goes on. `null`: it is whole, and more may still come. */
  readonly reason?: unknown;
}

/** Turns the events of one stream into steps; knows the provider's form and keeps what it needs between events. */
export type StreamReader = (event: Readonly<Record<string, unknown>>, fail: Fail) => (CallStep | AnswerStep)[];
