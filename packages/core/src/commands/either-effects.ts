import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { mergeEffects } from '../effects/merge-effects.ts';
import type { AtipEffects } from '../types/effects.ts';

/** Statements whose `true` is the good news. */
const GOOD_IF_TRUE: readonly string[] = ['reversible', 'idempotent'];

/**
 * The effects of something that may turn out to be one command or the other: what either harms, and only the reassurance
 * that both give.
 *
 * Shape: `({ destructive: true }, { network: false })` → `{ destructive: true }`: whether the network is used is unknown for
 * the first, so it is for both. Unlike `mergeEffects`, which takes a level's silence for agreement with the level above.
 *
 * @see ATIP 0.3 §3.6
 */
export function eitherEffects(one: AtipEffects, other: AtipEffects): AtipEffects {
  return keepCertain(mergeEffects(one, other), one, other);
}

function keepCertain(worst: object, one: object, other: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(worst)) {
    const [a, b] = [getOwn(one, key), getOwn(other, key)];
    if (isRecord(value)) kept[key] = keepCertain(value, isRecord(a) ? a : {}, isRecord(b) ? b : {});
    else if ((a !== undefined && b !== undefined) || isHarm(key, value)) kept[key] = value;
  }
  return kept;
}

/** What creates or deletes something is worth telling; `paths` is a bound, and holds only if both have one. */
function isHarm(key: string, value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && key !== 'paths' : value === !GOOD_IF_TRUE.includes(key);
}
