import { UnknownCommandError } from '../errors/execute-errors.ts';
import type { CommandMapping, FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import { soundCommands } from './flatten-commands.ts';

/**
 * Resolves a compiled name to the command it stands for, by look-up in the tools' own index and never by splitting.
 *
 * Shape: `"gh_pr_create"` → `{ command: ["gh", "pr", "create"], path: ["pr", "create"], … }`.
 *
 * @throws UnknownCommandError with up to three names that are close
 * @see ATIP 0.3 §8.2 rule 3
 * @example
 * ```ts
 * import { type AtipTool, mapToCommand } from '@atip/core';
 * declare const git: AtipTool;
 * mapToCommand('git_clean', [git]).command; // ['git', 'clean']
 * ```
 */
export function mapToCommand(name: string, tools: readonly AtipTool[]): CommandMapping {
  // Calls come from outside; what is no text is no command's name.
  const asked = typeof name === 'string' ? name : '';
  const found = findCommand(asked, tools);
  if (found) {
    const { tool, path, metadata, effects } = found;
    return { command: [tool.name, ...path], metadata, tool, path, effects };
  }
  const names = tools.flatMap((tool) => [...commandIndex(tool).keys()]);
  throw new UnknownCommandError(asked, closestNames(asked, names));
}

/** Flattening a big tool takes milliseconds, a lookup must not; a tool's document is not changed once it is in use. */
const INDEXES = new WeakMap<AtipTool, ReadonlyMap<string, FlatCommand>>();

/**
 * Finds a command by its compiled name; where several tools have one of that name the last tool's is meant, as in
 * `compileTools`. Costs one look-up per tool, however many commands they have.
 */
export function findCommand(name: string, tools: readonly AtipTool[]): FlatCommand | undefined {
  for (let index = tools.length - 1; index >= 0; index--) {
    const tool = tools[index];
    const found = tool && commandIndex(tool).get(name);
    if (found) return found;
  }
  return undefined;
}

/** A tool's commands by compiled name, in document order: those that `compile` compiles. */
function commandIndex(tool: AtipTool): ReadonlyMap<string, FlatCommand> {
  const known = INDEXES.get(tool);
  if (known) return known;
  const index = new Map(soundCommands(tool).map((command) => [command.name, command]));
  INDEXES.set(tool, index);
  return index;
}

/**
 * Names that share most of their three-letter pieces with the one asked for, best first; at most 3.
 *
 * Limits: of what was asked for, the first 128 characters count.
 */
export function closestNames(name: string, candidates: readonly string[]): string[] {
  const wanted = trigrams(name);
  return candidates
    .map((candidate) => ({ candidate, score: similarity(wanted, trigrams(candidate)) }))
    .filter(({ score }) => score > 0.5)
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text.slice(0, 128).toLowerCase()} `;
  const pieces = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index++) pieces.add(padded.slice(index, index + 3));
  return pieces;
}

/** Dice coefficient: 0 nothing in common, 1 the same. */
function similarity(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared++;
  return (2 * shared) / (a.size + b.size);
}
