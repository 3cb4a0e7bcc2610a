/** What people write for the values of ATIP, from other schema languages and programming languages. */
const ALIASES: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  str: 'string',
  text: 'string',
  bool: 'boolean',
  flag: 'boolean',
  switch: 'boolean',
  float: 'number',
  double: 'number',
  path: 'file',
  filename: 'file',
  dir: 'directory',
  folder: 'directory',
  uri: 'url',
  list: 'array',
  choice: 'enum',
  desc: 'description',
  help: 'description',
  args: 'arguments',
  params: 'arguments',
  opts: 'options',
  subcommands: 'commands',
  env: 'envVar',
  choices: 'enum',
  values: 'enum',
  apikey: 'api-key',
};

/** The allowed value that was most likely meant, or `undefined` when that is not clear. Case and dashes do not matter. */
export function nearestValue(received: string, allowed: readonly string[]): string | undefined {
  const wanted = fold(received);
  const alias = Object.hasOwn(ALIASES, wanted) ? ALIASES[wanted] : undefined;
  if (alias !== undefined && allowed.includes(alias)) {
    return alias;
  }
  let nearest: string | undefined;
  let smallest = Math.min(2, Math.floor((wanted.length - 1) / 2)) + 1;
  for (const candidate of allowed) {
    const distance = editDistance(wanted, fold(candidate));
    if (distance < smallest) {
      nearest = candidate;
      smallest = distance;
    }
  }
  return nearest;
}

function fold(text: string): string {
  return text
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other. */
function editDistance(from: string, to: string): number {
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
