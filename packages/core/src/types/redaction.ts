import type { AtipTool } from './tool.ts';

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
  /**
   * Applied after the built-in rules, each to 8,192 units of the text at a time. One that backtracks without end, such as
   * `(a+)+$`, blocks.
   */
  redactPatterns?: RegExp[];
  /** Absent: true. */
  redactSecrets?: boolean;
  /** Exact values known to be secret, such as tokens handed to the tool; shorter than 8 characters are ignored. */
  knownSecrets?: string[];
}

export interface FindSecretsOptions {
  /** Environment variables that their metadata names for authentication count as keys of secrets. */
  readonly tools?: readonly AtipTool[];
  /** As in {@link ResultFilterOptions}. */
  readonly knownSecrets?: readonly string[];
}

/** A stretch of a text that looks like a secret. */
export interface SecretMatch {
  /** The name of the rule that found it, such as `github-token`; `known-secret` for a value that was given. */
  readonly rule: string;
  /** UTF-16 units from the start of the text. */
  readonly start: number;
  /** Where it ends; the unit after its last. */
  readonly end: number;
}
