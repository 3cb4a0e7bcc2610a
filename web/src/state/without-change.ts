/** Where two texts differ: from `start` on, up to where the last `same` characters of both begin. */
interface Difference {
  readonly start: number;
  readonly same: number;
}

/**
 * `now` without the change that made `after` of `before`, keeping what was changed elsewhere since.
 *
 * Shape: `("ac", "abc", "abcd")` → `"acd"`.
 *
 * @returns `undefined` when what was changed since is in the same place
 */
export function withoutChange(before: string, after: string, now: string): string | undefined {
  const made = differenceOf(before, after);
  const since = differenceOf(after, now);
  const old = before.slice(made.start, before.length - made.same);
  if (now === after) return before;
  if (since.start >= after.length - made.same) {
    return now.slice(0, made.start) + old + now.slice(after.length - made.same);
  }
  if (after.length - since.same <= made.start) {
    const shift = now.length - after.length;
    return now.slice(0, made.start + shift) + old + now.slice(after.length - made.same + shift);
  }
  return undefined;
}

function differenceOf(one: string, other: string): Difference {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let same = 0;
  while (same < shorter - start && one[one.length - 1 - same] === other[other.length - 1 - same]) same += 1;
  return { start, same };
}
