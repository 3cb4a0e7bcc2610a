import { getOwn, isRecord } from '../json/is-record.ts';
import type { AtipEffects } from '../types/tool.ts';
import { mergeEffects } from './merge-effects.ts';

/**
 * Adds harm to effects. The result never has less harm, and never more certainty, than before.
 *
 * Shape: `({ destructive: false, reversible: true }, { destructive: true })` → `{ destructive: true }`: nothing states
 * whether the call can still be undone. If the addition writes without naming paths, the working directory joins the
 * paths.
 *
 * @param added only harm, as `harmOf` returns it
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

/** The harm in effects: all statements that do not reassure. */
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

/** A first estimate below the highest would put a bound on a cost that was unbounded before. */
function withoutFreshEstimate(effects: AtipEffects, added: AtipEffects): AtipEffects {
  const estimate = added.cost?.estimate;
  if (estimate === undefined || estimate === 'high' || effects.cost?.estimate !== undefined) return added;
  const { estimate: _left, ...cost } = added.cost ?? {};
  return { ...added, cost };
}

/** Paths limit the sandbox; paths of one part must not exclude the paths that the other part writes. */
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
 * The effects of a call that may be either of two commands: the harm of each, and only the reassurance of both.
 *
 * Shape: `({ destructive: true }, { network: false })` → `{ destructive: true }`: the first does not mention the
 * network, so it is unknown for both. `mergeEffects` differs: there a missing statement inherits the level above.
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

/** Harm that is expressed by a word; a missing statement on one side does not cancel it. */
const HARMFUL_WORDS: readonly unknown[] = [
  'call',
  'given',
  'environment',
  'credentials',
  'root',
  'fetched',
  'processes',
];

/** Lists of created or deleted things are harm; `paths` is a limit, and applies only if both have one. */
function isHarm(key: string, value: unknown): boolean {
  if (HARMFUL_WORDS.includes(value)) return true;
  return Array.isArray(value) ? value.length > 0 && key !== 'paths' : value === !GOOD_IF_TRUE.includes(key);
}
