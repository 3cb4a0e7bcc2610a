import { isRecord } from '../json/is-record.ts';
import { getOwn, setOwn } from '../json/own-property.ts';
import { joinPointer } from '../json/pointer.ts';
import { mergeFields } from './merge-fields.ts';
import { mergeParameters } from './merge-parameters.ts';
import { OMITTED_COMMANDS, omittedCommands } from './omitted-commands.ts';

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
