import { expect, test } from 'vitest';
import { shellWords } from './expand-pattern.ts';

/** Words with their variables as `<name>`. */
function wordsOf(command: string): string[] {
  const split = shellWords(command);
  if ('problem' in split) return [split.problem];
  return split.words.map((word) => word.map((part) => ('text' in part ? part.text : `<${part.variable}>`)).join(''));
}

test.each<[string, string[]]>([
  ['', []],
  [' \t ', []],
  ['git status', ['git', 'status']],
  ['git  commit\t-m x', ['git', 'commit', '-m', 'x']],
  [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
  [`a b'c'"d"\\e`, ['a', 'bcde']],
  [`a '' ""`, ['a', '', '']],
  [`a '"' "'" \\" \\'`, ['a', '"', "'", '"', "'"]],
  [`'$x | \`y\` * \\'`, ['$x | `y` * \\']],
  [`"\\$x \\\`y \\" \\\\ \\n | * ~ #"`, ['$x `y " \\ \\n | * ~ #']],
  ['git \\\n status', ['git', 'status']],
  ['"a\\\nb"', ['ab']],
  ["'a\nb'", ['a\nb']],
  ['x \\$HOME \\* \\~ \\{a\\}', ['x', '$HOME', '*', '~', '{a}']],
  ['git checkout -b {branch}', ['git', 'checkout', '-b', '<branch>']],
  [`git commit -m "Add {what}: '{why}'"`, ['git', 'commit', '-m', "Add <what>: '<why>'"]],
  [`a '{b}' --x={c}{d}.e`, ['a', '<b>', '--x=<c><d>.e']],
  ['git stash show stash@{0} HEAD~1 {} x}', ['git', 'stash', 'show', 'stash@{0}', 'HEAD~1', '{}', 'x}']],
  ['a x#y x!y ""~ 50% a=b', ['a', 'x#y', 'x!y', '~', '50%', 'a=b']],
])('%j is %j', (command, expected) => {
  expect(wordsOf(command)).toStrictEqual(expected);
});

test.each<[string, string]>([
  ['a | b', '"|"'],
  ['a && b', '"&"'],
  ['a &', '"&"'],
  ['a; b', '";"'],
  ['a > f', '">"'],
  ['a 2>&1', '">"'],
  ['a < f', '"<"'],
  ['a <<< f', '"<"'],
  ['a $(b)', '"$"'],
  ['a $b', '"$"'],
  ['a ${b', '"$"'],
  ['a `b`', '"`"'],
  ['a "$b"', '"$"'],
  ['a "x$(b)"', '"$"'],
  ['a "`b`"', '"`"'],
  ['a "\\\\$b"', '"$"'],
  ['(a)', '"("'],
  ['a *.ts', '"*"'],
  ['a ?', '"?"'],
  ['a [ab]', '"["'],
  ['a {b,c}', '"{"'],
  ['a {1..3}', '"{"'],
  ['{ a }', '"{"'],
  ['a ~', '"~"'],
  ['a ~/x', '"~"'],
  ['a --x=~/x', '"=~"'],
  ['a x:~', '":~"'],
  ['a # b', '"#"'],
  ['! a', '"!"'],
  ['a\nb', '"\\n"'],
  ['a\u00a0b', '"\u00a0"'],
])('%j needs a shell for %s', (command, special) => {
  expect(wordsOf(command)).toStrictEqual([
    `needs a shell for ${special}, and none is used; quote it if it is meant as text`,
  ]);
});

test.each<[string, string]>([
  ["a 'b", "has a quote (') that is not closed"],
  ['a "b', 'has a quote (") that is not closed'],
  ['a "b\\"', 'has a quote (") that is not closed'],
  ['a \\', 'ends in a backslash'],
])('%j cannot be read', (command, problem) => {
  expect(wordsOf(command)).toStrictEqual([problem]);
});

test.each(['"', "'", '\\', '{', '"\\', '{a', "''", '""', '{a}', ' ', '"a', '"\\$'])(
  '30,000 of %j end at once',
  (unit) => {
    // Quadratic it would take minutes, past the test's own limit.
    expect(() => shellWords(unit.repeat(30_000))).not.toThrow();
  },
);
