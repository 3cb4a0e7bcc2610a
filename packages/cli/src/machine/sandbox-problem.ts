import type { SandboxMode } from '@atip/core';
import type { SandboxStatus } from '@atip/node';

/** Why a call that has to be held cannot be, if so. */
export function sandboxProblem(mode: SandboxMode, { available, tested, reason }: SandboxStatus): string | undefined {
  if (mode !== 'required' || (available && tested)) return undefined;
  const why = reason ?? 'The one of this system was never tried.';
  return `It has to run in a sandbox, and none works here. ${why}`;
}
