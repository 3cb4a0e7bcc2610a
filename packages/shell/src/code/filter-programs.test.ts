import { expect, test } from 'vitest';
import type { Word } from '../line/types.ts';
import { readCode } from './filter-programs.ts';

const unknown: Word = { unknown: true, text: '"$X"', reason: 'variable', prefix: '', many: false };
const path: Word = { ...unknown, text: '/tmp/"$X"', prefix: '/tmp/' };

/** `harmless`, or the reason; then files: `>f` written, `<f` read. */
function show(...words: readonly (string | Word)[]): string {
  const code = readCode(words.map((word) => (typeof word === 'string' ? { text: word } : word)));
  if (!code) return '-';
  const files = [...code.writes.map((file) => ` >${file}`), ...code.reads.map((file) => ` <${file}`)].join('');
  const environment = code.readsEnvironment ? ', reads the environment' : '';
  return `${code.isHarmless ? 'harmless' : code.reason}${environment}${files}`;
}

test.each([
  ['{ print $1 }', 'harmless'],
  ['$3 > 5 && /x/ { print; n++ } END { print n / 2 }', 'harmless'],
  ['{ system("rm " $1) }', 'runs a command with system()'],
  ['BEGIN { awk::system("x") }', 'runs a command with system()'],
  ['{ print | "sort" }', 'runs a command behind |'],
  ['BEGIN { "date" | getline d }', 'runs a command behind |'],
  ['{ print |& "x" }', 'runs a command behind |'],
  ['{ print "a | b"; print /a|b/ } # | x', 'harmless'],
  ['a || b', 'harmless'],
  ['{ print $1 > "out" }', 'harmless >out'],
  ['{ print $1 >> "out"; next }', 'harmless >out'],
  ['{ print $1,\n $2 > "out" }', 'harmless >out'],
  ['{ print > "/dev/stderr" }', 'harmless'],
  ['{ print > $1 }', 'writes to a file that it computes'],
  ['{ print > "a" n }', 'writes to a file that it computes'],
  ['{ print > "/inet/tcp/0/h/80" }', 'reaches the network'],
  ['{ print ($1 > 2), a[$1 > 2] }', 'harmless'],
  ['{ if ($1 > 2) print }', 'harmless'],
  ['BEGIN { while ((getline l < "f") > 0) n++ }', 'harmless <f'],
  ['BEGIN { getline l < f }', 'reads a file that it computes'],
  ['BEGIN { getline l < "a" "b" }', 'reads a file that it computes'],
  ['BEGIN { print ENVIRON["X"] }', 'harmless, reads the environment'],
  ['BEGIN { ARGV[1] = "x" }', 'reads files that it computes'],
  ['BEGIN { print ARGV[1] }', 'harmless'],
  ['@include "x"', 'loads code, or calls a function by a name that it computes'],
  ['{ f = "system"; @f("x") }', 'loads code, or calls a function by a name that it computes'],
  ['{ if (x) /"/; system("rm"); /"/ }', 'runs a command with system()'],
  ['{ a = b / system("x") / c }', 'runs a command with system()'],
  ['{ a = $1 / "/" ; system("x") }', 'runs a command with system()'],
  ['{ sub(/\\/"/, ""); system("x"); sub(/"/, "") }', 'runs a command with system()'],
  ['/[/]/ { system("x") }', 'has a regular expression whose end is not certain'],
  ['{ y = $/"/; system("x") } #"', 'has a / that may divide or begin a regular expression'],
  ['{ getline / system("x") / 1 }', 'has a / that may divide or begin a regular expression'],
  ['{ n = NF / 2; m = a[1] / (b) / c }', 'harmless'],
  ['{ print "a', 'has "\\"", which is not understood'],
  ['# x \\\n{ print }', 'has a comment whose end is not certain'],
])('awk: %s', (program, expected) => {
  expect(show('awk', program, 'f')).toStrictEqual(expected);
});

test.each([
  [['gawk', '-F:', '-v', 'x=1', '{ print x }', unknown], 'harmless'],
  [['/usr/bin/mawk', '-F', unknown, '{ print }'], 'harmless'],
  [['awk', '-f', 'x.awk', 'f'], '-'],
  [['awk', '--fil=x.awk', 'f'], '-'],
  [['awk', '-f', 'x.awk', '-e', '1'], 'is loaded from a file'],
  [['awk', '-lreadfile', '1'], 'is loaded from a file'],
  [['awk', unknown, 'f'], 'has options that are not known'],
  [['awk', '--', unknown], 'has parts that are not known before the line runs'],
  [['gawk', '-e', '{ print }', '-e', '{ system("x") }'], 'runs a command with system()'],
  [['gawk', '-o', '{ print }'], 'harmless >awkprof.out'],
  [['gawk', '-dvars', '{ print }'], 'harmless >vars'],
  [['gawk', '--frob', '{ print }'], 'has options that are not known'],
  [['mawk', '-W', 'exec', 'x'], 'has options that are not known'],
  [['awk', '--version'], '-'],
  [['awk'], '-'],
  [['ls', '1'], '-'],
] as const)('the options of awk: %j', (words, expected) => {
  expect(show(...words)).toStrictEqual(expected);
});

test.each([
  ['s/a/b/g', 'harmless'],
  ['s/a/b/e', 'runs a command (flag e of s)'],
  ['s/a/b/gpe', 'runs a command (flag e of s)'],
  ['s,[^,]*,e,', 'harmless'],
  ['s/[/]/e/', 'harmless'],
  ['s/[/]/e', 'has a command s that is not understood'],
  ['s|a\\|b|c|w out', 'harmless >out'],
  ['s/a/b/w /dev/stdout', 'harmless'],
  ['1e', 'runs a command (e)'],
  ['/x/,$!{e rm\n}', 'runs a command (e)'],
  ['1,3d;$!N;P', 'harmless'],
  ['0~4p', 'harmless'],
  ['\\,a,I,+2p', 'harmless'],
  ['w out\np', 'harmless >out'],
  ['/a/r in', 'harmless <in'],
  ['R in;e', 'harmless <in;e'],
  ['a e rm\ne', 'runs a command (e)'],
  ['a\\\ne rm', 'harmless'],
  ['a\\\nx\\\ne rm\np', 'harmless'],
  ['$a\\', 'harmless'],
  ['a\\\\\ne rm', 'has a command a that is not understood'],
  ['i e rm', 'harmless'],
  [':a;N;$!ba;s/\\n/ /g', 'harmless'],
  ['y/abc/xyz/;e', 'runs a command (e)'],
  ['# e\ne', 'runs a command (e)'],
  ['{p', 'has a brace without an end'],
  ['p}', 'has a brace too many'],
  ['s/a', 'has a command s that is not understood'],
  ['k', 'has a command k that is not understood'],
  ['5', 'ends behind an address'],
  ['/a', 'has an address that is not understood'],
  ['s/\\c[/x/;e rm #]/y/', 'has a command s that is not understood'],
])('sed: %s', (script, expected) => {
  expect(show('sed', '-n', script, 'f')).toStrictEqual(expected);
});

test.each([
  [['sed', '-i.bak', '-E', 's/a/b/', path], 'harmless'],
  [['sed', 's/a/b/', unknown], 'may get more code from words that are not known'],
  [['sed', 's/a/b/', '--', unknown], 'harmless'],
  [['sed', '-e', 'p', '--expr=e', 'f'], 'runs a command (e)'],
  [['sed', '-nes/a/b/e', 'f'], 'runs a command (flag e of s)'],
  [['sed', 'f', '-e', 'p'], 'harmless'],
  [['sed', '-e', 'i\\', '-e', 'e rm'], 'harmless'],
  [['sed', '-f', 'x'], '-'],
  [['sed', unknown], 'may get more code from words that are not known'],
  [['sed', '-e', unknown], 'has parts that are not known before the line runs'],
  [['sed', '--version'], '-'],
] as const)('the options of sed: %j', (words, expected) => {
  expect(show(...words)).toStrictEqual(expected);
});

test.each([
  [['jq', '.env.x | select(.a > 1)'], 'harmless'],
  [['jq', '-r', '.a', 'f.json'], 'harmless'],
  [['jq', 'env.HOME'], 'harmless, reads the environment'],
  [['jq', '$ENV.HOME'], 'harmless, reads the environment'],
  [['jq', '"\\(env.HOME)"'], 'harmless, reads the environment'],
  [['jq', '"env \\(.a | "(env" )"'], 'harmless'],
  [['jq', '# "\nenv # "'], 'harmless, reads the environment'],
  [['jq', '# \\\n.'], 'has a string or a comment whose end is not certain'],
  [['jq', 'import "a" as a; a::b'], 'loads code from a file'],
  [['jq', '"a'], 'has a string or a comment whose end is not certain'],
  [['jq', '-f', 'x.jq', 'f'], '-'],
  [['jq', '--arg', 'a', unknown, '$a'], 'harmless'],
  [['jq', '--slurpfile', 'a', 'in.json', '$a'], 'harmless <in.json'],
  [['jq', unknown], 'may get more code from words that are not known'],
  [['jq', '.a', unknown], 'harmless'],
  [['jq', '--version'], '-'],
] as const)('jq: %j', (words, expected) => {
  expect(show(...words)).toStrictEqual(expected);
});

const numbered = (pattern: string, signs: 'digits' | 'signed' | 'stamp' = 'digits'): Word => ({
  ...unknown,
  prefix: pattern.replace(/#.*/s, ''),
  patterns: [pattern.replaceAll('#', '\u0001')],
  signs,
});

test.each([
  [numbered('#,+5p'), 'harmless'],
  [numbered('#,#p', 'signed'), 'harmless'],
  [numbered('1,#p'), 'harmless'],
  [numbered('#i text'), 'harmless'],
  [numbered('#s/a/b/'), 'harmless'],
  [numbered('#e rm a'), 'has parts that are not known before the line runs'],
  [numbered('s/a/b/#e'), 'has parts that are not known before the line runs'],
  [numbered('#w out'), 'has parts that are not known before the line runs'],
  [numbered('#r in'), 'has parts that are not known before the line runs'],
  // A commit's number may begin with e.
  [numbered('#p', 'stamp'), 'may get more code from words that are not known'],
])('sed reads a script with a number: %j', (word, expected) => {
  expect(show('sed', '-n', word, 'f')).toBe(expected);
});
