import { createHash } from 'node:crypto';
import type { AtipEffects } from '@atip/core';
import type { ExecutableIdentity } from '../executables/executable-identity.ts';

/** Everything that an approval is about; another value of any of it is another command. */
export interface ApprovedCommand {
  readonly executable: ExecutableIdentity;
  /** As the process will get it, secrets included. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly effects: AtipEffects;
}

/** Binds an approval to one command: `sha256:` and 64 hex digits over its canonical JSON. */
export function approvalHash({ executable, argv, cwd, effects }: ApprovedCommand): `sha256:${string}` {
  const text = canonicalJson({ executable: { ...executable }, argv, cwd, effects });
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** JSON with the keys of every object in order, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}
