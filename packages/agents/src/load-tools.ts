import { AtipError, type AtipTool, type CommandFilter, selectCommands } from '@atip/core';
import { didYouMean, isRecord, namesLike, nearestName, toolList } from '@atip/core/internal';
import { type Environment, type FoundTool, listTools } from '@atip/node';
import { listShims } from '@atip/catalog';
import type { CommandChoice, ToolChoices } from './types.ts';

/** The chosen tools, and the places where they were found. */
export interface LoadedTools {
  readonly tools: AtipTool[];
  /** Without the host's own documents. */
  readonly found: FoundTool[];
}

/**
 * Loads the documents of the chosen tools: this machine's document of a name wins over a bundled one. Runs only
 * programs that are known by their overview, to ask for the rest. @throws AtipError `UNKNOWN_COMMAND` for a name
 * without a document, or without a program on this machine @throws UnknownCommandError for a command that a tool does
 * not have
 */
export async function loadTools(
  given: ToolChoices | AtipTool | readonly AtipTool[],
  env: Environment,
): Promise<LoadedTools> {
  const choices = choicesOf(given);
  if (!isRecord(choices)) throw new TypeError("`tools` must be an object, as in { git: ['log'], find: true }.");
  for (const [name, choice] of Object.entries(choices)) {
    const isKnown = typeof choice === 'boolean' || typeof choice === 'object';
    if (!isKnown)
      throw new TypeError(`The commands of ${JSON.stringify(name)} must be true, or a list of their names.`);
  }
  const named = new Set(Object.keys(choices).filter((name) => choices[name] !== false && !isDocument(choices[name])));
  const load = {
    named: (name: string) => named.has(name),
    wanted: (tool: AtipTool) => groupsOf(choices[tool.name], tool),
  };
  const scan = named.size === 0 ? undefined : await listTools(env, { only: (name) => named.has(name), load });
  const known = scan?.found ?? [];
  const tools: AtipTool[] = [];
  const found: FoundTool[] = [];
  for (const [name, choice] of Object.entries(choices)) {
    if (choice === false) continue;
    if (isDocument(choice)) {
      tools.push(choice);
      continue;
    }
    const tool = known.find((one) => one.tool.name === name);
    if (!tool) throw unknownTool(name);
    const excerpt = selectCommands(tool.tool, filterOf(choice, tool.tool));
    tools.push(excerpt);
    found.push({ ...tool, tool: excerpt });
  }
  return { tools, found };
}

/** Documents in place of choices are chosen by their names. */
function choicesOf(given: ToolChoices | AtipTool | readonly AtipTool[]): ToolChoices {
  if (!areDocuments(given)) return given;
  return Object.fromEntries(toolList(given).map((tool) => [tool.name, tool]));
}

export function areDocuments(
  given: ToolChoices | AtipTool | readonly AtipTool[],
): given is AtipTool | readonly AtipTool[] {
  const all: readonly unknown[] = [given].flat();
  return all.length > 0 && all.every((one) => isRecord(one) && 'atip' in one && 'name' in one);
}

/** The first-level commands that a choice needs of a tool; `undefined`: all. The overview has the level itself. */
function groupsOf(choice: CommandChoice | AtipTool | undefined, tool: AtipTool): readonly string[] | undefined {
  if (choice === undefined || typeof choice === 'boolean' || isDocument(choice)) return undefined;
  if (!('length' in choice) && choice.depth === 1) return [];
  const words = 'length' in choice ? choice : choice.commands;
  return words?.includes('*') ? undefined : words?.flatMap((one) => namesLike(one.split(' ')[0] ?? '', tool.commands));
}

export function isDocument(choice: CommandChoice | AtipTool | undefined): choice is AtipTool {
  return isRecord(choice) && 'name' in choice;
}

function filterOf(choice: CommandChoice | undefined, { commands }: AtipTool): CommandFilter {
  if (typeof choice === 'boolean' || choice === undefined) return {};
  if (!('length' in choice)) return choice;
  if (choice.includes('*')) return {};
  return {
    commands: choice.flatMap((words) => {
      const named = namesLike(words, commands);
      // A pattern without a match is refused like an unknown name.
      return named.length === 0 ? words : named;
    }),
  };
}

function unknownTool(name: string): AtipError {
  const shims = listShims();
  if (shims.includes(name)) {
    return new AtipError('UNKNOWN_COMMAND', `There is no program ${JSON.stringify(name)} on this machine's PATH.`);
  }
  const hint = didYouMean(nearestName(name, shims));
  return new AtipError('UNKNOWN_COMMAND', `There is no document for a tool called ${JSON.stringify(name)}.${hint}`);
}
