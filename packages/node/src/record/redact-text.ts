import { findSecrets } from '@atip/core';
import { beforeDoubt, mayHoldSecret } from '@atip/core/internal';

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

/** Replaces everything from the first word on that may belong to a secret: more than has to be, without loading the rules. */
export function hideDoubtful(text: string): string {
  const kept = beforeDoubt(text);
  return kept === text ? text : `${kept}${MASK}`;
}

/** Redacts a text, and then the matches of the person's patterns. */
export function redactWith(settings: Parameters<typeof patternsOf>[0], redact: Redact = redactText): Redact {
  const patterns = patternsOf(settings);
  return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), redact(text));
}

/** The person's patterns. Reading the file checked that each is a regular expression. */
export function patternsOf(settings: { readonly redact: readonly string[] } | undefined): RegExp[] {
  return (settings?.redact ?? []).map((source) => new RegExp(source, 'gu'));
}
