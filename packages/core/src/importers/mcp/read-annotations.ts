import type { AtipEffects } from '../../types/effects.ts';
import type { Fields } from '../shared/read-foreign.ts';

/**
 * What a server claims of a tool.
 *
 * A claim of harm is believed as it stands. That nothing is destroyed is believed only where the tool also claims to change
 * nothing at all, and says both: a hint that is absent is unknown, whatever the protocol presumes. Which files a tool touches,
 * and whose, none of the hints says.
 */
export function readAnnotations({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Fields): AtipEffects {
  return {
    ...(openWorldHint === true && { network: true }),
    ...(typeof idempotentHint === 'boolean' && { idempotent: idempotentHint }),
    ...(destructiveHint === true && { destructive: true }),
    ...(readOnlyHint === true && destructiveHint === false && { destructive: false }),
  };
}
