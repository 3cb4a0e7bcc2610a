import type { AtipEffects, CostEstimate, StdinUse } from '../types/effects.ts';

/** Cheapest first. */
export const COST_ESTIMATES: readonly CostEstimate[] = ['free', 'low', 'medium', 'high'];
const STDIN_ORDER: readonly StdinUse[] = ['none', 'optional', 'required', 'password'];

/**
 * Merges the effects of a command's levels so that the worst statement of any level holds.
 *
 * Shape: `({ network: true }, { network: false, idempotent: false })` → `{ network: true, idempotent: false }`.
 * True wins for harm, false for `reversible` and `idempotent`, the highest cost and the strongest use of stdin, the union
 * of lists; `duration` is the last level's. What no level states stays absent: unknown is not `false`. Values of a wrong
 * type count as absent.
 *
 * @see ATIP 0.3 §3.6
 */
export function mergeEffects(...levels: (AtipEffects | undefined)[]): AtipEffects {
  let merged: AtipEffects = {};
  for (const level of levels) {
    if (isObject(level)) merged = mergeTwo(merged, level);
  }
  return merged;
}

function mergeTwo(above: AtipEffects, below: AtipEffects): AtipEffects {
  return dropAbsent<AtipEffects>({
    filesystem: mergeGroup(above.filesystem, below.filesystem, (a, b) => ({
      read: worseIfTrue(a.read, b.read),
      write: worseIfTrue(a.write, b.write),
      delete: worseIfTrue(a.delete, b.delete),
      paths: union(a.paths, b.paths),
    })),
    network: worseIfTrue(above.network, below.network),
    subprocess: worseIfTrue(above.subprocess, below.subprocess),
    idempotent: worseIfFalse(above.idempotent, below.idempotent),
    reversible: worseIfFalse(above.reversible, below.reversible),
    destructive: worseIfTrue(above.destructive, below.destructive),
    creates: union(above.creates, below.creates),
    modifies: union(above.modifies, below.modifies),
    deletes: union(above.deletes, below.deletes),
    interactive: mergeGroup(above.interactive, below.interactive, (a, b) => ({
      stdin: highest(STDIN_ORDER, a.stdin, b.stdin),
      prompts: worseIfTrue(a.prompts, b.prompts),
      tty: worseIfTrue(a.tty, b.tty),
    })),
    cost: mergeGroup(above.cost, below.cost, (a, b) => ({
      estimate: highest(COST_ESTIMATES, a.estimate, b.estimate),
      billable: worseIfTrue(a.billable, b.billable),
    })),
    duration: mergeGroup(above.duration, below.duration, (a, b) => ({
      typical: text(b.typical) ?? text(a.typical),
      timeout: text(b.timeout) ?? text(a.timeout),
    })),
  });
}

/** Every field present, so that a forgotten one does not type-check; `undefined` ones are dropped afterwards. */
type Complete<T> = { [Key in keyof Required<T>]: T[Key] | undefined };

function mergeGroup<T extends object>(
  above: T | undefined,
  below: T | undefined,
  merge: (above: Partial<T>, below: Partial<T>) => Complete<T>,
): T | undefined {
  if (!isObject(above) && !isObject(below)) return undefined;
  return dropAbsent<T>(merge(isObject(above) ? above : {}, isObject(below) ? below : {}));
}

function dropAbsent<T extends object>(fields: Complete<T>): T {
  for (const key in fields) {
    if (fields[key] === undefined) delete fields[key];
  }
  // Complete<T> without its undefined fields is T, which the type system cannot follow through `delete`.
  return fields as T;
}

function worseIfTrue(a: unknown, b: unknown): boolean | undefined {
  if (a === true || b === true) return true;
  return a === false || b === false ? false : undefined;
}

function worseIfFalse(a: unknown, b: unknown): boolean | undefined {
  if (a === false || b === false) return false;
  return a === true || b === true ? true : undefined;
}

function highest<T>(order: readonly T[], a: T | undefined, b: T | undefined): T | undefined {
  const rank = Math.max(a === undefined ? -1 : order.indexOf(a), b === undefined ? -1 : order.indexOf(b));
  return order[rank];
}

function union(a: unknown, b: unknown): string[] | undefined {
  const lists = [a, b].filter((list) => Array.isArray(list));
  if (lists.length === 0) return undefined;
  return [...new Set(lists.flat().filter((item): item is string => typeof item === 'string'))];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
