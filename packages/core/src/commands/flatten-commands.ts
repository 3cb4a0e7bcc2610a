import { addLevel } from '../effects/merge-effects.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipTool } from '../types/tool.ts';
import { walkCommands } from './walk-commands.ts';

/**
 * Lists a tool's invocable commands, depth first and in document order.
 *
 * Shape: `{ commands: { pr: { commands: { create } } } }` → `[{ name: "gh_pr_create", path: ["pr", "create"], … }]`.
 * The empty key stands for its parent itself: `curl`'s `""` is called `curl` and has the path `[]`.
 * Names are unique within the tool, also when letter case is ignored.
 * Limits: 100 levels, 100,000 commands.
 *
 * @throws AtipValidationError when a field that compiling needs is missing or of the wrong type, the tree is too large, or
 * two commands cannot be told apart by name
 * @see ATIP 0.3 §8.2 rule 3
 */
export function flattenCommands(tool: AtipTool): FlatCommand[] {
  return walkCommands(tool, {}, addLevel);
}
