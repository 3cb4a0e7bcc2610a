import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { joinPointer } from '../json/pointer.ts';
import { mergeFields } from './merge-fields.ts';

/**
 * Lays a user's arguments or options over a command's: the same name, or a flag in common, is the same parameter.
 *
 * Shape: `([{ name: "force", flags: ["-f"] }], { force: null })` → `[]`; as a list, `[{ name: "force", required: true }]`
 * changes that one, and what is not there yet is added at the end.
 *
 * @param refuse makes the error to throw about the value at a JSON Pointer
 */
export function mergeParameters(
  before: unknown,
  change: unknown,
  refuse: (pointer: string, problem: string, value: unknown) => Error,
  pointer: string,
): unknown {
  if (!isRecord(change) && !Array.isArray(change)) return change;
  const merged: unknown[] = Array.isArray(before) ? [...before] : [];
  const places = new Map<string, number>();
  for (const [index, item] of merged.entries()) remember(places, item, index);
  const isList = Array.isArray(change);
  for (const [key, value] of Object.entries(change)) {
    const item: unknown = isRecord(value) && !isList ? { name: key, ...value } : value;
    const ids = isList ? idsOf(item) : [nameId(key)];
    const known = ids.map((id) => places.get(id)).find((place) => place !== undefined);
    if (item === null && known === undefined)
      throw refuse(joinPointer(pointer, key), 'is not there to be removed', null);
    const place = known ?? merged.length;
    merged[place] = mergeFields(merged[place], item);
    remember(places, merged[place], place);
  }
  return merged.filter((item) => item !== null);
}

function remember(places: Map<string, number>, item: unknown, place: number): void {
  for (const id of idsOf(item)) if (!places.has(id)) places.set(id, place);
}

/** Its name, which counts first, and its flags; told apart, since a name may look like a flag. */
function idsOf(item: unknown): string[] {
  if (!isRecord(item)) return [];
  const name = getOwn(item, 'name');
  const flags = getOwn(item, 'flags');
  const texts = (Array.isArray(flags) ? flags : []).filter((flag: unknown) => typeof flag === 'string');
  return [...(typeof name === 'string' ? [nameId(name)] : []), ...texts.map((flag) => `flag ${flag}`)];
}

function nameId(name: string): string {
  return `name ${name}`;
}
