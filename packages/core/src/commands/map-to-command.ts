import { UnknownCommandError } from '../errors/execute-errors.ts';
import type { CommandMapping, FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import { commandIndex, findCommand } from './command-index.ts';

/**
 * Resolves a compiled name to the command it stands for, by look-up in the tools' own index and never by splitting.
 *
 * Shape: `"gh_pr_create"` → `{ command: ["gh", "pr", "create"], path: ["pr", "create"], … }`.
 *
 * @throws UnknownCommandError with up to three names that are close
 * @see ATIP 0.3 §8.2 rule 3
 */
export function mapToCommand(name: string, tools: readonly AtipTool[]): CommandMapping {
  // Calls come from outside; what is no text is no command's name.
  const asked = typeof name === 'string' ? name : '';
  const found = findCommand(asked, tools);
  if (!found) throw new UnknownCommandError(asked, closestNames(asked, tools));
  return toMapping(found);
}

/** The mapping of a command that is already at hand. */
export function toMapping({ tool, path, metadata, effects }: FlatCommand): CommandMapping {
  return { command: [tool.name, ...path], metadata, tool, path, effects };
}

/** Names that share most of their three-letter pieces with the one asked for. */
function closestNames(name: string, tools: readonly AtipTool[]): string[] {
  const wanted = trigrams(name);
  return tools
    .flatMap((tool) => [...commandIndex(tool).keys()])
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
