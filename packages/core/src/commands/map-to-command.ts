import { UnknownCommandError } from '../errors/execute-errors.ts';
import type { CommandMapping, FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import { closestNames } from './closest-names.ts';
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
  if (found) return toMapping(found);
  const names = tools.flatMap((tool) => [...commandIndex(tool).keys()]);
  throw new UnknownCommandError(asked, closestNames(asked, names));
}

/** The mapping of a command that is already at hand. */
function toMapping({ tool, path, metadata, effects }: FlatCommand): CommandMapping {
  return { command: [tool.name, ...path], metadata, tool, path, effects };
}
