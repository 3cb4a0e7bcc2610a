import { type CommandFilter, selectCommands } from '@atip/core';
import { UnknownCommandError } from '@atip/core/execute';
import { compileGlob, namesLike, nearestName, offerAll, offeredParts } from '@atip/core/internal';
import type { FoundTool } from '@atip/node';
import { type BundledSelection, type LoadSettings, quoteElement } from '@atip/node/internal';

/** An unknown name: no tool has it, or the tool before its colon has no such command. */
export interface UnknownName {
  readonly name: string;
  /** The closest name, in the same notation. */
  readonly near?: string | undefined;
}

/** The discovered tools that a client is offered. */
export interface OfferedTools {
  readonly offered: readonly FoundTool[];
  /** Unknown names. If there are any, `offered` is less than was requested. */
  readonly unknown: readonly UnknownName[];
}

/**
 * Chooses the tools for a client: the named ones, else those that describe themselves or that the user described. Shims
 * only by name: with a thousand commands a model chooses badly. `atip` itself also only by name.
 *
 * Shape of the names: `git,curl`, `git:status,log,stash list`, `gh:pr *`. After a colon come commands of that tool, up
 * to the next tool with a colon: words with spaces between, each with everything below it. A `*` matches any part of a
 * word, also of a tool's name, and at the end of a command any words.
 * It offers the parameters that the documents offer, but none with which a command that only reads would do harm; a
 * call with any other is refused.
 * @param names Absent: none were named. @param all offers every parameter that is known
 * @example
 * ```ts
 * import { offeredTools } from '@atip/mcp';
 * import { listTools } from '@atip/node';
 * const { found } = await listTools();
 * const { offered, unknown } = offeredTools(found, ['git:status,log', 'gh:pr *']);
 * if (unknown.length === 0) console.log(offered.map(({ tool }) => tool.name));
 * ```
 */
export function offeredTools(
  found: readonly FoundTool[],
  names: readonly string[] | undefined,
  { all = false }: { readonly all?: boolean | undefined } = {},
): OfferedTools {
  const { offered, unknown } = chosenTools(found, names);
  const parts = all ? offerAll : offeredParts;
  return { offered: offered.map((one) => ({ ...one, tool: parts(one.tool) })), unknown };
}

function chosenTools(found: readonly FoundTool[], names: readonly string[] | undefined): OfferedTools {
  if (names === undefined) return { offered: found.filter(isOwn), unknown: [] };
  const known = found.map(({ tool }) => tool.name);
  const choices = withPatterns(readChoices(names), known);
  const unknown = [...choices.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, near: nearestName(name, known) }));
  const offered = found.flatMap((one) => {
    const choice = choices.get(one.tool.name);
    if (choice === undefined) return [];
    return choice === 'all' ? [one] : chooseCommands(one, choice, unknown);
  });
  return { offered, unknown };
}

/**
 * Makes settings for `listTools`, so that it loads everything that `offeredTools` can offer. `wanted` and `named`, for
 * `load`: the commands to ask of tools that are known by their overview. `bundled`: the bundled documents to read.
 * @param names as of `offeredTools`
 * @param excerpt commands and depth that later cut the offer
 * @example
 * ```ts
 * import { wantedCommands } from '@atip/mcp';
 * import { listTools } from '@atip/node';
 * const names = ['gh:pr *'];
 * const { bundled, ...load } = wantedCommands(names);
 * await listTools(process.env, { load, bundled });
 * ```
 */
export function wantedCommands(
  names: readonly string[] | undefined,
  { commands, depth }: CommandFilter = {},
): Required<Pick<LoadSettings, 'wanted' | 'named'>> & { readonly bundled: BundledSelection } {
  const choices = names && readChoices(names);
  const choiceOf = (name: string): readonly string[] | 'all' | undefined =>
    choices ? withPatterns(choices, [name]).get(name) : 'all';
  return {
    // A person wrote a name in full; a pattern only includes it.
    named: (name) => choices?.has(name) === true,
    // Without names none is offered but those that a person described.
    bundled: choices === undefined ? 'rewritten' : (name) => choiceOf(name) !== undefined,
    wanted: (tool) => {
      const choice = choiceOf(tool.name);
      // The overview has the first level.
      if (choice === undefined || depth === 1) return [];
      const words = choice === 'all' ? commands : choice;
      return words?.flatMap((one) => namesLike(one.split(' ')[0] ?? '', tool.commands));
    },
  };
}

/** Longest shown name, and most names: an address could contain thousands. */
const MAX_NAME = 80;
const MAX_NAMES = 5;

/**
 * Names unknown tools and commands in one sentence, without its full stop: `No tool is called "dmeo" (did you mean "demo"?), and "git"
 * has no command "nope"`.
 * @example
 * ```ts
 * import { noSuchTools } from '@atip/mcp';
 * noSuchTools([{ name: 'dmeo', near: 'demo' }]); // No tool is called "dmeo" (did you mean "demo"?)
 * ```
 */
export function noSuchTools(unknown: readonly UnknownName[]): string {
  const quoted = (name: string): string => quoteElement(name.slice(0, MAX_NAME));
  const named = ({ name, near }: UnknownName): string =>
    `${quoted(name)}${near === undefined ? '' : ` (did you mean ${quoted(near)}?)`}`;
  const shown = unknown.slice(0, MAX_NAMES);
  const tools = shown.filter(({ name }) => !name.includes(':')).map(named);
  const commands = shown.flatMap(({ name, near }) => {
    const [, tool = '', command = ''] = /^([^:]*):(.*)$/s.exec(name) ?? [];
    return tool === ''
      ? []
      : [`${quoteElement(tool)} has no command ${named({ name: command, near: near?.slice(tool.length + 1) })}`];
  });
  const sentence = [...(tools.length > 0 ? [`No tool is called ${tools.join(', ')}`] : []), ...commands].join(', and ');
  return unknown.length > shown.length
    ? `${sentence}, and ${unknown.length - shown.length} more are unknown`
    : sentence;
}

/** We are for a person: a model asks us through its own calls. */
function isOwn({ origin, tool }: FoundTool): boolean {
  return origin !== 'bundled' && tool.name !== 'atip';
}

/** By tool; a tool that is also named without commands is offered whole. */
function readChoices(names: readonly string[]): ReadonlyMap<string, readonly string[] | 'all'> {
  const choices = new Map<string, string[] | 'all'>();
  for (const name of names) {
    let tool: string | undefined;
    for (const item of name.split(',').map((text) => text.trim())) {
      if (item === '') continue;
      const [head = '', ...rest] = item.split(':');
      if (rest.length > 0) tool = head.trim();
      if (tool === undefined) choices.set(item, 'all');
      else addCommand(choices, tool, rest.length > 0 ? rest.join(':') : item);
    }
  }
  return choices;
}

/** Expands names with a `*` to tools; a name that matches no tool stays. */
function withPatterns(
  choices: ReturnType<typeof readChoices>,
  known: readonly string[],
): ReturnType<typeof readChoices> {
  const all = [...choices].flatMap(([name, choice]) => {
    const fits = choice === 'all' && name.includes('*') ? compileGlob(name) : undefined;
    const meant = fits ? known.filter((one) => fits(one)) : [];
    return meant.length === 0 ? [[name, choice] as const] : meant.map((one) => [one, choice] as const);
  });
  return new Map(all);
}

function addCommand(choices: Map<string, string[] | 'all'>, tool: string, command: string): void {
  const before = choices.get(tool);
  if (before === 'all') return;
  choices.set(tool, [...(before ?? []), command.trim().replaceAll(/\s+/g, ' ')]);
}

function chooseCommands(found: FoundTool, wanted: readonly string[], unknown: UnknownName[]): readonly FoundTool[] {
  const { tool } = found;
  const commands: string[] = [];
  for (const words of wanted) {
    const named = words === '*' ? Object.keys(tool.commands ?? {}) : namesLike(words, tool.commands);
    const missing = named.length === 0 ? `${tool.name}:${words}` : undefined;
    const problem = missing === undefined ? problemWith(found, named) : { name: missing };
    if (problem) unknown.push(problem);
    else commands.push(...named);
  }
  return commands.length === 0 ? [] : [{ ...found, tool: selectCommands(tool, { commands }) }];
}

function problemWith({ tool }: FoundTool, commands: NonNullable<CommandFilter['commands']>): UnknownName | undefined {
  try {
    selectCommands(tool, { commands });
    return undefined;
  } catch (error) {
    if (!(error instanceof UnknownCommandError)) throw error;
    const [near] = error.suggestions;
    const name = `${tool.name}:${commands.join(',')}`;
    return { name, near: near && `${tool.name}:${near}` };
  }
}
