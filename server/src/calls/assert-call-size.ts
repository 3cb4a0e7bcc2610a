import type { ToolCall } from '@atip/core';
import { ProblemError } from '../http/problem.ts';

/** Bytes of a call as JSON, 128 KiB: a call that waits holds it, and Linux gives no program more in one argument. */
const MAX_CALL = 131_072;

/**
 * Refuses a call that is too large to wait for its turn together with as many others as may.
 *
 * @throws ProblemError 413 `arguments-too-large`, also for what is nested too deeply to be written as JSON.
 */
export function assertCallSize(call: ToolCall): void {
  const size = jsonSize(call);
  if (size <= MAX_CALL) return;
  const found = size === Number.POSITIVE_INFINITY ? 'is nested too deeply' : `has ${size} bytes as JSON`;
  const detail = `The call ${found}; at most ${MAX_CALL} bytes are taken. Write what is long to a file, and name the file.`;
  throw new ProblemError(413, 'arguments-too-large', detail);
}

function jsonSize(call: ToolCall): number {
  try {
    return Buffer.byteLength(JSON.stringify(call));
  } catch (error) {
    // The stack's end; nothing that was parsed from JSON fails otherwise.
    if (!(error instanceof RangeError)) throw error;
    return Number.POSITIVE_INFINITY;
  }
}
