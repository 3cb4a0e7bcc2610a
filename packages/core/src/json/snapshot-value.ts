import type { Issue } from '../types/issue.ts';
import { setOwn } from './is-record.ts';
import { MAX_DEPTH, MAX_NODES, MAX_PATH_LENGTH, MAX_SOURCE_LENGTH } from './limits.ts';
import { joinPointer } from './pointer.ts';

/** A value of JSON types only, or the first problem. */
export type Snapshot = { readonly value: unknown } | { readonly issue: Issue };

/** Ends the walk at the first value that is not JSON; never leaves this file. */
class NotJson extends Error {
  readonly issue: Issue;
  constructor(code: string, message: string, path: string) {
    super(message);
    this.issue = { code, severity: 'error', message, path };
  }
}

interface Walk {
  readonly ancestors: Set<object>;
  nodes: number;
  length: number;
}

/**
 * Copies a value that should be JSON. Properties with the value `undefined` are dropped, as in `JSON.stringify`.
 *
 * Limits: 100 levels, 500,000 values, 4 Mi UTF-16 units of text, 2,048 in the keys that lead to a value. Cycles,
 * functions, symbols, big integers, NaN, infinities and objects with a class tag such as `Map` end in an issue. Throws
 * only if a getter or a proxy throws.
 */
export function snapshotValue(value: unknown): Snapshot {
  try {
    return { value: copy(value, '', { ancestors: new Set(), nodes: 0, length: 0 }) };
  } catch (error) {
    if (error instanceof NotJson) return { issue: error.issue };
    throw error;
  }
}

function copy(value: unknown, path: string, walk: Walk): unknown {
  walk.nodes += 1;
  if (walk.nodes > MAX_NODES) {
    throw new NotJson('too-large', `The document has more than ${MAX_NODES} values; split it.`, path);
  }
  if (value === null || typeof value === 'boolean') {
    return value;
  }
  if (typeof value === 'string') {
    return countText(value, path, walk);
  }
  if (typeof value === 'number') {
    if (Number.isFinite(value)) {
      return value;
    }
    throw new NotJson('not-json', `${value} is no number that JSON can hold.`, path);
  }
  if (typeof value !== 'object') {
    throw new NotJson('not-json', `A value of type ${typeof value} is not JSON.`, path);
  }
  return copyContainer(value, path, walk);
}

function copyContainer(value: object, path: string, walk: Walk): unknown {
  if (walk.ancestors.has(value)) {
    throw new NotJson('not-json', 'This value contains itself; JSON cannot hold a cycle.', path);
  }
  if (walk.ancestors.size >= MAX_DEPTH) {
    throw new NotJson('too-deep', `Objects and arrays are nested more than ${MAX_DEPTH} deep here.`, path);
  }
  walk.ancestors.add(value);
  const result = Array.isArray(value) ? copyArray(value, path, walk) : copyObject(value, path, walk);
  walk.ancestors.delete(value);
  return result;
}

function copyArray(value: readonly unknown[], path: string, walk: Walk): unknown[] {
  const result: unknown[] = [];
  const { length } = value;
  for (let index = 0; index < length; index += 1) {
    result.push(copy(value[index], joinPointer(path, index), walk));
  }
  return result;
}

function copyObject(value: object, path: string, walk: Walk): Record<string, unknown> {
  const tag = Object.prototype.toString.call(value);
  if (tag !== '[object Object]') {
    throw new NotJson('not-json', `An object of the kind ${tag.slice(8, 48)} is not JSON.`.replace(']', ''), path);
  }
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    countText(key, path, walk);
    if (path.length + key.length > MAX_PATH_LENGTH) {
      const message = `The keys that lead here have more than ${MAX_PATH_LENGTH} characters together; shorten them.`;
      throw new NotJson('too-large', message, path);
    }
    const member: unknown = (value as Record<string, unknown>)[key];
    if (member !== undefined) {
      setOwn(result, key, copy(member, joinPointer(path, key), walk));
    }
  }
  return result;
}

function countText(text: string, path: string, walk: Walk): string {
  walk.length += text.length;
  if (walk.length > MAX_SOURCE_LENGTH) {
    throw new NotJson('too-large', `The document holds more than ${MAX_SOURCE_LENGTH} characters of text.`, path);
  }
  return text;
}
