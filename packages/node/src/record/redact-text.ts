import { findSecrets } from '@atip/core';
import { mayHoldSecret } from '@atip/core/internal';

export type Redact = (text: string) => string;

export const MASK = '[REDACTED]';

/** Replaces probable secrets by `[REDACTED]` and keeps everything else, controls too: the log escapes them. */
export function redactText(text: string): string {
  if (!mayHoldSecret(text)) return text;
  return findSecrets(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}${MASK}${rest.slice(end)}`,
    text,
  );
}

/** Redacts a text, and then the matches of the person's patterns. */
export function redactWith(settings: Parameters<typeof patternsOf>[0]): Redact {
  const patterns = patternsOf(settings);
  return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), redactText(text));
}

/** The person's patterns. Reading the file checked that each is a regular expression. */
export function patternsOf(settings: { readonly redact: readonly string[] } | undefined): RegExp[] {
  return (settings?.redact ?? []).map((source) => new RegExp(source, 'gu'));
}
