import { asRecord } from './as-record.ts';
import { isRecord } from './is-record.ts';

/**
 * The list of objects that stands under a name in foreign data.
 *
 * @param parent anything; what is no object has no lists
 * @param fail makes the error to throw; `what` goes on from the name of the whole
 * @param absent what an absent list, or null, stands for. Absent: that is an error
 * @throws what `fail` makes, also when there is something else
 */
export function recordsAt(
  parent: unknown,
  name: string,
  fail: (what: string) => Error,
  absent?: readonly Readonly<Record<string, unknown>>[],
): readonly Readonly<Record<string, unknown>>[] {
  const list = asRecord(parent)[name] ?? absent;
  if (list === undefined) throw fail(`has no "${name}"`);
  if (!Array.isArray(list) || !list.every(isRecord)) throw fail(`has a "${name}" that is not a list of objects`);
  return list;
}
