import { ArgumentValidationError, UnknownCommandError } from '../json/execute-errors.ts';
import { getOwn, isRecord, setOwn } from '../json/is-record.ts';
import { nearNames } from '../json/near-names.ts';
import type { ToolCall } from '../types/call.ts';
import type { CompileSettings, NameSeparator } from '../types/provider.ts';
import type { AtipTool, CommandMapping, FlatCommand } from '../types/tool.ts';
import { type ActionGroup, actionParameters } from './actions.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { soundCommands } from './flatten-commands.ts';
import { isAbsent, parametersByKey, parametersOf } from './parameters.ts';

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
  tools: Catalog | AtipTool | readonly AtipTool[],
  { separator }: Pick<CompileSettings, 'separator'> = {},
): CommandMapping {
  const commands = createCatalog(tools).commands(separator);
  // Calls come from outside: a value that is no text names no command.
  const asked = typeof name === 'string' ? name : '';
  const found = commands.get(asked);
  if (!found) throw new UnknownCommandError(asked, nearNames(asked, commands.names()));
  return { ...found, command: [found.tool.name, ...found.path] };
}

/**
 * Turns a call whose name has another separator into the same call by its canonical name.
 *
 * @throws UnknownCommandError
 */
export function resolveSeparated(call: ToolCall, catalog: Catalog, separator: NameSeparator): ToolCall {
  const { tool, pointer, command } = mapToCommand(call.name, catalog, { separator });
  // The name leads to the tool's own command only where no later tool has one of that name.
  const own = soundCommands(tool).find((one) => one.pointer === pointer);
  if (own) return { ...call, name: own.name };
  throw new UnknownCommandError(command.join('_'), []);
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
export function resolveAction(call: ToolCall, catalog: Catalog, separator?: NameSeparator): ToolCall {
  const name = typeof call.name === 'string' ? call.name : '';
  const group = catalog.groups(separator).get(name);
  if (!group) throw new UnknownCommandError(name, []);
  const given = isRecord(call.arguments) ? call.arguments : {};
  const label = getOwn(given, 'action');
  const command = typeof label === 'string' ? group.actions.get(label) : undefined;
  if (!command || typeof label !== 'string') {
    const message = `"action" must be one of ${[...group.actions.keys()].slice(0, 12).join(', ')}.`;
    throw new ArgumentValidationError([{ code: 'INVALID_ENUM', message, parameter: 'action' }]);
  }
  // If a later tool has a command of that name, a look-up would find that one, which the model did not choose.
  const found = catalog.commands().get(command.name);
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
