const VERSION = /^v?(\d+(?:\.\d+)*)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/;

/**
 * Compares two versions like semver, with any count of numbers: `1.10` is above `1.9`, `2.0.0-rc.1` below `2.0.0`.
 * @returns above 0 when the first is higher; undefined for any other text
 */
export function compareVersions(one: string, other: string): number | undefined {
  const [first, second] = [VERSION.exec(one), VERSION.exec(other)];
  if (!first || !second) return undefined;
  const byNumber = compareParts(first[1] ?? '', second[1] ?? '', '0');
  if (byNumber !== 0) return byNumber;
  const [early, late] = [first[2], second[2]];
  if (early === undefined || late === undefined) return Number(late !== undefined) - Number(early !== undefined);
  return compareParts(early, late, '');
}

/** @param missing replaces a part that one version lacks */
function compareParts(one: string, other: string, missing: string): number {
  const [ours, theirs] = [one.split('.'), other.split('.')];
  for (let at = 0; at < Math.max(ours.length, theirs.length); at += 1) {
    const [a = missing, b = missing] = [ours[at], theirs[at]];
    if (a === b) continue;
    const isNumber = [a, b].map((part) => /^\d+$/.test(part));
    // Numbers are below words, and a missing part is below both.
    if (isNumber[0] !== isNumber[1] && a !== '' && b !== '') return isNumber[0] ? -1 : 1;
    if (isNumber[0] && isNumber[1]) {
      const difference = BigInt(a) - BigInt(b);
      if (difference !== 0n) return difference < 0n ? -1 : 1;
    } else return a < b ? -1 : 1;
  }
  return 0;
}
