import type { NameSeparator } from '../types/provider.ts';
import type { AtipTool, FlatCommand } from '../types/tool.ts';
import { type ActionGroup, actionGroups } from './actions.ts';
import { toolList } from './assert-document.ts';
import { soundCommands } from './flatten-commands.ts';
import { mayHaveCommand } from './name-command.ts';
import { ToolCache } from './tool-cache.ts';

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
      if (typeof tool.name === 'string' && !mayHaveCommand(tool.name, name, this.#separator)) continue;
      const found = this.#tableOf(tool, this.#separator).get(name);
      if (!found) continue;
      this.#found.set(name, found);
      return found;
    }
    return undefined;
  }

  /** All names. @throws AtipValidationError when a document cannot be flattened */
  names(): string[] {
    return this.#tools.flatMap((tool) => [...this.#tableOf(tool, this.#separator).keys()]);
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
 * The catalog of a list of tools, or of one. A list of the same documents as the last one shares its catalog: documents
 * in use do not change, while a caller may change its list.
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
  const isLatest = latest?.tools.length === list.length && list.every((tool, at) => tool === latest?.tools[at]);
  if (latest && isLatest) return latest;
  latest = new Catalog(list);
  return latest;
}
