import { isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import { MAX_PATH_LENGTH } from '../json/limits.ts';
import { MAX_COMMANDS, MAX_GLOBAL_USES } from '../metadata/check-commands.ts';
import type { AtipEffects } from '../types/effects.ts';
import type { AtipCommand, AtipTool } from '../types/tool.ts';
import { assertEffects, assertRecord, invalid } from './assert-shape.ts';
import { assertTool } from './assert-tool.ts';
import { isPortableName, MAX_NAME_LENGTH } from './name-command.ts';
import { OMITTED_COMMANDS } from './omitted-commands.ts';
import { settleNames } from './settle-names.ts';

/** Far beyond any real tool; with `MAX_COMMANDS` it stops documents that are cyclic, or made to exhaust stack or memory. */
const MAX_DEPTH = 100;

/** A command as the walk meets it, with what the effects of its levels come to. */
export interface Leaf<Effects> {
  readonly name: string;
  readonly tool: AtipTool;
  readonly path: readonly string[];
  readonly pointer: string;
  readonly metadata: AtipCommand;
  readonly effects: Effects;
}

/** A level of the tree: what its commands have in common. */
interface Level<Effects> {
  readonly path: readonly string[];
  readonly name: string;
  readonly pointer: string;
  readonly effects: Effects;
  readonly depth: number;
}

/** What is gathered on the way through the tree. */
interface Walk<Effects> {
  readonly tool: AtipTool;
  readonly add: (inherited: Effects, effects: AtipEffects) => Effects;
  readonly leaves: Leaf<Effects>[];
  /** True once two commands may have one name, or one has a name that is not portable. */
  doubtful: boolean;
}

/**
 * Lists a tool's invocable commands, depth first and in document order, adding up the effects of the levels above each as the
 * caller needs them.
 *
 * @param none what no level at all comes to
 * @param add what a level adds to those above it
 * @throws AtipValidationError as `flattenCommands`
 */
export function walkCommands<Effects>(
  tool: AtipTool,
  none: Effects,
  add: (inherited: Effects, effects: AtipEffects) => Effects,
): Leaf<Effects>[] {
  assertTool(tool);
  assertEffects(tool.effects, '');
  const walk: Walk<Effects> = { tool, add, leaves: [], doubtful: !isPortableName(tool.name) };
  if (tool.commands !== undefined) {
    const effects = tool.effects === undefined ? none : add(none, tool.effects);
    collect(walk, tool.commands, { path: [], name: tool.name, pointer: '/commands', effects, depth: 0 });
  }
  const options = tool.globalOptions?.length ?? 0;
  if (options * walk.leaves.length > MAX_GLOBAL_USES) throw invalid('/globalOptions', 'are too many', options);
  return walk.doubtful ? settleNames(walk.leaves) : walk.leaves;
}

function collect<Effects>(walk: Walk<Effects>, commands: unknown, level: Level<Effects>): void {
  const { path, name, pointer, depth } = level;
  if (depth > MAX_DEPTH) throw invalid(pointer, 'is too deep', depth);
  const nodes = assertRecord(commands, pointer);
  const keys = Object.keys(nodes);
  const values = Object.values(nodes);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? '';
    const plain = isPlain(key);
    const at = plain ? `${pointer}/${key}` : joinPointer(pointer, key);
    // Seen to be an object; what is inside is read field by field, each with its own check.
    const metadata = assertRecord(values[index], at) as unknown as AtipCommand;
    const effects = effectsOf(walk, metadata, at, level.effects);
    const own = key === '' ? path : extend(path, key);
    const ownName = key === '' ? name : `${name}_${key}`;
    if (ownName.length > MAX_PATH_LENGTH) throw invalid(at, 'is too long', ownName.length);
    if (!plain) walk.doubtful = true;
    if (hasCommands(metadata)) {
      // Below an empty key are commands of other names' paths.
      if (key === '') walk.doubtful = true;
      const below = { path: own, name: ownName, pointer: `${at}/commands`, effects, depth: depth + 1 };
      collect(walk, metadata.commands, below);
    } else if (metadata[OMITTED_COMMANDS] === undefined) {
      // Of plain keys after a portable tool name only the length can make a name not portable.
      if (ownName.length > MAX_NAME_LENGTH) walk.doubtful = true;
      walk.leaves.push({ name: ownName, tool: walk.tool, path: own, pointer: at, metadata, effects });
      if (walk.leaves.length > MAX_COMMANDS) throw invalid(at, 'is one too many', key);
    }
  }
}

function effectsOf<Effects>(
  { add }: Walk<Effects>,
  { effects }: AtipCommand,
  pointer: string,
  inherited: Effects,
): Effects {
  if (effects === undefined) return inherited;
  assertEffects(effects, pointer);
  return add(inherited, effects);
}

/**
 * Whether a key is of `[a-z0-9-]`: such keys, joined by `_`, can be told apart again, so no two paths of them have one name.
 * Character by character, since a regular expression takes longer to start than a key is long.
 */
function isPlain(key: string): boolean {
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    if (!((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d)) return false;
  }
  return true;
}

/** Without spreading, which is slow enough for two levels, where most commands are, to be seen in the whole. */
function extend(path: readonly string[], key: string): string[] {
  const [first, second] = path;
  if (first === undefined) return [key];
  return second === undefined ? [first, key] : [...path, key];
}

/** A node with subcommands is a group, which only its `""` child makes runnable; one without is a command. */
function hasCommands({ commands }: AtipCommand): boolean {
  return commands !== undefined && !(isRecord(commands) && Object.keys(commands).length === 0);
}
