import type { AtipEffects } from '../types/effects.ts';

/** Times in ms, outputs in bytes per stream. */
export const EXECUTION_LIMITS = {
  timeout: 30_000,
  maxTimeout: 600_000,
  maxOutput: 1_048_576,
  maxMaxOutput: 10_485_760,
} as const;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/**
 * The time a run gets, in ms: what the host set, else what the tool declares, else 30 s; never over 10 minutes.
 *
 * @see ATIP 0.3 §3.6, `duration.timeout`
 */
export function timeoutFor(effects: AtipEffects, host: number | undefined): number {
  const wanted = host ?? parseDuration(effects.duration?.timeout);
  return bounded(wanted, EXECUTION_LIMITS.timeout, EXECUTION_LIMITS.maxTimeout);
}

/** The bytes kept per stream: what the host set, else 1 MiB; never over 10 MiB. */
export function maxOutputFor(host: number | undefined): number {
  return bounded(host, EXECUTION_LIMITS.maxOutput, EXECUTION_LIMITS.maxMaxOutput);
}

/** What is no number above 0, such as a text from a configuration file, sets nothing. */
function bounded(wanted: unknown, standard: number, most: number): number {
  return typeof wanted === 'number' && wanted > 0 ? Math.min(wanted, most) : standard;
}

/** `"60s"` → 60000; units ms, s, m, min, h; `undefined` for anything else. */
function parseDuration(text: unknown): number | undefined {
  const match = typeof text === 'string' ? /^(\d{1,9}(?:\.\d{1,3})?)\s?(ms|s|min|m|h)$/.exec(text.trim()) : null;
  const unit = UNITS[match?.[2] ?? ''];
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}
