import { getOwn, isRecord } from '../json/is-record.ts';
import type { AtipEffects } from '../types/tool.ts';
import { mergeEffects } from './merge-effects.ts';

/**
 * Effects with the harm that is added to them; never less harm, and never more known, than before.
 *
 * Shape: `({ destructive: false, reversible: true }, { destructive: true })` → `{ destructive: true }`: whether it can
 * still be undone nobody said. Where the addition writes and says not where, the working directory is among the paths.
 *
 * @param added without anything that reassures, as from `harmOf`
 */
export function raiseEffects(effects: AtipEffects, added: AtipEffects): AtipEffects {
  const base = { ...effects };
  if (added.destructive === true && added.reversible === undefined && base.reversible === true) delete base.reversible;
  const raised = mergeEffects(base, withoutFreshEstimate(effects, added));
  const paths = pathsOf(effects, added);
  if (!raised.filesystem) return raised;
  const { paths: _merged, ...filesystem } = raised.filesystem;
  return { ...raised, filesystem: paths ? { ...filesystem, paths } : filesystem };
}

/** The harm in effects: everything that is stated and does not reassure. */
export function harmOf(effects: AtipEffects): AtipEffects {
  // A part of effects has the form of effects.
  return harmIn(effects) ?? {};
}

function harmIn(stated: object): object | undefined {
  const harm = Object.entries(stated).flatMap(([key, value]): [string, unknown][] => {
    if (isRecord(value)) {
      const below = harmIn(value);
      return below ? [[key, below]] : [];
    }
    const isMild = typeof value === 'boolean' ? !isHarm(key, value) : value === 'none' || value === 'optional';
    return isMild ? [] : [[key, value]];
  });
  return harm.length > 0 ? Object.fromEntries(harm) : undefined;
}

/** A first estimate below the highest would bound what was open before. */
function withoutFreshEstimate(effects: AtipEffects, added: AtipEffects): AtipEffects {
  const estimate = added.cost?.estimate;
  if (estimate === undefined || estimate === 'high' || effects.cost?.estimate !== undefined) return added;
  const { estimate: _left, ...cost } = added.cost ?? {};
  return { ...added, cost };
}

/** Paths bound what a sandbox opens; those of one part must not shut out what the other part writes. */
function pathsOf(effects: AtipEffects, added: AtipEffects): string[] | undefined {
  const [own, more] = [effects.filesystem, added.filesystem];
  const ownWrites = own?.write === true || own?.delete === true;
  const moreWrites = more?.write === true || more?.delete === true;
  const ownPaths = own?.paths ?? (ownWrites ? ['.'] : []);
  const morePaths = more?.paths ?? (moreWrites ? ['.'] : []);
  if (own?.paths === undefined && more?.paths === undefined) return undefined;
  return mergeEffects({ creates: ownPaths }, { creates: morePaths }).creates;
}

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

/** The harm that has a word: one side's silence takes none of it back. */
const HARMFUL_WORDS: readonly unknown[] = ['call', 'given', 'credentials', 'root'];

/** Lists of things created or deleted are harm; `paths` is a bound, and holds only if both have one. */
function isHarm(key: string, value: unknown): boolean {
  if (HARMFUL_WORDS.includes(value)) return true;
  return Array.isArray(value) ? value.length > 0 && key !== 'paths' : value === !GOOD_IF_TRUE.includes(key);
}
