/** Shape: 1, `tool` → `1 tool`; 2, `tool` → `2 tools`. */
export function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
