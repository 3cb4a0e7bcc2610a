import { expect, test } from 'vitest';
import { quoteForPowerShell } from './quote-for-powershell.ts';

const NEWER =
  'Needs PowerShell 7.3 or later: older ones lose double quotes and empty arguments on the way to a program.';

/** By the language's rules of quoting and parsing; there is no PowerShell on the machines that run this. */
test.each([
  [['git', 'log', '--oneline'], 'git log --oneline'],
  [['git', 'log', '--max-count=2'], `git log '--max-count=2'`],
  [['git', 'log', '-n', '2'], `git log -n '2'`],
  [['git', "it's"], `git 'it''s'`],
  // Every quote that PowerShell takes for a single one.
  [['git', '‘a’ ‚b‛'], `git '‘‘a’’ ‚‚b‛‛'`],
  // Double ones of any kind are text between single quotes.
  [['git', '“a”„'], `git '“a”„'`],
  [['git', '$(id) `id` $env:A'], `git '$(id) \`id\` $env:A'`],
  [['git', '--%', '%PATH%'], `git '--%' '%PATH%'`],
  [['git', '@args', '@(1)', '{x}', ';', '|', '&', '>'], `git '@args' '@(1)' '{x}' ';' '|' '&' '>'`],
  [['git', '1kb', '0x10', '–dash'], `git '1kb' '0x10' '–dash'`],
  [['git', 'a\nb'], `git 'a\nb'`],
  [['git', 'C:\\a b\\'], `git 'C:\\a b\\'`],
  [['git', '\u001b[201~'], `git ('' + [char]0x1b + '[201~')`],
  [['git', `a\u200b'`], `git ('a' + [char]0x200b + '''')`],
  [['git', '\u{e0041}'], `git ('' + [char]0xdb40 + [char]0xdc41)`],
  [['if', 'a'], `& 'if' a`],
  [['./run me', 'a'], `& './run me' a`],
])('%j is written as %s', (argv, text) => {
  expect(quoteForPowerShell(argv)).toStrictEqual({ ok: true, text });
});

test.each([
  [['git', ''], `git ''`],
  [['git', 'say "x"'], `git 'say "x"'`],
])('%j says which version it needs', (argv, text) => {
  expect(quoteForPowerShell(argv)).toStrictEqual({ ok: true, text, note: NEWER });
});
