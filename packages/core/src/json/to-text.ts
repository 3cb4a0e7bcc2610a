import { isRecord } from './is-record.ts';

/**
 * A value as the text a model is sent: strings as they are, everything else as JSON.
 *
 * Values that JSON cannot hold are described rather than lost: a cycle as `"[circular]"`, a bigint by its digits; `undefined` and
 * functions become `null`.
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const ancestors: object[] = [];
  const text: string | undefined = JSON.stringify(
    value,
    function (this: unknown, _key: string, item: unknown): unknown {
      if (typeof item === 'bigint') return item.toString();
      if (typeof item !== 'object' || item === null) return item;
      // `this` is the object that holds the item: whatever was below it has been left again.
      while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop();
      if (ancestors.includes(item)) return '[circular]';
      ancestors.push(item);
      return item;
    },
  );
  return text ?? 'null';
}

/** JSON that is the same for the same value, whatever the order of its keys; `null` for `undefined`. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
