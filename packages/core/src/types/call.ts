/** One request by a model. */
export interface ToolCall {
  /** The provider's id; where there is none, as often with Gemini, the function's name. For MCP see `parseToolCall`. */
  id: string;
  /** The compiled name, as the model wrote it. */
  name: string;
  arguments: Record<string, unknown>;
}

/** What one event of a streamed response adds to one tool call. For showing it as it grows, never for running it. */
export interface ToolCallDelta {
  /** Place of the call among the response's calls, from 0, in the order in which they began. */
  readonly index: number;
  /** Absent until the provider has told it. */
  readonly id?: string;
  /** Absent until the provider has told it. */
  readonly name?: string;
  /** What the event adds to the JSON text of the arguments; may be empty. */
  readonly argumentsText: string;
  /**
   * The arguments as far as they can be read, unfinished texts cut where they are, from the first 32,768 UTF-16 units: never
   * to be executed, half a path may be another path. `undefined` while nothing can be read. A getter, read when first looked
   * at.
   */
  readonly preview: Readonly<Record<string, unknown>> | undefined;
}

/** Puts together the tool calls of a response that arrives in events. */
export interface ToolCallStream {
  /** Takes an event, or a list of them. @throws AtipParseError when one is damaged, reports an error or exceeds a limit */
  push(event: unknown): ToolCallDelta[];
  /** The finished calls; may be asked again. @throws AtipParseError when the response did not end, or was cut off */
  end(): ToolCall[];
}
