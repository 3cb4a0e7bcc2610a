import { AtipValidationError } from '../json/atip-error.ts';
import { getOwn, isRecord, setOwn } from '../json/is-record.ts';
import { joinPointer, pointerTokens } from '../json/pointer.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import { parseTool } from '../document/parse-tool.ts';
import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import { assertTool, documentError } from './assert-document.ts';
import { OMITTED_COMMANDS, omittedCommands } from './flatten-commands.ts';

/** The fields that identify the tool; an override cannot change them. */
const IDENTITY: readonly string[] = ['atip', 'name'];
/** Trust sources that are trusted as much as the user, or more. */
const AT_LEAST_USER: readonly unknown[] = ['native', 'vendor', 'org', 'community', 'user'];

/**
 * A tool as its user wants it described: the user's file laid over the document.
 *
 * Shape: `(gh, { commands: { repo: { commands: { delete: null } } } })` → gh without `gh repo delete`. Objects are
 * merged by key, and null removes. `arguments`, `options` and `globalOptions` are merged by name, options also by a
 * flag they share; written as an object they are addressed by name, so that null removes one there too. Other lists are
 * replaced.
 *
 * A removed effect is unknown. A group that loses its last command goes with it. A new command needs a description: an
 * entry without one, or one that removes a missing command, means that the file was written for another document. In an
 * excerpt such entries are skipped. The result is trusted at most as its user is: `trust.source` becomes `user`, or
 * stays `inferred`. Of the rest of `trust` only the checksums remain, because they are the executable's. An empty file
 * changes nothing. Effects are still merged over the levels: a command cannot take back harm that its group states.
 * Limits: those of `parseTool`, for the file and for the result.
 *
 * @throws AtipValidationError when the file is not JSON, is for another tool or version of it, adds a field that ATIP
 * does not have, or when the tool or the result is not valid
 * @see ATIP 0.3 §4, §3.2.2
 * @example
 * ```ts
 * import { type AtipTool } from '@atip/core';
 * import { overrideTool } from '@atip/core/internal';
 * declare const git: AtipTool;
 * const mine = overrideTool(git, { commands: { clean: { effects: { destructive: true } } } });
 * ```
 */
export function overrideTool(tool: AtipTool, override: unknown): AtipTool {
  assertTool(tool);
  const snapshot = snapshotValue(override);
  if ('issue' in snapshot) throw failure(tool, [snapshot.issue]);
  const file = snapshot.value;
  const refuse: OverrideRules['refuse'] = (...about) => documentError(prevented(tool), ...about);
  if (!isRecord(file)) throw refuse('', 'must be an object', file);
  const name = getOwn(file, 'name');
  if (name !== undefined && name !== tool.name) throw refuse('/name', 'is of another tool', name);
  const changes = Object.fromEntries(Object.entries(file).filter(([key]) => !IDENTITY.includes(key)));
  if (Object.keys(changes).length === 0) return tool;
  const merged = mergeOverride(tool, changes, { isExcerpt: tool.partial === true, refuse });
  const parsed = parseTool({ ...merged, trust: trustAfter(tool, merged && getOwn(merged, 'trust')) });
  if (!parsed.tool) throw failure(tool, parsed.issues);
  const invented = unknownFields(parsed.issues);
  if (invented.length > 0) {
    const known = new Set(unknownFields(parseTool(tool).issues).map(({ message }) => message));
    const added = invented.filter(({ message }) => !known.has(message));
    // A field that says nothing, such as "remove", would leave its author in the belief that it did something.
    if (added.length > 0) throw failure(tool, added);
  }
  return parsed.tool;
}

function unknownFields(issues: readonly Issue[]): Issue[] {
  return issues.filter(({ code }) => code === 'unknown-field').map((issue) => ({ ...issue, severity: 'error' }));
}

/** The least trusted source among the document's, the user and the source that the file claims. */
function trustAfter(tool: AtipTool, merged: unknown): object {
  const { source, checksum, integrity } = isRecord(merged) ? merged : {};
  const own = isRecord(integrity) ? integrity['checksum'] : undefined;
  const isInferred = !AT_LEAST_USER.includes(tool.trust?.source) || !AT_LEAST_USER.includes(source);
  return {
    source: isInferred ? 'inferred' : 'user',
    ...(checksum !== undefined && { checksum }),
    ...(own !== undefined && { integrity: { checksum: own } }),
  };
}

function failure(tool: AtipTool, issues: readonly Issue[]): AtipValidationError {
  const errors = issues.filter(({ severity }) => severity === 'error').slice(0, 3);
  const message = `${prevented(tool)}: ${errors.map((error) => error.message).join(' ')}`;
  const path = errors.slice(0, 1).flatMap((first) => pointerTokens(first.path));
  return new AtipValidationError(message, path, undefined);
}

function prevented({ name }: AtipTool): string {
  return `The override of ${name} cannot be applied`;
}

type Fields = Readonly<Record<string, unknown>>;

interface OverrideRules {
  /** True: the document does not list every command, so that a missing one is no error. */
  readonly isExcerpt: boolean;
  /** Makes the error about the value at a JSON Pointer of the user's file. */
  readonly refuse: (pointer: string, problem: string, value: unknown) => Error;
}

const PARAMETER_LISTS: readonly string[] = ['arguments', 'options', 'globalOptions'];

/**
 * Lays a user's file, of bounded depth, over a tool or a command; `undefined` for a group that has lost its last
 * command.
 */
function mergeOverride(base: object, changes: Fields, rules: OverrideRules, pointer: string = ''): Fields | undefined {
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
      // An argument of the group's own command could still name a removed subcommand.
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
      throw rules.refuse(at, 'is not a command of the tool; a new one needs a description', change);
    }
    const after = isRecord(change) ? mergeOverride(isRecord(command) ? command : {}, change, rules, at) : change;
    if (after === undefined || after === null) delete merged[key];
    else setOwn(merged, key, after);
  }
  return merged;
}

/** Number of commands that were removed, on this level and below. */
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
 * Lays a user's arguments or options over a command's: the same name or a shared flag means the same parameter.
 *
 * Shape: `([{ name: "force", flags: ["-f"] }], { force: null })` → `[]`; as a list, `[{ name: "force", required: true
 * }]` changes that one. New ones are added at the end.
 */
function mergeParameters(before: unknown, change: unknown, refuse: OverrideRules['refuse'], pointer: string): unknown {
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

/** Its name, which counts first, and its flags; kept apart, because a name may look like a flag. */
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
function mergeFields(before: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const merged: Record<string, unknown> = isRecord(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key];
    else setOwn(merged, key, mergeFields(getOwn(merged, key), value));
  }
  return merged;
}
