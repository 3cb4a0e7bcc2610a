import {
  type AtipTool,
  type Compilation,
  type CompiledEntry,
  type FlatCommand,
  flattenCommands,
  type JsonNode,
  readJson,
} from '@atip/core';
import { createLevelFinder, type LevelFinder } from './command-levels.ts';
import { nearestPlace, rootPlace } from './json-place.ts';
import { actionLabels, parameterUses } from './parameter-uses.ts';
import type { Provenance } from './provenance.ts';
import { createProvenanceBuilder, type ProvenanceBuilder } from './provenance-builder.ts';
import type { Target, TargetCommand } from './target.ts';
import { writeList } from './write-lines.ts';
import { writeTool } from './write-tool.ts';

/**
 * Says for every line of `JSON.stringify(compilation.tools, null, 2)` which places of the document made it.
 *
 * Shape: the line `"name": "gh_pr_create"` → the key `"create"`, then `"pr"` and the tool's `name`; a description → the
 * command's, then the effects that became its flags. What no place made is the command's, as made by the dialect. Works for
 * any provider, strict or not, for both strategies, and for a part of the tool by `selectCommands`: pointers stay the same.
 *
 * @param sourceText the document that `tool` was parsed from
 * @param compilation of this tool alone
 * @returns `undefined` when the text is no JSON, such as a help text that was imported
 */
export function provenanceOf(sourceText: string, tool: AtipTool, compilation: Compilation): Provenance | undefined {
  const { root, issues } = readJson(sourceText);
  // The reader goes on past what it can guess, which a tool's own text never needs.
  if (root === undefined || issues.some(({ severity }) => severity === 'error')) return undefined;
  const builder = createProvenanceBuilder(sourceText);
  const { tools, entries, losses } = compilation;
  const told = new Set(losses.filter(({ code }) => code === 'in-text').map(({ pointer }) => pointer));
  const commandsOf = commandFinder(tool);
  const shared: Shared = { builder, root, told, levels: createLevelFinder(root) };
  const whole = builder.source([rootPlace(root)], 'the list of tools, made by the dialect', 'dialect');
  writeList(builder, tools, whole, (one, index) => {
    const entry = entries[index];
    if (entry) writeTool(targetOf(shared, tool, entry, commandsOf(entry), one), one);
  });
  return builder.build();
}

/** The commands that an entry's tool runs: the one at its pointer, or all of its group in the order of its actions. */
function commandFinder(tool: AtipTool): (entry: CompiledEntry) => readonly FlatCommand[] {
  const byPointer = new Map<string, FlatCommand>();
  const byGroup = new Map<string, FlatCommand[]>();
  for (const command of flattenCommands(tool)) {
    byPointer.set(command.pointer, command);
    const group = JSON.stringify(command.path.slice(0, -1));
    const members = byGroup.get(group);
    if (members) members.push(command);
    else byGroup.set(group, [command]);
  }
  return ({ pointer, path }) => {
    const command = byPointer.get(pointer);
    return command ? [command] : (byGroup.get(JSON.stringify(path)) ?? []);
  };
}

interface Shared {
  readonly builder: ProvenanceBuilder;
  readonly root: JsonNode;
  readonly told: ReadonlySet<string>;
  readonly levels: LevelFinder;
}

function targetOf(
  shared: Shared,
  tool: AtipTool,
  entry: CompiledEntry,
  commands: readonly FlatCommand[],
  compiled: unknown,
): Target {
  const { builder, root, told } = shared;
  const place = nearestPlace(root, entry.pointer);
  const isGroup = commands[0]?.pointer !== entry.pointer;
  const wrapper = builder.source(
    [place],
    `made by the dialect, for ${isGroup ? 'the group' : 'the command'}`,
    'dialect',
  );
  return {
    builder,
    root,
    told,
    entry,
    place,
    commands: commands.map(({ pointer, effects }): TargetCommand => {
      const levels = shared.levels.levelsOf(pointer);
      return { pointer, effects, levels, place: levels[0]?.place ?? place };
    }),
    isGroup,
    wrapper,
    parameters: isGroup
      ? parameterUses(tool, entry, commands, actionLabels(compiled))
      : new Map(Object.entries(entry.parameters).map(([key, pointer]) => [key, [pointer]])),
  };
}
