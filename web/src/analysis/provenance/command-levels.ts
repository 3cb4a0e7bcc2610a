import type { JsonNode } from '@atip/core';
import { type JsonPlace, placeBelow, rootPlace, tokensOf } from './json-place.ts';

/** One of the levels whose words hold for a command. */
export interface Level {
  readonly place: JsonPlace;
  readonly noun: 'the command' | 'its group' | 'the tool';
}

/** A place that went into a line. */
export interface Part {
  readonly place: JsonPlace;
  /** For a person, such as ``"`effects.network`"``. */
  readonly name: string;
  /** Whose it is, such as `"its group"`. */
  readonly owner: string;
}

/** Finds the levels of commands; those of a group are found once for all that is in it. */
export interface LevelFinder {
  /** Itself first, then each group above, the tool last. What the text does not have is left out, but for the tool. */
  levelsOf(pointer: string): readonly Level[];
}

export function createLevelFinder(root: JsonNode): LevelFinder {
  const groups = new Map<string, readonly Level[]>([['', [{ place: rootPlace(root), noun: 'the tool' }]]]);
  const levelsOf = (pointer: string, noun: Level['noun']): readonly Level[] => {
    const end = pointer.lastIndexOf('/commands/');
    const above = end < 0 ? '' : pointer.slice(0, end);
    const levels = groups.get(above) ?? levelsOf(above, 'its group');
    groups.set(above, levels);
    const [nearest] = levels;
    const [field = '', key] = tokensOf(pointer.slice(above.length));
    const place = nearest && key !== undefined ? placeBelow(nearest.place, field, key) : undefined;
    return place ? [{ place, noun }, ...levels] : levels;
  };
  return { levelsOf: (pointer) => levelsOf(pointer, 'the command') };
}

/** The members that these levels have at a path, such as `['effects', 'network']`, and whose value counts. */
export function levelParts(
  levels: readonly Level[],
  path: readonly string[],
  counts: (value: unknown) => boolean,
): Part[] {
  const parts: Part[] = [];
  for (const { place, noun } of levels) {
    // The value is at hand; its place is only looked for where it counts, which is seldom.
    const found = counts(valueBelow(place.node.value, path)) ? placeBelow(place, ...path) : undefined;
    if (found) parts.push({ place: found, name: `\`${path.join('.')}\``, owner: noun });
  }
  return parts;
}

function valueBelow(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** Most names in one reason. */
const MAX_NAMED = 4;

/** For example ``"made from `description` and `effects.destructive` of the command"``. */
export function reasonOf(parts: readonly Part[]): string {
  const named = [...new Map(parts.map((part) => [`${part.name} ${part.owner}`, part])).values()];
  const shown = named.length > MAX_NAMED ? named.slice(0, MAX_NAMED - 1) : named;
  const words = shown.map(({ name, owner }, index) =>
    owner === shown[index + 1]?.owner ? name : `${name} of ${owner}`,
  );
  if (shown.length < named.length) words.push('more');
  const last = words.pop() ?? '';
  return `made from ${words.length > 0 ? `${words.join(', ')} and ${last}` : last}`;
}
