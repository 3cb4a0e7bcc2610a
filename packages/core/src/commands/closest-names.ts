/**
 * Names that share most of their three-letter pieces with the one asked for, best first; at most 3.
 *
 * Limits: of what was asked for, the first 128 characters count.
 */
export function closestNames(name: string, candidates: readonly string[]): string[] {
  const wanted = trigrams(name);
  return candidates
    .map((candidate) => ({ candidate, score: similarity(wanted, trigrams(candidate)) }))
    .filter(({ score }) => score > 0.5)
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text.slice(0, 128).toLowerCase()} `;
  const pieces = new Set<string>();
  for (let index = 0; index + 3 <= padded.length; index++) pieces.add(padded.slice(index, index + 3));
  return pieces;
}

/** Dice coefficient: 0 nothing in common, 1 the same. */
function similarity(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared++;
  return (2 * shared) / (a.size + b.size);
}
