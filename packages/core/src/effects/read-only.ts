import type { AtipEffects } from '../types/effects.ts';
import { safetyStatements, statesReadOnly } from './safety-statements.ts';

/**
 * True only when the effects state that nothing is written and no network is used, and nothing else they state
 * contradicts it. Silence is never read-only.
 *
 * @see ATIP 0.3 §8.2 rule 1
 */
export function isReadOnly(effects: AtipEffects): boolean {
  return statesReadOnly(safetyStatements(effects));
}
