import { toolList, assertTool } from '../commands/assert-document.ts';
import { flattenCommands, omittedCommands } from '../commands/flatten-commands.ts';
import { aliasesOf, commandNames, toCommandName } from '../commands/name-command.ts';
import { pruneCommands } from '../commands/prune-commands.ts';
import { getOwn, isRecord } from '../json/is-record.ts';
import type { Delegation } from '../types/policy.ts';
import type { AtipTool, FlatCommand } from '../types/tool.ts';
import { type DelegationLimit, type DelegationRules, malformedDelegation, readDelegation } from './delegation-rules.ts';

/**
 * The tools that a subagent may have: without tools that are not allowed, denied commands, and commands whose stated
 * effects exceed the restrictions.
 *
 * Shape: `([gh, git], { allowedTools: ["gh"], deniedCommands: ["gh repo delete"] })` → `[gh without that command]`.
 * Denying a group denies everything below it; names match word by word, so `"gh repo"` is not `gh repository`; an alias
 * (`x-aliases`) means the command. A command with positional arguments is removed together with a denied command below
 * its own path: `git stash` with the argument `drop` is `git stash drop`. Groups and tools without a remaining command
 * are removed, and so are all `patterns`, because their command lines were not checked.
 *
 * **This is the list, and half of the guard.** A command with an unstated effect stays, and so does one that exceeds a
 * restriction only with some option. So each call must be checked under the delegation too: `createExecutor` of
 * `@atip/node` asks about the first and denies the second.
 *
 * Names stay the same, except that a command whose name had a hash gets its plain name when the other command is
 * removed. Tools that lose nothing are returned unchanged.
 *
 * @param delegation bare, or as `{ delegation: … }`; of several, each applies
 * @throws AtipValidationError when a delegation is malformed, a tool lacks a command that is denied (in an excerpt only
 * when the name extends an existing command, as `"git push --force"` does), or a tool cannot be flattened
 * @see ATIP 0.3 §10.2
 * @example
 * ```ts
 * import { type AtipTool, restrictTools } from '@atip/core';
 * declare const git: AtipTool;
 * const left = restrictTools([git], { deniedCommands: ['git push'], effectRestrictions: { destructive: false } });
 * ```
 */
export function restrictTools(
  given: AtipTool | readonly AtipTool[],
  delegation: Delegation | readonly Delegation[],
): AtipTool[] {
  const tools = toolList(given);
  // A hole in a list is no delegation either.
  const all: readonly unknown[] = Array.isArray(delegation) ? [...delegation] : [delegation];
  const delegations = all.map(readDelegation);
  for (const tool of tools) assertTool(tool);
  const here = new Set(tools.map(({ name }) => toCommandName(name)));
  return tools.flatMap((tool) => {
    if (delegations.some(({ allowedTools }) => allowedTools?.has(tool.name) === false)) return [];
    const commands = flattenCommands(tool);
    const out = new Set<string>();
    for (const rules of delegations) {
      assertFound(tool, rules.deniedCommands, here);
      for (const key of commandsOut(tool, rules, commands).keys()) out.add(key);
    }
    return restrict(tool, commands, out);
  });
}

function restrict(tool: AtipTool, commands: readonly FlatCommand[], out: ReadonlySet<string>): AtipTool[] {
  const stays = new Set(commands.filter(({ path }) => !out.has(keyOf(path))).map(({ pointer }) => pointer));
  const { patterns, ...bare } = tool;
  if (stays.size === commands.length) return [patterns ? bare : tool];
  if (stays.size === 0) return [];
  const { included, ...pruned } = pruneCommands(tool, (_, command) =>
    command && stays.has(command.pointer) ? 'keep' : 'drop',
  );
  const left = { ...bare, commands: pruned.commands, ...(tool.partial === true && { includedCommands: included }) };
  WHOLE.set(left, WHOLE.get(tool) ?? tool);
  return [left];
}

/** The documents that restricted tools were made from, to tell a removed command from a misspelt one. */
const WHOLE = new WeakMap<AtipTool, AtipTool>();

/**
 * The reason why a command is removed. `below`: an argument of it could name the command with these words, which is
 * removed.
 */
export type CommandOut =
  | { readonly denied: string }
  | { readonly beyond: DelegationLimit }
  | { readonly below: string };

/**
 * The commands of a tool that a delegation removes, by `keyOf` their path. The check of the tool itself is
 * elsewhere.
 */
export function commandsOut(
  tool: AtipTool,
  { deniedCommands, limits }: DelegationRules,
  commands: readonly FlatCommand[] = flattenCommands(tool),
): ReadonlyMap<string, CommandOut> {
  const denied = new Map(deniedCommands.map((name) => [ownName(name, tool), name]));
  const out = new Map<string, CommandOut>();
  // Commands whose argument could name a removed subcommand.
  const gates = new Map<string, string>();
  for (const { path, effects } of commands) {
    const name = commandNames([tool.name, ...path]).find((one) => denied.has(one));
    const beyond = limits.find((limit) => limit.presence(effects) === 'beyond');
    if (name !== undefined) out.set(keyOf(path), { denied: denied.get(name) ?? name });
    else if (beyond) out.set(keyOf(path), { beyond });
    else continue;
    // From below: if a place is present, so are all above it.
    for (let length = path.length - 1; length >= 0; length--) {
      const key = keyOf(path.slice(0, length));
      if (gates.has(key)) break;
      gates.set(key, [tool.name, ...path].join(' '));
    }
  }
  for (const { path, metadata } of commands) {
    const below = gates.get(keyOf(path));
    if (below !== undefined && metadata.arguments?.length && !out.has(keyOf(path))) out.set(keyOf(path), { below });
  }
  return out;
}

export function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** A denied command by the document's own names, if it is written with aliases (`x-aliases`). */
function ownName(name: string, tool: AtipTool): string {
  const [program = '', ...words] = name.split(' ');
  const self = getOwn(tool.commands ?? {}, '');
  const isProgram = program === tool.name || (isRecord(self) && aliasesOf(self).includes(program));
  if (!isProgram) return name;
  let level: unknown = tool.commands;
  const own = words.map((word) => {
    if (!isRecord(level)) return word;
    const known = getOwn(level, word);
    const [key, command] =
      known === undefined
        ? (Object.entries(level).find(([, one]) => isRecord(one) && aliasesOf(one).includes(word)) ?? [word, undefined])
        : [word, known];
    level = isRecord(command) ? getOwn(command, 'commands') : undefined;
    return key;
  });
  return toCommandName([tool.name, ...own].join(' '));
}

/**
 * A denied command that is missing may be misspelt, also in its case, or be an option, which cannot be removed here.
 *
 * @param here the names of all tools, of which a denied command may mean another
 */
export function assertFound(given: AtipTool, denied: readonly string[], here: ReadonlySet<string>): void {
  const tool = WHOLE.get(given) ?? given;
  const own = toCommandName(tool.name);
  if (!denied.some((name) => `${name} `.toLowerCase().startsWith(`${own} `.toLowerCase()))) return;
  const names = flattenCommands(tool).map(({ path }) => commandNames([tool.name, ...path]));
  const found = new Set(names.flat());
  const whole = new Set(names.map((all) => all.at(-1)));
  const isExcerpt =
    tool.partial === true || Object.values(tool.commands ?? {}).some((command) => omittedCommands(command) > 0);
  for (const written of denied) {
    const name = ownName(written, tool);
    if (found.has(name) || !`${name} `.toLowerCase().startsWith(`${own} `.toLowerCase())) continue;
    const parts = commandNames([name]);
    if (name === own || parts.some((part) => part !== own && here.has(part))) continue;
    if (!isExcerpt || !name.startsWith(`${own} `) || parts.some((part) => whole.has(part)))
      throw malformedDelegation(
        '/deniedCommands',
        `has no command of ${tool.name} in ${JSON.stringify(written.slice(0, 80))}`,
        written,
      );
  }
}
