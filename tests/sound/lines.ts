// Sets of lines: from files, and those that are too large to be written down.

/** Lines of a text file, or `line` of each object of a `.jsonl` file. */
export function readLines(file: string, text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return file.endsWith('.jsonl') ? lines.map((line) => lineOf(JSON.parse(line))) : lines;
}

function lineOf(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'line' in value && typeof value.line === 'string')
    return value.line;
  throw new Error('An object without a line.');
}

const MEGABYTE = 2 ** 20;

/** Lines of about 1 MB, and nesting of 10,000. */
export function bigLines(): readonly string[] {
  const nest = (open: string, inner: string, close: string, depth: number): string =>
    `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
  const pairs: readonly (readonly [open: string, inner: string, close: string])[] = [
    ['(', 'rm x', ')'],
    ['( ', 'rm x', ' )'],
    ['{ ', 'rm x', '; }'],
    ['$(', 'rm x', ')'],
    ['echo $(', 'rm x', ')'],
    ['echo "$(', 'rm x', ')"'],
    ['if :; then ', 'rm x', '; fi'],
    ['while :; do ', 'rm x', '; break; done'],
    ['! ', 'rm x', ''],
    ['env ', 'rm x', ''],
    ['eval ', 'rm x', ''],
    ['echo ${x:-', '$(rm x)', '}'],
    ['$((', '$(rm x)', '))'],
    ['echo <(', 'rm x', ')'],
    ['a=(', '$(rm x)', ')'],
    ['f() { ', 'rm x', '; }'],
    ['case a in a) ', 'rm x', ';; esac'],
    ['[[ ( ', '$(rm x)', ' ) ]]'],
  ];
  return [
    `echo ${'a'.repeat(MEGABYTE)}; rm x`,
    `echo '${'a b '.repeat(MEGABYTE / 4)}'; rm x`,
    `${': ; '.repeat(MEGABYTE / 4)}rm x`,
    `${': a\n'.repeat(MEGABYTE / 4)}rm x`,
    `# ${'a'.repeat(MEGABYTE)}\nrm x`,
    `: <<A\n${'$(\n'.repeat(1)}${'text\n'.repeat(MEGABYTE / 5)}A\nrm x`,
    `: <<'A'\n${'$(rm y)\n'.repeat(MEGABYTE / 8)}A\nrm x`,
    `${' '.repeat(MEGABYTE)}rm x`,
    `${'\n'.repeat(MEGABYTE)}rm x`,
    `r${'\\\n'.repeat(MEGABYTE / 2)}m x`,
    `r${"''".repeat(MEGABYTE / 2)}m x`,
    `: {1..9}{1..9}{1..9}{1..9}; rm x`,
    `rm {a,b}{a,b}{a,b}{a,b}`,
    `${'\\'.repeat(100_001)}rm x`,
    `${'"'.repeat(100_000)}rm x`,
    `${'`'.repeat(100_000)}rm x`,
    `${'<'.repeat(100_000)}rm x`,
    `${'$'.repeat(100_000)}(rm x)`,
    ...[3, 40, 10_000].flatMap((depth) => pairs.map(([open, inner, close]) => nest(open, inner, close, depth))),
    ...pairs.map(([open, inner]) => `${open.repeat(10_000)}${inner}`),
  ];
}
