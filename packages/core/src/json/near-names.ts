/**
 * Names that are written much like a given one, best first; at most 3. Case and dashes do not matter.
 * @param most typing errors. Absent: nearly half of the letters, for a reader who chooses
 */
export function nearNames(name: string, known: readonly string[], most?: number): string[] {
  const wanted = fold(name);
  const limit = most ?? wanted.length * 0.45;
  return known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, fold(candidate), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/**
 * The one name that a given one most likely misspells, by at most 2 typing errors; `undefined` when that is unclear.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  return nearNames(name, known, Math.min(2, Math.floor((fold(name).length - 1) / 2)))[0];
}

/**
 * The end of a sentence about an unknown name: ` Did you mean "force" or "forge"?`; empty without a near one.
 * @param show writes one name. Absent: in quotes
 */
export function didYouMean(
  near: string | readonly string[] | undefined,
  show: (name: string) => string = quoted,
): string {
  const names = [near ?? []].flat();
  return names.length === 0 ? '' : ` Did you mean ${names.map(show).join(' or ')}?`;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

/** Limits: only the first 64 characters of a name count. */
export function fold(text: string): string {
  return text
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, '');
}

/** The number of insertions, deletions, replacements and swaps of neighbours between two texts. */
function editDistance(from: string, to: string, most: number): number {
  // A difference in length is a distance already: most of a long list ends here.
  if (Math.abs(from.length - to.length) > most) return Number.POSITIVE_INFINITY;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
