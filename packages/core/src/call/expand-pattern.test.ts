import { expect, test } from 'vitest';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import type { AtipPattern } from '../types/tool.ts';
import { expandPattern, shellWords } from './expand-pattern.ts';

/** A pattern of these command lines whose variables have these types. */
function pattern(commands: string | readonly string[], types: Readonly<Record<string, string>> = {}): AtipPattern {
  return {
    name: 'p',
    description: 'P',
    steps: [commands].flat().map((command) => ({ command })),
    variables: Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type, description: name }])),
  };
}

function refusal(given: AtipPattern, values?: unknown): unknown[] {
  try {
    return expandPattern(given, values as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof ArgumentValidationError)) throw error;
    return error.errors.map(({ code, parameter, message }) => [code, parameter, message]);
  }
}

test('a workflow becomes one argv for each step', () => {
  const workflow = pattern(
    ['git checkout -b {branch}', 'gh pr create --fill', 'git commit -m "Add {branch}" -- {file}'],
    {
      branch: 'string',
      file: 'file',
    },
  );
  expect(expandPattern(workflow, { branch: 'a b', file: '-x' })).toStrictEqual([
    ['git', 'checkout', '-b', 'a b'],
    ['gh', 'pr', 'create', '--fill'],
    ['git', 'commit', '-m', 'Add a b', '--', '-x'],
  ]);
  expect(expandPattern(pattern('git status'))).toStrictEqual([['git', 'status']]);
});

test.each(['x; rm -rf /', "' ; '", '{branch}', 'a\nb'])('the value %j stays one argument', (value) => {
  expect(expandPattern(pattern('git log {v} "in {v}"', { v: 'string' }), { v: value })).toStrictEqual([
    ['git', 'log', value, `in ${value}`],
  ]);
});

test.each<[string, unknown, string]>([['boolean', true, 'true']])('a value of type %s', (type, value, text) => {
  expect(expandPattern(pattern('x --n={v}', { v: type }), { v: value })).toStrictEqual([['x', `--n=${text}`]]);
});

test.each<[string, unknown, string, string]>([
  ['string', undefined, 'MISSING_REQUIRED', 'is required'],
  ['string', '', 'MISSING_REQUIRED', 'is required'],
  ['string', 'a\u001b[31m', 'INVALID_FORMAT', 'contains the control character U+001B'],
  ['url', 'a b', 'INVALID_FORMAT', 'is not a URL: it is empty or contains white space'],
])('a %s cannot be %j', (type, value, code, problem) => {
  expect(refusal(pattern('x a{v}', { v: type }), { v: value })).toStrictEqual([[code, 'v', `"v" ${problem}.`]]);
});

const STEP = '/steps/0/command';

test.each<[string, Record<string, unknown>, string]>([
  ['git log {v}', { v: '--output=x' }, 'would be read as an option'],
  ['git log {v}', { v: '-' }, 'would be read as an option'],
  ['git log ""{v}', { v: '-x' }, 'would be read as an option'],
  ['git log {v}{w}', { v: '-', w: 'x' }, 'would be read as an option'],
  ['head {n}', { n: -5 }, 'would be read as an option'],
  ['{v} status', { v: 'git' }, 'does not begin with the name of a program'],
  ['./{v}', { v: 'x' }, 'does not begin with the name of a program'],
  ['-x {v}', { v: 'x' }, 'does not begin with the name of a program'],
  ['"" {v}', { v: 'x' }, 'does not begin with the name of a program'],
  ['A=1 git log {v}', { v: 'x' }, 'does not begin with the name of a program'],
  ['', {}, 'is empty'],
  ['git log {other}', {}, 'uses a variable that the pattern does not declare'],
  ['git log {__proto__}', {}, 'uses a variable that the pattern does not declare'],
  ['git log | cat', {}, 'needs a shell for "|"'],
  ['bash -c "git log {v}"', { v: 'x' }, 'hands a program to a shell'],
  ['sudo /bin/sh -lc x', {}, 'hands a program to a shell'],
  ['bash --norc -ec x', {}, 'hands a program to a shell'],
  ['fish --command=x', {}, 'hands a program to a shell'],
  ['cmd.exe /c x', {}, 'hands a program to a shell'],
  ['C:\\\\x\\\\PowerShell.exe -Command x', {}, 'hands a program to a shell'],
  ['env {v} -c x', { v: 'zsh' }, 'hands a program to a shell'],
  ['git log a\u200b\u{e0041}b', {}, 'has characters that hide (U+200B U+E0041)'],
  ['git log \u0007', {}, 'contains the control character U+0007'],
])('%j with %j is refused', (command, values, problem) => {
  const types = Object.fromEntries(Object.keys(values).map((name) => [name, name === 'n' ? 'integer' : 'string']));
  expect(refusal(pattern(command, types), values)).toStrictEqual([
    ['INVALID_FORMAT', STEP, expect.stringContaining(problem)],
  ]);
});

test.each([
  ['git log --author={v}', '-x', ['git', 'log', '--author=-x']],
  ['git log -- {v}', '-x', ['git', 'log', '--', '-x']],
  ['git log a{v}', '-x', ['git', 'log', 'a-x']],
  ['bash script.sh {v}', 'x', ['bash', 'script.sh', 'x']],
  ['grep -c {v}', 'sh', ['grep', '-c', 'sh']],
])('%j with %j is not', (command, value, argv) => {
  expect(expandPattern(pattern(command, { v: 'string' }), { v: value })).toStrictEqual([argv]);
});

test('everything that is wrong is told at once, and never a value', () => {
  const problems = refusal(pattern(['git log {v}', 'a | b', 'x {w}'], { v: 'string', w: 'integer' }), {
    v: '-hunter2',
    w: 'hunter2',
    'ex\u001btra': 'hunter2',
  });
  expect(problems).toStrictEqual([
    ['INVALID_TYPE', 'w', '"w" must be a whole number, not a string.'],
    ['INVALID_FORMAT', 'ex\u001btra', '"ex\\u001btra" is no variable of the pattern.'],
    ['INVALID_FORMAT', STEP, expect.stringContaining('read as an option')],
    ['INVALID_FORMAT', '/steps/1/command', expect.stringContaining('needs a shell')],
  ]);
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});

test.each<[unknown, string]>([
  [{}, '/steps'],
  [{ steps: Array.from({ length: 101 }, () => ({ command: 'git status' })) }, '/steps'],
  [{ steps: [null] }, STEP],
])('a pattern of other form is refused', (given, parameter) => {
  expect(refusal(given as AtipPattern)).toStrictEqual([['INVALID_FORMAT', parameter, expect.any(String)]]);
});

test('a value that is used many times cannot outgrow a step, nor an argument', () => {
  const words = pattern(`x ${'a{v} '.repeat(5000)}`, { v: 'string' });
  expect(refusal(words, { v: 'y'.repeat(32_000) })).toStrictEqual([
    ['INVALID_FORMAT', STEP, expect.stringContaining('longer than 131072')],
  ]);
  expect(expandPattern(words, { v: 'y' })[0]).toHaveLength(5001);
  const long = pattern(`x ${'{v}'.repeat(100_000)}`, { v: 'string' });
  expect(refusal(pattern('x {v}{v}', { v: 'string' }), { v: 'y'.repeat(20_000) })).toStrictEqual([
    ['INVALID_FORMAT', STEP, expect.stringContaining('longer than 32768')],
  ]);
  expect(refusal(long, { v: 'y'.repeat(32_768) })).toStrictEqual([
    ['INVALID_FORMAT', STEP, expect.stringContaining('longer than')],
  ]);
});

test('own properties only', () => {
  const odd = JSON.parse(
    '{"steps":[{"command":"x {toString}"}],"variables":{"toString":{"type":"string","description":"d"},"y":null}}',
  );
  expect(refusal(odd, { y: 'z' })).toStrictEqual([['MISSING_REQUIRED', 'toString', '"toString" is required.']]);
});

/** Words with their variables as `<name>`. */
function wordsOf(command: string): string[] {
  const split = shellWords(command);
  if ('problem' in split) return [split.problem];
  return split.words.map((word) => word.map((part) => ('text' in part ? part.text : `<${part.variable}>`)).join(''));
}

test.each<[string, string[]]>([
  [' \t ', []],
  [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
  [`a '' ""`, ['a', '', '']],
  [`a '"' "'" \\" \\'`, ['a', '"', "'", '"', "'"]],
  [`'$x | \`y\` * \\'`, ['$x | `y` * \\']],
  [`"\\$x \\\`y \\" \\\\ \\n | * ~ #"`, ['$x `y " \\ \\n | * ~ #']],
  ['git \\\n status', ['git', 'status']],
  ['"a\\\nb"', ['ab']],
  ['x \\$HOME \\* \\~ \\{a\\}', ['x', '$HOME', '*', '~', '{a}']],
  [`a '{b}' --x={c}{d}.e`, ['a', '<b>', '--x=<c><d>.e']],
  ['git stash show stash@{0} HEAD~1 {} x}', ['git', 'stash', 'show', 'stash@{0}', 'HEAD~1', '{}', 'x}']],
  ['a x#y x!y ""~ 50% a=b', ['a', 'x#y', 'x!y', '~', '50%', 'a=b']],
])('%j is %j', (command, expected) => {
  expect(wordsOf(command)).toStrictEqual(expected);
});

test.each<[string, string]>([
  ['a | b', '"|"'],
  ['a && b', '"&"'],
  ['a; b', '";"'],
  ['a > f', '">"'],
  ['a < f', '"<"'],
  ['a $(b)', '"$"'],
  ['a `b`', '"`"'],
  ['a "$b"', '"$"'],
  ['a "`b`"', '"`"'],
  ['a "\\\\$b"', '"$"'],
  ['(a)', '"("'],
  ['a *.ts', '"*"'],
  ['a ?', '"?"'],
  ['a [ab]', '"["'],
  ['a {b,c}', '"{"'],
  ['a ~', '"~"'],
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
