import { type CommandMapping, maxOutputFor, timeoutFor } from '@atip/core';

/** The bounds of a run: ms, and bytes per stream. */
export function runLimits({ effects }: CommandMapping): { readonly timeout: number; readonly maxOutput: number } {
  return { timeout: timeoutFor(effects, undefined), maxOutput: maxOutputFor(undefined) };
}
