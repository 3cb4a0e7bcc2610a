/** What a person can set about the result filter, as text and numbers: workers are not sent what only a realm can hold. */
import { AtipError, createResultFilter, type ResultFilterOptions } from '@atip/core';

/** A pattern as it is typed. */
export interface PatternSource {
  readonly source: string;
  /** Letters such as `"i"`; `g` and `y` make no difference to the filter. */
  readonly flags: string;
}

export interface FilterSettings {
  /** UTF-16 units, > 0. */
  readonly maxLength: number;
  readonly redactSecrets: boolean;
  readonly patterns: readonly PatternSource[];
  readonly knownSecrets: readonly string[];
}

export type PreparedPattern =
  | { readonly ok: true; readonly pattern: RegExp }
  /** In the words of the browser, or of core where the pattern could run for a very long time. */
  | { readonly ok: false; readonly message: string };

/** A typed pattern as core takes it, or why it does not. */
export function preparePattern({ source, flags }: PatternSource): PreparedPattern {
  try {
    const pattern = new RegExp(source, flags);
    createResultFilter([], { redactPatterns: [pattern] });
    return { ok: true, pattern };
  } catch (error) {
    if (error instanceof SyntaxError || AtipError.isInstance(error)) return { ok: false, message: error.message };
    throw error;
  }
}

/** The filter's options; patterns that are refused, and empty ones, are left out. */
export function filterOptions({
  maxLength,
  redactSecrets,
  patterns,
  knownSecrets,
}: FilterSettings): ResultFilterOptions {
  const prepared = patterns.filter(({ source }) => source !== '').map(preparePattern);
  return {
    maxLength,
    redactSecrets,
    redactPatterns: prepared.flatMap((one) => (one.ok ? [one.pattern] : [])),
    knownSecrets: [...knownSecrets],
  };
}
