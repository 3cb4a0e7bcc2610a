import { findSecrets } from '@atip/core';

/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

/**
 * Replaces what looks like a secret by `[REDACTED]`.
 *
 * Unlike the result filter it leaves everything else as it was, controls included: the log escapes them, and they are
 * part of what happened.
 */
export function redactText(text: string): string {
  return findSecrets(text).reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}[REDACTED]${rest.slice(end)}`,
    text,
  );
}
