import { invalid } from './assert-shape.ts';
import { nameCommand, nameWithHash } from './name-command.ts';
import type { Leaf } from './walk-commands.ts';

/**
 * Names commands of which some are not portable, or may share a name: the first get a hash of their path, and so does every
 * member of a clash, also one that is none but for letter case.
 *
 * @throws AtipValidationError when two commands have one name even so
 * @see ATIP 0.3 §8.2 rule 3
 */
export function settleNames<Named extends Pick<Leaf<unknown>, 'name' | 'tool' | 'path'>>(
  leaves: readonly Named[],
): Named[] {
  const owners = new Map<string, number>();
  const named = leaves.map((leaf) => {
    const segments = [leaf.tool.name, ...leaf.path];
    const name = nameCommand(segments);
    owners.set(name.toLowerCase(), (owners.get(name.toLowerCase()) ?? 0) + 1);
    return { leaf, segments, name };
  });
  const settled = new Set<string>();
  return named.map(({ leaf, segments, name: first }) => {
    // Every member of a clash: a plain name that silently changed its meaning would carry an approval along.
    const name = owners.get(first.toLowerCase()) === 1 ? first : nameWithHash(segments);
    const lower = name.toLowerCase();
    if (settled.has(lower)) throw invalid('/commands', `has two commands of the name "${name}"`, name);
    settled.add(lower);
    return { ...leaf, name };
  });
}
