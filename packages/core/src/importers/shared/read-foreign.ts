import { setOwn } from '../../json/own-property.ts';
import { toWellFormed } from '../../json/well-formed.ts';
import type { LoseForeign } from './losses.ts';

/** Stands in a copy where the source has code. */
export const CODE: unique symbol = Symbol('code');

/** Fields of an object of a source. It has no prototype, so that no name means more than what the source says. */
export type Fields = Readonly<Record<string, unknown>>;

/** Deepest nesting that is read: ten more than a document may have. */
const MAX_DEPTH = 110;

interface Walk {
  readonly ancestors: Set<object>;
  readonly lose: LoseForeign;
  left: number;
}

/**
 * Copies a foreign value as far as it is data, reading every property once.
 *
 * Objects come without a prototype and texts with U+FFFD for half characters. Code becomes `CODE`. Left out, each with a
 * loss: what contains itself, what is deeper than 110 levels or beyond `limit` values, and what throws when it is read.
 * Numbers that JSON cannot hold, symbols and big integers are left out as if they were not there. Never throws.
 *
 * @param limit most values that are copied
 */
export function readForeign(value: unknown, limit: number, lose: LoseForeign): unknown {
  return copy(value, { ancestors: new Set(), lose, left: limit });
}

function copy(value: unknown, walk: Walk): unknown {
  if (walk.left <= 0) {
    walk.lose('import-too-large');
    return undefined;
  }
  walk.left -= 1;
  if (typeof value === 'string') return toWellFormed(value);
  if (typeof value === 'function') return CODE;
  if (typeof value === 'boolean' || value === null) return value;
  // JSON has one zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : undefined;
  return typeof value === 'object' ? copyContainer(value, walk) : undefined;
}

function copyContainer(value: object, walk: Walk): unknown {
  if (walk.ancestors.has(value)) {
    walk.lose('import-cycle');
    return undefined;
  }
  if (walk.ancestors.size >= MAX_DEPTH) {
    walk.lose('import-too-deep');
    return undefined;
  }
  walk.ancestors.add(value);
  try {
    return Array.isArray(value) ? copyArray(value, walk) : copyObject(value, walk);
  } catch {
    // A getter or a proxy of the source threw: what it is of cannot be known, and the rest can.
    walk.lose('import-unreadable');
    return undefined;
  } finally {
    walk.ancestors.delete(value);
  }
}

function copyArray(value: readonly unknown[], walk: Walk): unknown[] {
  const result: unknown[] = [];
  const { length } = value;
  for (let index = 0; index < length; index += 1) {
    result.push(copy(value[index], walk));
    if (walk.left <= 0) break;
  }
  return result;
}

function copyObject(value: object, walk: Walk): Fields {
  const result: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value)) {
    setOwn(result, toWellFormed(key), copy((value as Record<string, unknown>)[key], walk));
    if (walk.left <= 0) break;
  }
  return result;
}
