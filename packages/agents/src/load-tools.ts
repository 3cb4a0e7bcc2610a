import { AtipError, type AtipTool, type CommandFilter, selectCommands } from '@atip/core';
import { isRecord, namesLike, nearestValue } from '@atip/core/internal';
import { type Environment, type FoundTool, listTools } from '@atip/node';
import { listShims } from '@atip/shims';
import type { CommandChoice, ToolChoices } from './types.ts';

/** The chosen tools, and where they were found. */
export interface LoadedTools {
  readonly tools: AtipTool[];
  /** Without the documents that the host gave itself. */
  readonly found: FoundTool[];
}

/**
 * Loads the documents of the chosen tools: what this machine knows of a name counts before what comes along. Nothing is run.
 *
 * @throws AtipError `UNKNOWN_COMMAND` for a name that nobody describes, or whose program is not on this machine
 * @throws UnknownCommandError for a command that a tool has not
 */
export async function loadTools(choices: ToolChoices, env: Environment): Promise<LoadedTools> {
  if (!isRecord(choices)) throw new TypeError("`tools` must be an object, as in { git: ['log'], find: true }.");
  for (const [name, choice] of Object.entries(choices)) {
    const isKnown = typeof choice === 'boolean' || typeof choice === 'object';
    if (!isKnown)
      throw new TypeError(`The commands of ${JSON.stringify(name)} must be true, or a list of their names.`);
  }
  const named = new Set(Object.keys(choices).filter((name) => choices[name] !== false && !isDocument(choices[name])));
  const known = named.size === 0 ? [] : (await listTools(env, { only: (name) => named.has(name) })).found;
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

function isDocument(choice: CommandChoice | AtipTool | undefined): choice is AtipTool {
  return isRecord(choice) && 'name' in choice;
}

function filterOf(choice: CommandChoice | undefined, { commands }: AtipTool): CommandFilter {
  if (typeof choice === 'boolean' || choice === undefined) return {};
  if (!('length' in choice)) return choice;
  if (choice.includes('*')) return {};
  return {
    commands: choice.flatMap((words) => {
      const named = namesLike(words, commands);
      // A pattern that fits nothing is refused as a name is.
      return named.length === 0 ? words : named;
    }),
  };
}

function unknownTool(name: string): AtipError {
  const shims = listShims();
  if (shims.includes(name)) {
    return new AtipError('UNKNOWN_COMMAND', `There is no program ${JSON.stringify(name)} on this machine's PATH.`);
  }
  const near = nearestValue(name, shims);
  const hint = near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
  return new AtipError('UNKNOWN_COMMAND', `Nobody describes a tool called ${JSON.stringify(name)}.${hint}`);
}
