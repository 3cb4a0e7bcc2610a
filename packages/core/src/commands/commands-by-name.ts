import type { NameSeparator, CompileSettings } from '../types/provider.ts';
import type { AtipTool, FlatCommand, CommandMapping } from '../types/tool.ts';
import { type ActionGroup, actionGroups, actionParameters } from './actions.ts';
import { toolList } from './assert-document.ts';
import { soundCommands } from './flatten-commands.ts';
import { hasOwnNames, mayHaveCommand, programOf } from './name-command.ts';
import { ArgumentValidationError, UnknownCommandError } from '../json/execute-errors.ts';
import { getOwn, isRecord, setOwn } from '../json/is-record.ts';
import { nearNames } from '../json/near-names.ts';
import type { ToolCall } from '../types/call.ts';
import { isAbsent, parametersByKey, parametersOf } from './parameters.ts';
import { isSettled, ToolCache } from '../json/settled.ts';

/** A set of documents with their commands by compiled name. */
export class Catalog {
  readonly tools: readonly AtipTool[];
  readonly #commands = new Map<NameSeparator, NameTable<FlatCommand>>();
  readonly #groups = new Map<NameSeparator, NameTable<ActionGroup>>();

  /** Use `createCatalog`, which checks the list. */
  constructor(tools: readonly AtipTool[]) {
    this.tools = tools;
  }

  /** The commands that can be compiled. */
  commands(separator: NameSeparator = '_'): NameTable<FlatCommand> {
    const table = this.#commands.get(separator) ?? new NameTable(this.tools, separator, commandsOf);
    this.#commands.set(separator, table);
    return table;
  }

  /** The groups that the strategy `action` compiles. */
  groups(separator: NameSeparator = '_'): NameTable<ActionGroup> {
    const table = this.#groups.get(separator) ?? new NameTable(this.tools, separator, groupsOf);
    this.#groups.set(separator, table);
    return table;
  }
}

/**
 * Commands or groups of several documents by compiled name; of two with one name the later document's counts, as in
 * `compileTools`.
 */
class NameTable<Named> {
  readonly #tools: readonly AtipTool[];
  readonly #separator: NameSeparator;
  readonly #tableOf: TableOf<Named>;
  readonly #found = new Map<string, Named>();
  /** By tool, for those that are not settled: a catalog reads each document once. */
  readonly #read = new Map<AtipTool, ReadonlyMap<string, Named>>();

  constructor(tools: readonly AtipTool[], separator: NameSeparator, tableOf: TableOf<Named>) {
    this.#tools = tools;
    this.#separator = separator;
    this.#tableOf = tableOf;
  }

  /**
   * Reads no document that cannot have the name.
   *
   * @throws AtipValidationError when one that can have it cannot be flattened
   */
  get(name: string): Named | undefined {
    const known = this.#found.get(name);
    if (known) return known;
    for (const tool of this.#tools.toReversed()) {
      // The table of a tool costs a walk over all its commands, which also refuses one without a name.
      const isNamed = typeof tool.name === 'string' && !hasOwnNames(tool);
      if (isNamed && !mayHaveCommand(programOf(tool), name, this.#separator)) continue;
      const found = this.#named(tool).get(name);
      if (!found) continue;
      this.#found.set(name, found);
      return found;
    }
    return undefined;
  }

  /** All names. @throws AtipValidationError when a document cannot be flattened */
  names(): string[] {
    return this.#tools.flatMap((tool) => [...this.#named(tool).keys()]);
  }

  #named(tool: AtipTool): ReadonlyMap<string, Named> {
    const known = this.#read.get(tool) ?? this.#tableOf(tool, this.#separator);
    if (!isSettled(tool)) this.#read.set(tool, known);
    return known;
  }
}

type TableOf<Named> = (tool: AtipTool, separator: NameSeparator) => ReadonlyMap<string, Named>;

function tables<Named extends { readonly name: string }>(
  list: (tool: AtipTool, separator: NameSeparator) => readonly Named[],
): TableOf<Named> {
  const cache = new ToolCache<ReadonlyMap<string, Named>>();
  return (tool, separator) =>
    cache.get(tool, separator, () => new Map(list(tool, separator).map((one) => [one.name, one])));
}

const commandsOf = /* @__PURE__ */ tables(soundCommands);
const groupsOf = /* @__PURE__ */ tables((tool, separator) => actionGroups(tool, soundCommands(tool), separator));

let latest: Catalog | undefined;

/**
 * The catalog of a list of tools, or of one. It reads each document once. A list of the same settled documents as the
 * last one shares its catalog.
 *
 * @throws AtipValidationError when it is no list of tools
 * @example
 * ```ts
 * import { type AtipTool, checkCall, type ToolCall } from '@atip/core';
 * import { createCatalog } from '@atip/core/execute';
 * declare const git: AtipTool, calls: ToolCall[];
 * const catalog = createCatalog([git]);
 * const checks = calls.map((call) => checkCall(call, catalog));
 * ```
 */
export function createCatalog(tools: Catalog | AtipTool | readonly AtipTool[]): Catalog {
  if (tools instanceof Catalog) return tools;
  const list = toolList(tools);
  const isLatest =
    latest?.tools.length === list.length && list.every((tool, at) => tool === latest?.tools[at] && isSettled(tool));
  if (latest && isLatest) return latest;
  latest = new Catalog(list);
  return latest;
}

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
  return { ...found, command: [programOf(found.tool), ...found.path] };
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
