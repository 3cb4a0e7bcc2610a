/** Filter for tool output on its way to a model. */
export interface ResultFilter {
  filter(result: string, toolName: string): string;
  /** A filter for output that arrives in pieces; no secret slips through a chunk boundary. */
  stream(): ResultFilterStream;
}

export interface ResultFilterStream {
  /** Text that is safe to release now; may be empty while a line is unfinished. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

export interface ResultFilterOptions {
  /** UTF-16 units, > 0. Absent: 100,000. */
  maxLength?: number;
  /** Applied after the built-in ones. */
  redactPatterns?: RegExp[];
  /** Absent: true. */
  redactSecrets?: boolean;
  /** Exact values known to be secret, such as tokens handed to the tool; shorter than 8 characters are ignored. */
  knownSecrets?: string[];
}
