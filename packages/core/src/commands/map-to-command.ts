import { toolList } from './assert-document.ts';
import { ArgumentValidationError, UnknownCommandError } from '../json/execute-errors.ts';
import { getOwn, isRecord, setOwn } from '../json/is-record.ts';
import { nearNames } from '../json/near-names.ts';
import type { ToolCall } from '../types/call.ts';
import type { CompileSettings, NameSeparator } from '../types/provider.ts';
import type { AtipTool, CommandMapping, FlatCommand } from '../types/tool.ts';
import { mayHaveCommand } from './name-command.ts';
import { type ActionGroup, actionGroups, actionParameters } from './actions.ts';
import { soundCommands } from './flatten-commands.ts';
import { isAbsent, parametersByKey, parametersOf } from './parameters.ts';
import { ToolCache } from './tool-cache.ts';

/**
 * Finds the command of a compiled name by look-up in an index, never by splitting the name.
 *
 * Shape: `"gh_pr_create"` → `{ command: ["gh", "pr", "create"], path: ["pr", "create"], … }`.
 *
 * @param settings those the tools were compiled with
 * @throws UnknownCommandError with up to three names that are close
 * @see ATIP 0.3 §8.2 rule 3
 * @example
 * ```ts
 * import { type AtipTool } from '@atip/core';
 * import { mapToCommand } from '@atip/core/execute';
 * declare const git: AtipTool;
 * mapToCommand('git_clean', [git]).command; // ['git', 'clean']
 * ```
 */
export function mapToCommand(
  name: string,
  given: AtipTool | readonly AtipTool[],
  { separator }: Pick<CompileSettings, 'separator'> = {},
): CommandMapping {
  const tools = toolList(given);
  // Calls come from outside: a value that is no text names no command.
  const asked = typeof name === 'string' ? name : '';
  const found = findCommand(asked, tools, separator);
  if (found) {
    const { tool, path, metadata, effects } = found;
    return { command: [tool.name, ...path], metadata, tool, path, effects };
  }
  const names = tools.flatMap((tool) => [...commandIndex(tool, separator).keys()]);
  throw new UnknownCommandError(asked, nearNames(asked, names));
}

/**
 * Finds a command by its compiled name; where several tools have one of that name the last tool wins, as in
 * `compileTools`. Of the tools that cannot have the name nothing is read.
 */
export function findCommand(
  name: string,
  tools: readonly AtipTool[],
  separator?: NameSeparator,
): FlatCommand | undefined {
  return findLast(tools, commandIndex, name, separator);
}

function findLast<Named>(
  tools: readonly AtipTool[],
  indexOf: Index<Named>,
  name: string,
  separator: NameSeparator | undefined,
): Named | undefined {
  for (const tool of tools.toReversed()) {
    // The index of a tool costs a walk over all its commands, which also refuses one without a name.
    if (typeof tool.name === 'string' && !mayHaveCommand(tool.name, name, separator)) continue;
    const found = indexOf(tool, separator).get(name);
    if (found) return found;
  }
  return undefined;
}

/** Commands and groups by compiled name, in document order. */
export const commandIndex: Index<FlatCommand> = /* @__PURE__ */ indexed(soundCommands);
const groupIndex = /* @__PURE__ */ indexed((tool, separator) => actionGroups(tool, soundCommands(tool), separator));

type Index<Named> = (tool: AtipTool, separator?: NameSeparator) => ReadonlyMap<string, Named>;

function indexed<Named extends { readonly name: string }>(
  list: (tool: AtipTool, separator: NameSeparator) => readonly Named[],
): Index<Named> {
  const known = new ToolCache<ReadonlyMap<string, Named>>();
  return (tool, separator = '_') =>
    known.get(tool, separator, () => new Map(list(tool, separator).map((one) => [one.name, one])));
}

/**
 * Turns a call whose name has another separator into the same call by its canonical name.
 *
 * @throws UnknownCommandError
 */
export function resolveSeparated(call: ToolCall, tools: readonly AtipTool[], separator: NameSeparator): ToolCall {
  const { tool, path } = mapToCommand(call.name, tools, { separator });
  const pointer = findCommand(call.name, tools, separator)?.pointer;
  for (const [name, command] of commandIndex(tool)) if (command.pointer === pointer) return { ...call, name };
  throw new UnknownCommandError([tool.name, ...path].join('_'), []);
}

/**
 * Turns a call of an action tool into the call of the command it chooses, to be validated and decided like any other.
 *
 * Shape: `{ name: "gh_pr", arguments: { action: "create", title: "Fix" } }` → `{ name: "gh_pr_create", arguments: {
 * title: "Fix" } }`, with the same id. An argument that only other actions have is kept under its key, or `action.key`
 * where the command has a parameter of that key, so that validation reports it as extra.
 *
 * @throws UnknownCommandError when no tool has such a group, or a later tool has a command of the chosen one's name
 * @throws ArgumentValidationError when `action` is missing or unknown in the group
 * @see ATIP 0.3 §8.2 rule 3, strategy B
 */
export function resolveAction(call: ToolCall, tools: readonly AtipTool[], separator?: NameSeparator): ToolCall {
  const name = typeof call.name === 'string' ? call.name : '';
  const group = findLast(tools, groupIndex, name, separator);
  if (!group) throw new UnknownCommandError(name, []);
  const given = isRecord(call.arguments) ? call.arguments : {};
  const label = getOwn(given, 'action');
  const command = typeof label === 'string' ? group.actions.get(label) : undefined;
  if (!command || typeof label !== 'string') {
    const message = `"action" must be one of ${[...group.actions.keys()].slice(0, 12).join(', ')}.`;
    throw new ArgumentValidationError([{ code: 'INVALID_ENUM', message, parameter: 'action' }]);
  }
  // If a later tool has a command of that name, a look-up would find that one, which the model did not choose.
  const found = findCommand(command.name, tools);
  if (found?.tool !== command.tool || found.pointer !== command.pointer)
    throw new UnknownCommandError(command.name, []);
  return { id: call.id, name: command.name, arguments: argumentsFor(label, group, command, given) };
}

function argumentsFor(
  label: string,
  group: ActionGroup,
  command: FlatCommand,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = parametersByKey(parametersOf(command));
  const properties = actionParameters(group);
  const byKey = parametersByKey(properties.map(({ parameter }) => parameter));
  const uses = new Map(properties.map(({ parameter, uses }) => [parameter, uses.get(label)]));
  const resolved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const property = byKey.get(key);
    const target = property && uses.get(property);
    if (target) setOnce(resolved, target.key, value);
    else if (key !== 'action' && !(property && isAbsent(value))) setOwn(resolved, extraKey(key, own, resolved), value);
  }
  return resolved;
}

/** A property has two spellings, for two kinds of providers. If a model uses both, its value is ambiguous. */
function setOnce(resolved: Record<string, unknown>, key: string, value: unknown): void {
  if (!isAbsent(value) && !isAbsent(getOwn(resolved, key)))
    throw new ArgumentValidationError([
      { code: 'INVALID_FORMAT', message: `"${key}" is given twice.`, parameter: key },
    ]);
  if (!isAbsent(value) || !Object.hasOwn(resolved, key)) setOwn(resolved, key, value);
}

/** A key that validation will report as extra and that no parameter of the command has. */
function extraKey(key: string, own: ReadonlyMap<string, unknown>, resolved: object): string {
  let extra = key;
  while (own.has(extra) || Object.hasOwn(resolved, extra)) extra = `action.${extra}`;
  return extra;
}
