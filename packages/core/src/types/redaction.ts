import type { AtipTool } from './tool.ts';

/** Filters tool output on its way to a model. */
export interface ResultFilter {
  filter(result: string, toolName: string): string;
  /** A filter for output that arrives in pieces; it also finds secrets that are split between pieces. */
  stream(): ResultFilterStream;
}

export interface ResultFilterStream {
  /** Text that is safe to release now; may be empty while a line is unfinished. */
  push(chunk: string): string;
  /** The remaining text. */
  end(): string;
}

export interface ResultFilterOptions {
  /** UTF-16 units, > 0. Absent: 100,000. */
  maxLength?: number;
  /**
   * Applied after the built-in rules, each to 8,192 units of the text at a time. A pattern that backtracks without end,
   * such as `(a+)+$`, blocks.
   */
  redactPatterns?: RegExp[];
  /** Absent: true. */
  redactSecrets?: boolean;
  /** Exact secret values, such as tokens passed to the tool; shorter than 8 characters are ignored. */
  knownSecrets?: string[];
}

export interface FindSecretsOptions {
  /** Environment variables that their documents name for authentication count as keys of secrets. */
  readonly tools?: AtipTool | readonly AtipTool[];
  /** As in {@link ResultFilterOptions}. */
  readonly knownSecrets?: readonly string[];
}

/** A part of a text that looks like a secret. */
export interface SecretMatch {
  /** The name of the rule that found it, such as `github-token`; `known-secret` for a given value. */
  readonly rule: string;
  /** UTF-16 units from the start of the text. */
  readonly start: number;
  /** UTF-16 units from the start of the text to the first unit after it. */
  readonly end: number;
}
