/**
 * The first index below `count` for which a condition holds; `count` if it never holds. The condition must hold for all
 * later indexes too. Asks about as many indexes as `count` has binary digits.
 */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
