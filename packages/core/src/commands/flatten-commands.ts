import { mergeEffects } from '../effects/merge-effects.ts';
import { AtipValidationError } from '../errors/bridge-errors.ts';
import { joinPointer } from '../json/pointer.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { nameCommand, nameWithHash } from './name-command.ts';

/** Far beyond any real tool; stops documents that are cyclic or made to exhaust the stack. */
const MAX_DEPTH = 100;

/** A command on its way to a FlatCommand: everything but the name, which depends on its siblings. */
type Unnamed = Omit<FlatCommand, 'name'>;

/**
 * Lists a tool's invocable commands, depth first and in document order.
 *
 * Shape: `{ commands: { pr: { commands: { create } } } }` → `[{ name: "gh_pr_create", path: ["pr", "create"], … }]`.
 * The empty key stands for its parent itself: `curl`'s `""` is called `curl` and has the path `[]`.
 * Names are unique within the tool, also when letter case is ignored.
 *
 * @throws AtipValidationError when the tree is deeper than 100 levels or two commands cannot be told apart by name
 * @see ATIP 0.3 §8.2 rule 3
 */
export function flattenCommands(tool: AtipTool): FlatCommand[] {
  const leaves: Unnamed[] = [];
  collect(tool, tool.commands, [], '/commands', mergeEffects(tool.effects), leaves, 0);
  return nameAll(tool, leaves);
}

function collect(
  tool: AtipTool,
  commands: unknown,
  path: readonly string[],
  pointer: string,
  inherited: AtipEffects,
  leaves: Unnamed[],
  depth: number,
): void {
  if (depth > MAX_DEPTH) {
    throw new AtipValidationError(`Commands are nested deeper than ${MAX_DEPTH} levels.`, ['commands', ...path], depth);
  }
  for (const [key, metadata] of Object.entries(commandsIn(commands, path))) {
    const own = key === '' ? path : [...path, key];
    const at = joinPointer(pointer, key);
    const effects = metadata.effects === undefined ? inherited : mergeEffects(inherited, metadata.effects);
    if (hasCommands(metadata)) collect(tool, metadata.commands, own, `${at}/commands`, effects, leaves, depth + 1);
    else leaves.push({ tool, path: own, pointer: at, metadata, effects });
  }
}

/** A node without subcommands is a command; one with them is a group, which only its `""` child makes runnable. */
function hasCommands(command: AtipCommand): boolean {
  return typeof command.commands === 'object' && command.commands !== null && Object.keys(command.commands).length > 0;
}

function commandsIn(commands: unknown, path: readonly string[]): Record<string, AtipCommand> {
  if (typeof commands !== 'object' || commands === null) return {};
  for (const [key, command] of Object.entries(commands)) {
    if (typeof command !== 'object' || command === null) {
      throw new AtipValidationError(
        `The command ${JSON.stringify(key)} must be an object.`,
        ['commands', ...path, key],
        command,
      );
    }
  }
  // Every value was just seen to be an object; what is inside is read field by field, each with its own check.
  return commands as Record<string, AtipCommand>;
}

function nameAll(tool: AtipTool, leaves: readonly Unnamed[]): FlatCommand[] {
  const names = leaves.map((leaf) => nameCommand([tool.name, ...leaf.path]));
  const taken = countByLowerCase(names);
  // Every member of a clash gets its hash: a plain name that silently changed its meaning would carry an approval along.
  const settled = leaves.map((leaf, index) => {
    const name = names[index] ?? '';
    return taken.get(name.toLowerCase()) === 1 ? name : nameWithHash([tool.name, ...leaf.path]);
  });
  const clash = [...countByLowerCase(settled)].find(([, count]) => count > 1);
  if (clash) {
    throw new AtipValidationError(
      `Two commands would both be called ${JSON.stringify(clash[0])}.`,
      ['commands'],
      clash[0],
    );
  }
  return leaves.map((leaf, index) => ({ name: settled[index] ?? '', ...leaf }));
}

function countByLowerCase(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return counts;
}
