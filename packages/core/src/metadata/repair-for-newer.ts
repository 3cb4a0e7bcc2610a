import { parentPointer } from '../json/pointer.ts';
import { valueAt } from '../json/value-at.ts';
import type { Deviation } from './deviation.ts';
import type { Repair } from './finding.ts';
import { placeOf } from './place-of.ts';
import { WORST_EFFECTS } from './worst-effects.ts';

/** Fields whose loss would change what a command line means; a newer form of them cannot be passed over. */
const ESSENTIAL: ReadonlySet<string> = new Set(['arguments', 'options', 'globalOptions', 'commands', 'flags']);

const ENUMERATIONS: ReadonlySet<string> = new Set([
  'features',
  'examples',
  'paths',
  'creates',
  'modifies',
  'deletes',
  'tags',
  'methods',
  'patterns',
]);

/**
 * How to read a value that a newer minor version may have introduced: unknown parameter types as text, effects as the
 * worst case, everything else that is optional as absent.
 *
 * @returns `undefined` where passing over it would not be safe: the deviation stays an error.
 */
export function repairForNewer({ pointer, tokens, place, value }: Deviation): Repair | undefined {
  if (place.name === 'type' && typeof value === 'string') {
    return { action: 'set', pointer, value: 'string' };
  }
  const worst = worstEffect(tokens);
  if (worst !== undefined) {
    return { action: 'set', pointer, value: JSON.parse(JSON.stringify(worst)) };
  }
  const field = tokens.at(-1) ?? '';
  const owner = placeOf(tokens.slice(0, -1));
  if (owner.fields === undefined) {
    return itemRepair(pointer, tokens);
  }
  if (ESSENTIAL.has(field)) {
    return undefined;
  }
  if (owner.required?.includes(field) !== true) {
    return { action: 'remove', pointer };
  }
  // Without its required field the optional object around it says nothing.
  const optionalOwner =
    owner.name === 'trust' || owner.name === 'tool.omitted' || owner.name.startsWith('authentication.');
  return optionalOwner ? { action: 'remove', pointer: parentPointer(pointer) } : undefined;
}

/** An item may go where its list is a mere enumeration, such as features or examples. */
function itemRepair(pointer: string, tokens: readonly string[]): Repair | undefined {
  return ENUMERATIONS.has(tokens.at(-2) ?? '') ? { action: 'remove', pointer } : undefined;
}

/**
 * The worst value for a place inside effects; `undefined` elsewhere and for lists and times. Leaving the field out is not
 * enough: a `false` of the group above would then hold for it.
 */
function worstEffect(tokens: readonly string[]): unknown {
  const depth = tokens.lastIndexOf('effects') + 1;
  return depth > 0 && placeOf(tokens.slice(0, depth)).name === 'effects'
    ? valueAt(WORST_EFFECTS, tokens.slice(depth))
    : undefined;
}
