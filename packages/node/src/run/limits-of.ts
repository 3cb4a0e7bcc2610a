import type { AtipEffects } from '@atip/core';
import { EXECUTION_LIMITS, maxOutputFor, parseDuration, timeoutFor } from '@atip/core/internal';
import { hidePlaces } from './explain-run.ts';
import type { Host } from './host.ts';

/** The limits of one run, and for its reader where each is set. */
export interface LimitsOfRun {
  readonly timeout: number;
  /** `Infinity`: a person sees all output live. */
  readonly maxOutput: number;
  readonly limitNotices: { readonly timeout: string; readonly maxOutput: string };
}

/**
 * The host's limits, else the configuration's, else that of the document, else 10 minutes and 1 MiB of each stream. A
 * person at a terminal needs neither: they see what goes on, and end it with Ctrl-C.
 */
export function limitsOf(host: Host, effects: AtipEffects, documents: string): LimitsOfRun {
  const { configuration, timeout: ownTimeout, maxOutput: ownMaxOutput } = host;
  const isPerson = host.reader === 'person';
  const set = { timeout: ownTimeout, maxOutput: ownMaxOutput };
  const { limits = {} } = configuration?.settings ?? {};
  const stated = parseDuration(effects.duration?.timeout) !== undefined;
  const none = isPerson && !stated ? EXECUTION_LIMITS.maxTimeout : undefined;
  const timeout = timeoutFor(effects, set.timeout ?? limits.timeout ?? none);
  const wanted = set.maxOutput ?? limits.maxOutput;
  const maxOutput = wanted === undefined && isPerson ? Number.POSITIVE_INFINITY : maxOutputFor(wanted);
  const from = (part: 'timeout' | 'maxOutput', otherwise: string): string => {
    if (set[part] !== undefined) return `set by the setting "${part}" of the program that makes the calls`;
    const origin = configuration?.origins.get(`limits/${part}`);
    if (origin?.startsWith('--')) return `set by ${origin}`;
    if (origin === undefined) return otherwise;
    // No path in a message for a model is absolute.
    return `set by "limits" in ${isPerson ? origin : hidePlaces(origin)}`;
  };
  const raise = (option: string): string => `; "limits" in the configuration, or atip run ${option}, sets another`;
  const ofTime = stated ? `that of ${documents} (duration.timeout)` : 'the default';
  return {
    timeout,
    maxOutput,
    limitNotices: {
      timeout: `The time limit of ${inTime(timeout)} is ${from('timeout', ofTime + raise('--timeout'))}.`,
      maxOutput: `The first and the last ${inBytes(maxOutput / 2)} of a stream are kept: the limit of ${inBytes(maxOutput)} is ${from('maxOutput', `the default${raise('--max-output')}`)}.`,
    },
  };
}

function inTime(ms: number): string {
  const [size, unit] = TIMES.find(([size]) => ms % size === 0) ?? [1, 'ms'];
  return `${ms / size} ${unit}`;
}

const TIMES = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

function inBytes(bytes: number): string {
  const [size, unit] = SIZES.find(([size]) => bytes % size === 0) ?? [1, 'bytes'];
  return `${Math.round(bytes / size)} ${unit}`;
}

const SIZES = [
  [1_048_576, 'MiB'],
  [1_000_000, 'MB'],
  [1024, 'KiB'],
  [1000, 'kB'],
] as const;
