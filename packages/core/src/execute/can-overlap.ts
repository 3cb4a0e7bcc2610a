import { isReadOnly } from '../effects/read-only.ts';
import type { AtipEffects } from '../types/effects.ts';
import { wantedInput } from './wanted-input.ts';

/**
 * Whether a command may run while others of its kind do: it states that it only looks, here or over the network, and
 * wants nobody at a terminal.
 *
 * Shape: `{ filesystem: { write: false }, network: false }` → true. One that uses the network also has to state that it
 * destroys nothing, is idempotent, and that the lists of what it creates, modifies and deletes are empty: a request can
 * change what no file shows. What is unknown may conflict. Stated `paths` prove nothing, they are hints.
 *
 * @see ATIP 0.3 §3.6, §7.3
 */
export function canOverlap(effects: AtipEffects): boolean {
  const { network, destructive, idempotent, creates, modifies, deletes } = effects;
  const onlyAsks =
    network === true &&
    destructive === false &&
    idempotent === true &&
    [creates, modifies, deletes].every((list) => list?.length === 0);
  return isReadOnly(onlyAsks ? { ...effects, network: false } : effects) && wantedInput(effects, false) === undefined;
}
