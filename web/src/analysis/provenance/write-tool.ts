import { type Part, reasonOf } from './command-levels.ts';
import { flagParts, hintParts } from './effect-parts.ts';
import { keyOf, nearestPlace, placeBelow, rootPlace } from './json-place.ts';
import type { SourceId } from './provenance-builder.ts';
import type { Target, TargetCommand } from './target.ts';
import { isObject, writeObject, writeWhole } from './write-lines.ts';
import { writeSchema } from './write-schema.ts';

/** Notes the lines of one compiled tool, in any provider's form. */
export function writeTool(target: Target, tool: unknown): void {
  const { builder, wrapper } = target;
  if (!isObject(tool)) {
    writeWhole(builder, tool, wrapper);
    return;
  }
  writeObject(builder, tool, wrapper, (key, value) => {
    if (key === 'name' || key === 'title') builder.line(nameOf(target));
    else if (key === 'description') builder.line(descriptionOf(target));
    else if (key === 'annotations' && isObject(value)) writeHints(target, value);
    else if (!isObject(value)) writeWhole(builder, value, wrapper);
    else if ('properties' in value) writeSchema(target, value);
    // OpenAI's `function`, Bedrock's `toolSpec` and its `json`.
    else writeTool(target, value);
  });
}

/** The command's key, those of the groups above it, and the tool's name. */
function nameOf({ builder, root, place, commands, entry, isGroup }: Target): SourceId {
  const own = placeBelow(rootPlace(root), 'name');
  if (place.member === undefined) return builder.source([own ?? place], 'made from `name` of the tool');
  const levels = commands[0]?.levels ?? [];
  const groups = levels.filter(({ place: group }) => place.path.startsWith(`${group.path}/`) && group.path !== '');
  const keys = [place, ...groups.map((group) => group.place)].map(keyOf);
  const noun = isGroup ? 'the group' : 'the command';
  const what = entry.path.length > 1 ? `the keys that lead to ${noun}` : `the key of ${noun}`;
  return builder.source([...keys, ...(own ? [own] : [])], `made from ${what} and \`name\` of the tool`);
}

function descriptionOf(target: Target): SourceId {
  const { builder, place, isGroup, commands } = target;
  const [only] = commands;
  if (!isGroup && only) {
    const parts = [...textParts(target, only), ...flagParts(only)];
    return sourceOf(target, parts, reasonOf(parts));
  }
  const about = placeBelow(place, 'description');
  const parts: Part[] = [
    ...(about ? [{ place: about, name: '`description`', owner: 'the group' }] : []),
    ...commands.flatMap((command) => [...textParts(target, command), ...flagParts(command)]),
  ];
  return parts.length === 0 ? builder.source([place], 'made from the group') : sourceOf(target, parts, reasonOf(parts));
}

/** The prose of a command, or its name where that is empty, and its examples where those are told. */
function textParts({ told }: Target, { place, pointer }: TargetCommand): Part[] {
  const prose = placeBelow(place, 'description');
  const said = typeof prose?.node.value === 'string' && prose.node.value.trim() !== '' ? prose : undefined;
  const examples = told.has(`${pointer}/examples`) ? placeBelow(place, 'examples') : undefined;
  return [
    said
      ? { place: said, name: '`description`', owner: 'the command' }
      : { place: keyOf(place), name: 'the key', owner: 'the command' },
    ...(examples ? [{ place: examples, name: '`examples`', owner: 'the command' }] : []),
  ];
}

/** MCP's hints: what is not stated is the worst. */
function writeHints(target: Target, hints: object): void {
  const { builder, wrapper, commands, parameters, root, place } = target;
  const added = [...parameters.values()].flat().flatMap((pointer): Part[] => {
    const found = placeBelow(nearestPlace(root, pointer), 'x-effects');
    return found ? [{ place: found, name: '`x-effects`', owner: 'its parameters' }] : [];
  });
  writeObject(builder, hints, wrapper, (hint, value) => {
    const parts = [...commands.flatMap(({ levels }) => hintParts(levels, hint, value)), ...added];
    builder.line(
      parts.length === 0
        ? builder.source([place], 'the worst, since it is not stated')
        : sourceOf(target, parts, reasonOf(parts)),
    );
  });
}

function sourceOf({ builder }: Target, parts: readonly Part[], reason: string): SourceId {
  return builder.source(
    parts.map(({ place }) => place),
    reason,
  );
}
