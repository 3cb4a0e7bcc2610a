import { mergeEffects } from '../effects/merge-effects.ts';
import { joinPointer } from '../json/pointer.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { FlatCommand } from '../types/flat-command.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { assertEffects, assertRecord, invalid } from './assert-shape.ts';
import { assertTool } from './assert-tool.ts';
import { nameCommand, nameWithHash } from './name-command.ts';

/** Far beyond any real tool; both stop documents that are cyclic, or made to exhaust stack or memory. */
const MAX_DEPTH = 100;
const MAX_COMMANDS = 100_000;

/** A command on its way to a FlatCommand: everything but the name, which depends on its siblings. */
type Unnamed = Omit<FlatCommand, 'name'>;

/** A level of the tree: what its commands have in common. */
interface Level {
  readonly path: readonly string[];
  readonly pointer: string;
  readonly inherited: AtipEffects;
  readonly depth: number;
}

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
  assertTool(tool);
  assertEffects(tool.effects, '');
  const leaves: Unnamed[] = [];
  const top = { path: [], pointer: '/commands', inherited: mergeEffects(tool.effects), depth: 0 };
  if (tool.commands !== undefined) collect(tool, tool.commands, top, leaves);
  return nameAll(tool, leaves);
}

function collect(tool: AtipTool, commands: unknown, level: Level, leaves: Unnamed[]): void {
  const { path, pointer, inherited, depth } = level;
  if (depth > MAX_DEPTH) throw invalid(pointer, `is nested deeper than ${MAX_DEPTH} levels`, depth);
  for (const [key, command] of Object.entries(assertRecord(commands, pointer))) {
    const at = joinPointer(pointer, key);
    // Seen to be an object; what is inside is read field by field, each with its own check.
    const metadata = assertRecord(command, at) as unknown as AtipCommand;
    assertEffects(metadata.effects, at);
    const own = key === '' ? path : [...path, key];
    const effects = metadata.effects === undefined ? inherited : mergeEffects(inherited, metadata.effects);
    if (hasCommands(metadata)) {
      collect(
        tool,
        metadata.commands,
        { path: own, pointer: `${at}/commands`, inherited: effects, depth: depth + 1 },
        leaves,
      );
    } else {
      leaves.push({ tool, path: own, pointer: at, metadata, effects });
      if (leaves.length > MAX_COMMANDS)
        throw invalid(at, `is one of more than ${MAX_COMMANDS} commands`, leaves.length);
    }
  }
}

/** A node without subcommands is a command; one with them is a group, which only its `""` child makes runnable. */
function hasCommands({ commands }: AtipCommand): boolean {
  return typeof commands === 'object' && commands !== null ? Object.keys(commands).length > 0 : commands !== undefined;
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
  if (clash)
    throw invalid('/commands', `has two commands that would both be called ${JSON.stringify(clash[0])}`, clash[0]);
  return leaves.map((leaf, index) => ({ name: settled[index] ?? '', ...leaf }));
}

function countByLowerCase(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return counts;
}
