import { ArgumentValidationError, UnknownCommandError } from '../errors/execute-errors.ts';
import { isRecord } from '../json/is-record.ts';
import { getOwn, setOwn } from '../json/own-property.ts';
import type { ToolCall } from '../types/call.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import { type ActionGroup, actionGroups, actionParameters } from './actions.ts';
import { soundCommands } from './flatten-commands.ts';
import { findCommand } from './map-to-command.ts';
import { parametersByKey, parametersOf, isAbsent } from './parameters.ts';

/** As for commands by name: a tool's document is not changed once it is in use. */
const GROUPS = new WeakMap<AtipTool, ReadonlyMap<string, ActionGroup>>();

/**
 * Turns a call of an action tool into the call of the command it chooses, to be validated and decided like any other.
 *
 * Shape: `{ name: "gh_pr", arguments: { action: "create", title: "Fix" } }` → `{ name: "gh_pr_create", arguments: { title:
 * "Fix" } }`, with the same id. What belongs to other actions only is kept under its key, or `action.key` where the command has
 * a parameter of that key, so that validation reports it as extra.
 *
 * @throws UnknownCommandError when no tool has such a group, or a later tool has a command of the chosen one's name
 * @throws ArgumentValidationError when `action` is missing or none of the group's
 * @see ATIP 0.3 §8.2 rule 3, strategy B
 */
export function resolveAction(call: ToolCall, tools: readonly AtipTool[]): ToolCall {
  const group = findGroup(call.name, tools);
  if (!group) throw new UnknownCommandError(typeof call.name === 'string' ? call.name : '', []);
  const given = isRecord(call.arguments) ? call.arguments : {};
  const label = getOwn(given, 'action');
  const command = typeof label === 'string' ? group.actions.get(label) : undefined;
  if (!command || typeof label !== 'string') {
    const message = `"action" must be one of ${[...group.actions.keys()].slice(0, 12).join(', ')}.`;
    throw new ArgumentValidationError([{ code: 'INVALID_ENUM', message, parameter: 'action' }]);
  }
  // Where a later tool has a command of that name, a look-up would find it instead, which nobody chose.
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

/** A property has two spellings, for two kinds of providers; a model that uses both does not say which value it means. */
function setOnce(resolved: Record<string, unknown>, key: string, value: unknown): void {
  if (!isAbsent(value) && !isAbsent(getOwn(resolved, key)))
    throw new ArgumentValidationError([
      { code: 'INVALID_FORMAT', message: `"${key}" is given twice.`, parameter: key },
    ]);
  if (!isAbsent(value) || !Object.hasOwn(resolved, key)) setOwn(resolved, key, value);
}

/** A key under which validation will call the value extra, whatever the command's own parameters are called. */
function extraKey(key: string, own: ReadonlyMap<string, unknown>, resolved: object): string {
  let extra = key;
  while (own.has(extra) || Object.hasOwn(resolved, extra)) extra = `action.${extra}`;
  return extra;
}

function findGroup(name: string, tools: readonly AtipTool[]): ActionGroup | undefined {
  for (let index = tools.length - 1; index >= 0; index--) {
    const tool = tools[index];
    const found = tool && groupsOf(tool).get(name);
    if (found) return found;
  }
  return undefined;
}

function groupsOf(tool: AtipTool): ReadonlyMap<string, ActionGroup> {
  const known = GROUPS.get(tool);
  if (known) return known;
  const groups = new Map(actionGroups(tool, soundCommands(tool)).map((group) => [group.name, group]));
  GROUPS.set(tool, groups);
  return groups;
}
