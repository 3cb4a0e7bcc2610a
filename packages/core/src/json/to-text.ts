import { isRecord } from './is-record.ts';
import { toWellFormed } from './hidden-characters.ts';

/**
 * A value as text for a model: strings as they are, with U+FFFD for halves of surrogate pairs, for which providers
 * refuse the whole request; other values as JSON.
 *
 * Values that JSON cannot hold are described rather than lost: a cycle as `"[circular]"`, a bigint by its digits.
 * `undefined` is `undefined`, and `null` within a list.
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return toWellFormed(value);
  const ancestors: object[] = [];
  const text: string | undefined = JSON.stringify(
    value,
    function (this: unknown, _key: string, item: unknown): unknown {
      if (typeof item === 'bigint') return item.toString();
      if (typeof item === 'string') return toWellFormed(item);
      if (typeof item !== 'object' || item === null) return item;
      // `this` is the object that contains the item: all objects below it have been left.
      while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
      if (ancestors.includes(item)) return '[circular]';
      ancestors.push(item);
      return item;
    },
  );
  return text ?? 'undefined';
}

/** JSON that does not depend on the order of keys; `null` for `undefined`. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
