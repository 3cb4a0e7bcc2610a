import { assertTool, documentError } from '../commands/assert-document.ts';
import { worstEffects } from '../commands/effects-of.ts';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { commandNames, toCommandName } from '../commands/name-command.ts';
import { pruneCommands } from '../commands/prune-commands.ts';
import { COST_ESTIMATES } from '../effects/merge-effects.ts';
import type { AtipValidationError } from '../errors/atip-error.ts';
import { isPlainObject, isRecord } from '../json/is-record.ts';
import { valueAt } from '../json/pointer.ts';
import type { Delegation } from '../types/policy.ts';
import type { AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';

/**
 * The tools as a subagent may have them: without those that are not allowed, the denied commands, and the commands that do
 * not state to be within the effect restrictions.
 *
 * Shape: `([gh, git], { allowedTools: ["gh"], deniedCommands: ["gh repo delete"] })` → `[gh without that command]`.
 * Denying a group denies everything below it; names match word by word, so `"gh repo"` is not `gh repository`. An effect
 * that is not stated is not within a restriction, nor is a command with an option whose `x-effects` go beyond it. A command that takes positional arguments goes with the commands below its
 * own path: `git stash` with the argument `drop` is `git stash drop`. Groups without a command that can be called go, and so
 * do tools, and every `patterns`: those are command lines that nothing was held against.
 *
 * Names that stay are the same, save that one of two commands that were told apart by a hash gets its plain name when the
 * other has gone. Tools that lose nothing are returned as they are.
 *
 * @throws AtipValidationError when the delegation is malformed, a denied command of a tool that is here is not found in it
 * (in an excerpt only when it goes beyond a command that is there, as `"git push --force"` does), or a tool cannot be
 * flattened
 * @see ATIP 0.3 §10.2
 * @example
 * ```ts
 * import { type AtipTool, restrictTools } from '@atip/core';
 * declare const git: AtipTool;
 * const left = restrictTools([git], { deniedCommands: ['git push'], effectRestrictions: { destructive: false } });
 * ```
 */
export function restrictTools(tools: readonly AtipTool[], delegation: Delegation): AtipTool[] {
  const { allowedTools, deniedCommands, meets } = readDelegation(delegation);
  const denied = new Set(deniedCommands.map(toCommandName));
  for (const tool of tools) assertTool(tool);
  const here = new Set(tools.map(({ name }) => toCommandName(name)));
  return tools.flatMap((tool) => {
    if (allowedTools && !allowedTools.has(tool.name)) return [];
    const commands = flattenCommands(tool).map((command) => {
      const names = commandNames([tool.name, ...command.path]);
      return { ...command, names, isOut: !meets(worstEffects(command)) || names.some((name) => denied.has(name)) };
    });
    assertFound(tool, commands, denied, here);
    return restrict(tool, commands);
  });
}

interface JudgedCommand extends FlatCommand {
  readonly names: readonly string[];
  readonly isOut: boolean;
}

function restrict(tool: AtipTool, commands: readonly JudgedCommand[]): AtipTool[] {
  // Where an argument of the command above could name what is out.
  const gates = new Set<string>();
  for (const { path, isOut } of commands) {
    if (!isOut) continue;
    // From below: above a place that is there already everything is.
    for (let length = path.length - 1; length >= 0; length--) {
      const key = JSON.stringify(path.slice(0, length));
      if (gates.has(key)) break;
      gates.add(key);
    }
  }
  const stays = new Set<string>();
  for (const { path, isOut, pointer, metadata } of commands) {
    if (!isOut && !(metadata.arguments?.length && gates.has(JSON.stringify(path)))) stays.add(pointer);
  }
  const { patterns, ...bare } = tool;
  if (stays.size === commands.length) return [patterns ? bare : tool];
  if (stays.size === 0) return [];
  const { included, ...pruned } = pruneCommands(tool, (_, command) =>
    command && stays.has(command.pointer) ? 'keep' : 'drop',
  );
  return [{ ...bare, commands: pruned.commands, ...(tool.partial === true && { includedCommands: included }) }];
}

/**
 * A denied command that is not there may be misspelt, also by a capital letter, or an option, which nothing here can take away.
 *
 * @param here the names of all tools, of which a denied command may mean another
 */
function assertFound(
  tool: AtipTool,
  commands: readonly JudgedCommand[],
  denied: ReadonlySet<string>,
  here: ReadonlySet<string>,
): void {
  const own = toCommandName(tool.name);
  const found = new Set(commands.flatMap(({ names }) => names));
  const whole = new Set(commands.map(({ names }) => names.at(-1)));
  for (const name of denied) {
    if (found.has(name) || !`${name} `.toLowerCase().startsWith(`${own} `.toLowerCase())) continue;
    const parts = commandNames([name]);
    if (name === own || parts.some((part) => part !== own && here.has(part))) continue;
    if (tool.partial !== true || !name.startsWith(`${own} `) || parts.some((part) => whole.has(part)))
      throw malformed(
        '/deniedCommands',
        `has no command of ${tool.name} in ${JSON.stringify(name.slice(0, 80))}`,
        name,
      );
  }
}

interface DelegationRules {
  /** Absent: all. */
  readonly allowedTools?: ReadonlySet<string>;
  readonly deniedCommands: readonly string[];
  readonly meets: (effects: AtipEffects) => boolean;
}

const HARMS =
  'destructive network subprocess filesystem/read filesystem/write filesystem/delete interactive/prompts interactive/tty cost/billable';

/** The values that a restriction can take, best first: it accepts its own and the better ones. */
const ACCEPTED: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ...HARMS.split(' ').map((field): [string, readonly unknown[]] => [field, [false]]),
  ['reversible', [true]],
  ['idempotent', [true]],
  ['interactive/stdin', ['none', 'optional', 'required', 'password']],
  ['cost/estimate', COST_ESTIMATES],
]);

/**
 * Reads a delegation. A field that is unknown, `undefined` or of the wrong type is an error: left aside, it would allow
 * what it forbids.
 */
function readDelegation(delegation: unknown): DelegationRules {
  let rules: DelegationRules = { deniedCommands: [], meets: () => true };
  for (const [field, value] of fieldsOf(delegation, '')) {
    if (field === 'allowedTools') rules = { ...rules, allowedTools: new Set(namesIn(value, field)) };
    else if (field === 'deniedCommands') rules = { ...rules, deniedCommands: namesIn(value, field) };
    else if (field === 'effectRestrictions') rules = { ...rules, meets: readRestrictions(value) };
    else throw malformed(`/${field}`, 'is no field of a delegation', value);
  }
  return rules;
}

function readRestrictions(restrictions: unknown): DelegationRules['meets'] {
  const checks = fieldsOf(restrictions, '/effectRestrictions').flatMap(([field, value]) =>
    isRecord(value)
      ? Object.entries(value).map(([name, limit]) => toCheck(`${field}/${name}`, limit))
      : [toCheck(field, value)],
  );
  return (effects) => checks.every((check) => check(effects));
}

function toCheck(field: string, limit: unknown): DelegationRules['meets'] {
  const accepted = ACCEPTED.get(field) ?? [];
  const last = accepted.indexOf(limit);
  if (last < 0) throw malformed(`/effectRestrictions/${field}`, 'restricts nothing that is known', limit);
  const keys = field.split('/');
  const values = accepted.slice(0, last + 1);
  return (effects) => values.includes(valueAt(effects, keys));
}

function namesIn(value: unknown, field: string): string[] {
  const names: unknown[] = Array.isArray(value) ? [...value] : [undefined];
  return names.map((name, index) => {
    if (typeof name === 'string' && name.trim() !== '') return name;
    throw malformed(Array.isArray(value) ? `/${field}/${index}` : `/${field}`, 'must be a list of names', value);
  });
}

function fieldsOf(value: unknown, pointer: string): [string, unknown][] {
  // A Map has no fields of its own, and would restrict nothing.
  if (!isPlainObject(value)) throw malformed(pointer, 'must be an object', value);
  return Object.entries(value);
}

function malformed(pointer: string, problem: string, value: unknown): AtipValidationError {
  return documentError('The delegation cannot be honoured', pointer, problem, value);
}
