/** How well a name fits what was typed, letter case aside: 0 equal, 1 begins so, 2 has it inside, 3 not at all. */
export function matchRank(name: string, query: string): 0 | 1 | 2 | 3 {
  const [text, wanted] = [name.toLowerCase(), query.trim().toLowerCase()];
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  return text.includes(wanted) ? 2 : 3;
}

/** The names that have what was typed, the best first, else in the order they come in. */
export function matchNames(names: readonly string[], query: string): readonly string[] {
  if (query.trim() === '') return names;
  return names.filter((name) => matchRank(name, query) < 3).sort((a, b) => matchRank(a, query) - matchRank(b, query));
}
