import type { AtipEffects } from '../types/effects.ts';

/**
 * True only when the effects state that nothing is written and no network is used, and nothing else they state
 * contradicts it. Silence is never read-only.
 *
 * @see ATIP 0.3 §8.2 rule 1
 */
export function isReadOnly(effects: AtipEffects): boolean {
  return (
    effects.filesystem?.write === false &&
    effects.network === false &&
    effects.filesystem.delete !== true &&
    effects.destructive !== true &&
    effects.reversible !== false &&
    effects.cost?.billable !== true &&
    !effects.creates?.length &&
    !effects.modifies?.length &&
    !effects.deletes?.length
  );
}
