import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoteForSh } from './quote-for-sh.ts';

/** What a real shell makes of a command line: the arguments of a program that writes each with a NUL behind it. */
function takenApart(text: string): string[] {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', text], { encoding: 'utf8' });
  expect([stderr, status]).toStrictEqual(['', 0]);
  return stdout.split('\0').slice(0, -1);
}

const textOf = (argv: readonly string[]): string => quoteForSh(argv) ?? 'no line';

const EVIL = [
  '',
  ' ',
  '-n',
  '--',
  '*',
  '~',
  '~root',
  '#no comment',
  'a\nb',
  '\n',
  'a\n',
  "it's",
  "'",
  "''",
  '"',
  '\\',
  'a\\',
  '$HOME',
  '$(id)',
  '$\u007bIFS}',
  '`id`',
  '; touch x',
  'a && b | c > d',
  '!!',
  'A=b',
  '{a,b}',
  '\t',
  '\u001b[201~\u001b]52;c;eA==\u0007',
  '\r',
  'a\u0007\n\u0007',
  '\u202etxt\u200b',
  '‘quotes’ “quotes”',
  'ä€😀👩‍👩‍👧',
  '\u{e0041}',
  '%s%n\\101',
];

test.each(EVIL)('%j comes through a shell as it is', (value) => {
  // `printf` is the program; in front of it nothing is quoted by us.
  expect(takenApart(`printf '%s\\0' ${textOf(['x', value]).slice(2)}`)).toStrictEqual([value]);
});

test('all of them together, and a program whose name has to be quoted', () => {
  expect(takenApart(`set -- ${textOf(['x', ...EVIL])}; shift; printf '%s\\0' "$@"`)).toStrictEqual(EVIL);
  expect(takenApart(textOf(['printf', '%s\\0', 'if', 'A=b']))).toStrictEqual(['if', 'A=b']);
});

test.each([
  [['git', 'commit', '-m', "it's"], `git commit -m 'it'\\''s'`],
  [['git', 'log', '--max-count=2'], 'git log --max-count=2'],
  [['if', 'x'], `'if' x`],
  [['A=b', 'x'], `'A=b' x`],
  [['e', '=ls'], `e '=ls'`],
  [['e', '\u001b[2J'], `e "$(printf '\\033')"'[2J'`],
])('%j is written as %s', (argv, text) => {
  expect(quoteForSh(argv)).toBe(text);
});

test.each(['eval', '.', 'exec', 'trap', 'command', 'source', '%1'])(
  '%s is a program, and not what the shell has of that name',
  (name) => {
    const text = textOf([name, 'echo ran', 'EXIT']);
    expect(text).toBe(`env ${name} 'echo ran' EXIT`);
    const { stdout, status } = spawnSync('sh', ['-c', text], { encoding: 'utf8' });
    expect(stdout).toBe('');
    // Not found, or no program.
    expect([126, 127]).toContain(status);
  },
);

test('nothing that cannot be seen is in the text', () => {
  expect(textOf(EVIL)).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
});

test('half of a character is refused', () => {
  expect(quoteForSh(['x', 'a\ud800'])).toBeUndefined();
});
