import { EXECUTION_LIMITS, parseDuration } from '@atip/core/internal';

/** In words, for help and errors. */
export const TIMEOUT = 'a time such as 90s, 10m or 1h, or seconds, up to 24h';
/** In words, for help and errors. */
export const SIZE = 'a size such as 500kB or 2MiB, or bytes, up to 10MiB';

/** Limits of a run: ms, and bytes of each stream. */
export interface RunLimits {
  readonly timeout?: number | undefined;
  readonly maxOutput?: number | undefined;
}

/** `"90s"`, `"10m"`, or seconds, as a number or as digits → ms. Undefined: it is no time, or over a day. */
export function readTimeout(value: unknown): number | undefined {
  const text = String(value);
  const ms = parseDuration(/^\d+$/.test(text) ? `${text}s` : text);
  return within(ms, EXECUTION_LIMITS.maxTimeout);
}

const BYTES: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1000, MB: 1_000_000, KIB: 1024, MIB: 1_048_576 };

/** `"500kB"`, `"2MiB"`, or bytes, as a number or as digits → bytes. Undefined: it is no size, or over 10 MiB. */
export function readSize(value: unknown): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}) ?([A-Za-z]*)$/.exec(String(value)) ?? [];
  return within(Number(amount) * (BYTES[unit.toUpperCase()] ?? Number.NaN), EXECUTION_LIMITS.maxMaxOutput);
}

function within(amount: number | undefined, most: number): number | undefined {
  return amount !== undefined && amount > 0 && amount <= most ? amount : undefined;
}
