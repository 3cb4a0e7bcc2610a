import type { AtipEffects, CostEstimate, StdinUse } from '../types/tool.ts';
import { getOwn, isRecord } from '../json/is-record.ts';

/** Lowest first, like the scales below. */
export const COST_ESTIMATES: readonly CostEstimate[] = ['free', 'low', 'medium', 'high'];
const STDIN_ORDER: readonly StdinUse[] = ['none', 'optional', 'required', 'password'];
const RUNS = ['project', 'call'] as const;
const SENDS = ['none', 'given'] as const;
const REVEALS = ['none', 'environment', 'credentials'] as const;
const BRINGS = ['none', 'given', 'fetched'] as const;

type Field<Name extends keyof AtipEffects> = NonNullable<AtipEffects[Name]>;

/** Beyond any real list. Without a limit a document could make each command carry a copy of one huge list. */
const MAX_LIST = 100;

/**
 * Merges the effects of a command's levels; the worst statement of any level wins.
 *
 * Shape: `({ network: true }, { network: false, idempotent: false })` → `{ network: true, idempotent: false }`.
 * True wins for harm, false for `reversible` and `idempotent`, the highest cost and the strongest use of stdin, the
 * union of lists; `duration` is the last level's. Unstated effects stay absent: unknown is not `false`.
 * Values of a wrong type count as absent.
 * Limits: the first 100 entries of a list.
 *
 * @see ATIP 0.3 §3.6
 * @example
 * ```ts
 * import { mergeEffects } from '@atip/core/execute';
 * mergeEffects({ network: true }, { network: false, destructive: true }); // { network: true, destructive: true }
 * ```
 */
export function mergeEffects(...levels: (AtipEffects | undefined)[]): AtipEffects {
  let merged: AtipEffects = {};
  for (const level of levels) {
    if (isObject(level)) merged = addLevel(merged, level);
  }
  return merged;
}

/** Adds a level to merged effects; lists that the level does not mention are not copied. */
export function addLevel(above: AtipEffects, level: AtipEffects): AtipEffects {
  const merged = { ...above };
  add(merged, level);
  return merged;
}

/**
 * Adds a level's statements to those above it. Field by field and in full, not by a table: a document has a level for
 * each of its commands, and this is most of the cost of compiling it.
 */
function add(merged: AtipEffects, level: AtipEffects): void {
  const { filesystem, network, subprocess, idempotent, reversible, destructive } = level;
  if (isObject(filesystem)) merged.filesystem = mergeFilesystem(merged.filesystem ?? {}, filesystem);
  if (isStatement(network)) merged.network = network || merged.network === true;
  if (isStatement(subprocess)) merged.subprocess = subprocess || merged.subprocess === true;
  if (isStatement(idempotent)) merged.idempotent = idempotent && merged.idempotent !== false;
  if (isStatement(reversible)) merged.reversible = reversible && merged.reversible !== false;
  if (isStatement(destructive)) merged.destructive = destructive || merged.destructive === true;
  const { creates, modifies, deletes, interactive, cost, duration } = level;
  if (Array.isArray(creates)) merged.creates = union(merged.creates, creates);
  if (Array.isArray(modifies)) merged.modifies = union(merged.modifies, modifies);
  if (Array.isArray(deletes)) merged.deletes = union(merged.deletes, deletes);
  if (isObject(interactive)) merged.interactive = mergeInteractive(merged.interactive ?? {}, interactive);
  if (isObject(cost)) merged.cost = mergeCost(merged.cost ?? {}, cost);
  if (isObject(duration)) merged.duration = mergeDuration(merged.duration ?? {}, duration);
  addOurs(merged, level);
}

function addOurs(merged: AtipEffects, level: AtipEffects): void {
  const runs = highest(RUNS, merged['x-runs'], level['x-runs']);
  if (runs !== undefined) merged['x-runs'] = runs;
  const sends = highest(SENDS, merged['x-sends'], level['x-sends']);
  if (sends !== undefined) merged['x-sends'] = sends;
  const reveals = highest(REVEALS, merged['x-reveals'], level['x-reveals']);
  if (reveals !== undefined) merged['x-reveals'] = reveals;
  const brings = highest(BRINGS, merged['x-brings'], level['x-brings']);
  if (brings !== undefined) merged['x-brings'] = brings;
  if (level['x-ends'] === 'processes') merged['x-ends'] = 'processes';
  if (level['x-privilege'] === 'root') merged['x-privilege'] = 'root';
}

function mergeFilesystem(above: Field<'filesystem'>, below: Field<'filesystem'>): Field<'filesystem'> {
  const merged = { ...above };
  if (isStatement(below.read)) merged.read = below.read || above.read === true;
  if (isStatement(below.write)) merged.write = below.write || above.write === true;
  if (isStatement(below.delete)) merged.delete = below.delete || above.delete === true;
  if (Array.isArray(below.paths)) merged.paths = union(above.paths, below.paths);
  return merged;
}

function mergeInteractive(above: Field<'interactive'>, below: Field<'interactive'>): Field<'interactive'> {
  const merged = { ...above };
  const stdin = highest(STDIN_ORDER, above.stdin, below.stdin);
  if (stdin !== undefined) merged.stdin = stdin;
  if (isStatement(below.prompts)) merged.prompts = below.prompts || above.prompts === true;
  if (isStatement(below.tty)) merged.tty = below.tty || above.tty === true;
  return merged;
}

function mergeCost(above: Field<'cost'>, below: Field<'cost'>): Field<'cost'> {
  const merged = { ...above };
  const estimate = highest(COST_ESTIMATES, above.estimate, below.estimate);
  if (estimate !== undefined) merged.estimate = estimate;
  if (isStatement(below.billable)) merged.billable = below.billable || above.billable === true;
  return merged;
}

function mergeDuration(above: Field<'duration'>, below: Field<'duration'>): Field<'duration'> {
  const merged = { ...above };
  if (typeof below.typical === 'string') merged.typical = below.typical;
  if (typeof below.timeout === 'string') merged.timeout = below.timeout;
  return merged;
}

function highest<T>(order: readonly T[], above: T | undefined, below: T | undefined): T | undefined {
  // Nearly no level states these fields.
  if (above === undefined && below === undefined) return undefined;
  const rank = Math.max(
    above === undefined ? -1 : order.indexOf(above),
    below === undefined ? -1 : order.indexOf(below),
  );
  return order[rank];
}

function union(above: string[] = [], below: readonly unknown[]): string[] {
  // A full list is shared instead of copied for each command below it.
  if (above.length >= MAX_LIST) return above;
  const texts = below.filter((item): item is string => typeof item === 'string').slice(0, MAX_LIST);
  return [...new Set([...above, ...texts])].slice(0, MAX_LIST);
}

function isStatement(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

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
