import { isRecord } from '../json/is-record.ts';
import { getOwn, setOwn } from '../json/own-property.ts';
import { joinPointer } from '../json/pointer.ts';
import { OMITTED_COMMANDS, omittedCommands } from './flatten-commands.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the user's file may do besides changing what is there. */
export interface OverrideRules {
  /** True: the document does not list every command, so that one that is not there is no error. */
  readonly isExcerpt: boolean;
  /** The error to throw about the value at a JSON Pointer of the user's file. */
  readonly refuse: (pointer: string, problem: string, value: unknown) => Error;
}

const PARAMETER_LISTS: readonly string[] = ['arguments', 'options', 'globalOptions'];

/**
 * Lays a user's file over a tool or a command; `undefined` for a group that has lost its last command.
 *
 * Neither is changed. As deep as the file, whose depth the caller has bounded.
 */
export function mergeOverride(
  base: object,
  changes: Fields,
  rules: OverrideRules,
  pointer: string = '',
): Fields | undefined {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, change] of Object.entries(changes)) {
    const before = getOwn(base, key);
    const at = joinPointer(pointer, key);
    if (key === 'commands' && (change === null || isRecord(change))) {
      const commands = change === null ? {} : mergeCommands(before, change, rules, at);
      // Without its subcommands a group would be a command of its own.
      if (pointer !== '' && hasKeys(before) && !hasKeys(commands)) return undefined;
      merged[key] = commands;
      const removed = countRemoved(before, commands);
      // An argument of the group's own command could still name what was removed.
      if (removed > 0 && Object.hasOwn(commands, '')) merged[OMITTED_COMMANDS] = omittedCommands(base) + removed;
    } else if (change === null) {
      delete merged[key];
    } else if (PARAMETER_LISTS.includes(key)) {
      merged[key] = mergeParameters(before, change, rules.refuse, at);
    } else {
      setOwn(merged, key, mergeFields(before, change));
    }
  }
  return merged;
}

function mergeCommands(before: unknown, changes: Fields, rules: OverrideRules, pointer: string): Fields {
  const merged: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  for (const [key, change] of Object.entries(changes)) {
    const at = joinPointer(pointer, key);
    const command = getOwn(merged, key);
    const isNew = command === undefined && isRecord(change) && typeof getOwn(change, 'description') === 'string';
    if (command === undefined && !isNew) {
      if (rules.isExcerpt) continue;
      throw rules.refuse(at, 'is no command of the tool; a new one needs a description', change);
    }
    const after = isRecord(change) ? mergeOverride(isRecord(command) ? command : {}, change, rules, at) : change;
    if (after === undefined || after === null) delete merged[key];
    else setOwn(merged, key, after);
  }
  return merged;
}

/** How many commands that were there are not there any more, on this level and below what is gone. */
function countRemoved(before: unknown, after: Fields): number {
  return Object.entries(isRecord(before) ? before : {}).reduce((sum, [key, node]) => {
    if (Object.hasOwn(after, key)) return sum;
    const below = isRecord(node) ? getOwn(node, 'commands') : undefined;
    return sum + (hasKeys(below) ? countRemoved(below, {}) : 1);
  }, 0);
}

function hasKeys(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

/**
 * Lays a user's arguments or options over a command's: the same name, or a flag in common, is the same parameter.
 *
 * Shape: `([{ name: "force", flags: ["-f"] }], { force: null })` → `[]`; as a list, `[{ name: "force", required: true }]`
 * changes that one, and what is not there yet is added at the end.
 *
 * @param refuse makes the error to throw about the value at a JSON Pointer
 */
function mergeParameters(
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

/**
 * Lays one JSON value over another: objects key by key, null removes, everything else replaces.
 *
 * Shape: `({ a: 1, b: { c: 2 } }, { a: null, b: { d: 3 } })` → `{ b: { c: 2, d: 3 } }`. Neither is changed.
 * @see RFC 7396
 */
export function mergeFields(before: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const merged: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key];
    else setOwn(merged, key, mergeFields(getOwn(merged, key), value));
  }
  return merged;
}
