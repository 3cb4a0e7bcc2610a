import type { AtipEffects } from '@atip/core';

export type Verdict = 'read' | 'write' | 'destructive' | 'unknown';

/** Effects in one word. `read` is stated, never a silence; a program that runs others is unknown. */
export function verdictOf(effects: AtipEffects): Verdict {
  const { filesystem, destructive, reversible, creates, modifies, deletes, cost, subprocess } = effects;
  if (destructive === true) return 'destructive';
  const lists = [creates, modifies, deletes].some((list) => list !== undefined && list.length > 0);
  const harms = [filesystem?.write, filesystem?.delete, cost?.billable].includes(true);
  if (lists || harms || reversible === false) return 'write';
  return destructive === false && filesystem?.write === false && subprocess !== true ? 'read' : 'unknown';
}

/** A line does what the worst of its programs does, and only reads when all of them do. */
export function verdictOfAll(all: readonly AtipEffects[]): Verdict {
  const verdicts = all.map(verdictOf);
  for (const verdict of ['destructive', 'write', 'unknown'] as const) if (verdicts.includes(verdict)) return verdict;
  return verdicts.length > 0 ? 'read' : 'unknown';
}
