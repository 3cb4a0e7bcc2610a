import { UNKNOWN } from '@atip/core/internal';
import { describe, expect, test } from 'vitest';
import type { LinePart, Word } from '../line/types.ts';
import { readLine } from './read-line.ts';

function inWords(word: Word): string {
  return word.unknown ? `<${word.reason}${word.many ? '*' : ''} ${word.prefix}>` : word.text;
}

/** Without what is not known. */
function written(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function commandsOf(line: string): readonly string[] {
  return readLine(line).parts.map(({ words }) => words.map(inWords).join(' '));
}

function codesOf(line: string): readonly string[] {
  return [...new Set(readLine(line).issues.map(({ code }) => code))];
}

function partOf(line: string, program: string): LinePart | undefined {
  return readLine(line).parts.find((part) => part.program === program);
}

describe('every command of a line', () => {
  test.each([
    ['a; b\nc && d || e | f |& g & h', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['(a; { b; }); ! c; time -p d', ['a', 'b', 'c', 'd']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for x in $(a); do b; done; while c; do d; done; until e; do f; done', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['case $(a) in $(b)) c;; *) d;; esac; select x in $(e); do f; done', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['[[ -f $(a) && x =~ $(b) ]]; coproc { c; }', ['a', 'b', 'c']],
    ['x=$(a) y=`b` z=([1]=$(c)); d <(e) > >(f)', ['', 'a', 'b', 'c', 'd <substitution /dev/fd/>', 'e', 'f']],
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell line
      'a "$(b "$(c `d`)")" ${x:-$(e)}',
      ['a <substitution > <variable* >', 'b <substitution >', 'c <substitution* >', 'd', 'e'],
    ],
    ['cat <<E\n$(a) `b`\nE', ['cat', 'a', 'b']],
    ["cat <<'E'\n$(a)\nE", ['cat']],
    ['echo `a \\`b\\``', ['echo <substitution* >', 'a <substitution* >', 'b']],
    ['f() { a "$@"; }; f x', ['a <variable* >', 'f x']],
    ['eval "a; b" c', ['eval a; b c', 'a', 'b c']],
    ['trap "a; b" EXIT', ['trap a; b EXIT', 'a', 'b']],
    ['exec -c command -p builtin x; command -v y', ['exec -c command -p builtin x'.slice(8), 'command -v y']],
    ['a#b #c\nd', ['a#b', 'd']],
    ['\\a "b" \'c\' d\\\ne', ['a b c de']],
    ['a\u00a0b \u3000', ['a\u00a0b \u3000']],
    ['ls\r\npwd', ['ls\r', 'pwd']],
  ])('%s', (line, commands) => {
    expect(commandsOf(line)).toStrictEqual(commands);
  });
});

describe('words', () => {
  test.each([
    ["a 'b c' \"d e\" f\\ g $'\\x41\\n'", 'a b c d e f g A\n'],
    ['a {b,c}.d x{1..3} {} {e} {,f}', 'a b.d c.d x1 x2 x3 {} {e} f'],
    ['a {b,"c d"} {1..500}', 'a <glob* > <glob* >'],
    ['a *.c --x=* "*" \\*', 'a <glob* > <glob* --x=> * *'],
    ['a $x "$x" "$@" -o$x', 'a <variable* > <variable > <variable* > <variable* -o>'],
    ['a ~ ~/x "~/x" ~/*.c x=~/y', 'a <tilde ~> <tilde ~/x> ~/x <glob* ~/> <tilde x=>'],
    ['a $((1 + 2)) "$(b)"', 'a <arithmetic > <substitution >'],
  ])('%s', (line, words) => {
    expect(commandsOf(line)[0]).toBe(words);
  });

  test('a tilde is marked apart from a quoted one', () => {
    expect(written(partOf('a ~/x "~"/$y', 'a')?.words)).toStrictEqual([
      { text: 'a', start: 0, end: 1 },
      {
        ...{ unknown: true, text: '~/x', reason: 'tilde', prefix: '~/x', many: false, tilde: true, start: 2, end: 5 },
        patterns: ['~/x'],
      },
      {
        ...{ unknown: true, text: '"~"/$y', reason: 'variable', prefix: '~/', many: true, start: 6, end: 12 },
        patterns: [`~/${UNKNOWN}`],
        shows: [{ name: 'y', isOwn: false }],
      },
    ]);
  });
});

describe('issues', () => {
  test.each([
    ['', ['NO_LINE']],
    ['# only a comment', ['NO_LINE']],
    ['a "b', ['SYNTAX']],
    ['if a; then', ['SYNTAX']],
    ['a \0 b', ['SYNTAX']],
    ['$X a', ['UNKNOWN_PROGRAM']],
    ['~/bin/x', ['UNKNOWN_PROGRAM']],
    ['eval "$X"; source f', ['UNKNOWN_CODE']],
    ['. /dev/null', []],
    ['PATH=/x a', ['CHANGES_PROGRAMS']],
    ['GIT_PAGER=cat PAGER= LC_ALL=C CI=1 FOO=bar git log', []],
    ['GIT_PAGER=less git log', ['CHANGES_PROGRAMS']],
    ['export "PATH=$X"', ['CHANGES_PROGRAMS']],
    ["eval 'ls \\\n'\n! rm a", ['UNREAD']],
    ["eval 'ls \\'\n{ rm a; }", ['UNREAD', 'OTHER_SHELL']],
    ["eval 'ls \\\\'; ls", []],
    [`ls $\{HOME//$(/bin/rm a)/x}`, ['UNREAD']],
    ['declare -n r=PATH', ['UNREAD', 'CHANGES_PROGRAMS']],
    ["wait -np 'a[$(x)]'", ['CHANGES_PROGRAMS']],
    ['read < f; echo $((REPLY))', ['UNKNOWN_CODE']],
    [": 'a[$(x)]'; ((_))", ['UNKNOWN_CODE']],
    ['read x < f; declare "a[x]=1"', ['UNKNOWN_CODE']],
    ['read x < f; a=([x]=1)', ['UNKNOWN_CODE']],
    ['read x < f; exec {a[x]}> g', ['UNKNOWN_CODE']],
    ['read x < f; [ -v "a[x]" ]', ['UNKNOWN_CODE']],
    ['read x < f; [ $x ]', ['UNKNOWN_CODE']],
    ['RANDOM=$x', ['UNKNOWN_CODE']],
    ['RANDOM=5; OPTIND=1', []],
    ['wait -n; wait $!', []],
    ['ls "`echo "{\',"\',Y}" ; rm x #\'`"', ['UNREAD']],
    ['ls "`echo {a,b}`"', []],
    ['printf -v PATH x', ['CHANGES_PROGRAMS']],
    ['read -r PATH', ['CHANGES_PROGRAMS']],
    ['for PATH in x; do a; done', ['CHANGES_PROGRAMS']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell line
    ['echo ${PATH:=x}', ['CHANGES_PROGRAMS']],
    ['while IFS= read -r line; do echo "$line"; done', []],
    ['hash -p /x/a b; b', ['CHANGES_PROGRAMS']],
    ['enable -f x y', ['CHANGES_PROGRAMS']],
    ['alias ls=rm', ['CHANGES_PROGRAMS']],
    ['shopt -s expand_aliases', ['UNREAD']],
    ['mapfile -C a x', ['UNKNOWN_CODE']],
    ["x='a[$(id)]'; echo $((x))", ['UNKNOWN_CODE']],
    ['read x; (( x > 1 ))', ['UNKNOWN_CODE']],
    ['x=$(cat f); [[ $x -gt 1 ]]', ['UNKNOWN_CODE']],
    ['s=$(date +%s); echo $((s + 1)) $(($(wc -l < f) + 1))', []],
    ["test -v 'a[$(id)]'", ['UNKNOWN_CODE']],
    ['exec -a rm busybox', ['UNREAD']],
    ['echo $env:PATH', ['OTHER_SHELL']],
    ['set -gx A b; and c', ['UNREAD', 'OTHER_SHELL']],
    // fish 3.6 ran a program in each of these.
    ["alias ls 'rm a'; ls", ['OTHER_SHELL']],
    ['alias -- ls ./a && ls', ['OTHER_SHELL']],
    ['set PATH ./px $PATH; ls', ['OTHER_SHELL']],
    ['set -- "PATH" ./px; ls', ['OTHER_SHELL']],
    ['set GIT_PAGER ./a; git log', ['OTHER_SHELL']],
    ['set -a fish_user_paths ./px', ['OTHER_SHELL']],
    ["grep 'a\\' b '; rm a #'", ['OTHER_SHELL']],
    ['export x=(rm a)', ['OTHER_SHELL']],
    ['x=(rm a) ls', ['OTHER_SHELL']],
    ['ls 2>| rm', ['OTHER_SHELL']],
    ['#!/usr/bin/env python3\nimport os', ['OTHER_SHELL']],
    ['#!/bin/bash\nls', []],
    // zsh runs these otherwise than bash.
    ["ls *(e:'rm a':)", ['OTHER_SHELL']],
    ['for f in ?(+rm); do ls; done', ['OTHER_SHELL']],
    ["X=(*(e:'rm a':))", ['OTHER_SHELL']],
    ["cat < *(e:'rm a':)", ['OTHER_SHELL']],
    ['case $x in !(a)) ls;; esac; [[ $x == +([0-9]) ]]', []],
    ['echo x >! f', ['OTHER_SHELL']],
    ['{ ls; } >>!f', ['OTHER_SHELL']],
    ['ls > a! 2>&1', []],
    ['functions[ls]="rm a"; ls', ['CHANGES_PROGRAMS']],
    ['path=/x; ls', ['CHANGES_PROGRAMS']],
    ['for path in a; do ls; done', ['CHANGES_PROGRAMS']],
    ['hash ls=/bin/rm; ls a', ['CHANGES_PROGRAMS']],
  ])('%s', (line, codes) => {
    expect(codesOf(line)).toStrictEqual(codes);
  });

  test('a value that is no text is an issue', () => {
    // A caller without types may pass anything.
    expect(readLine(3 as unknown as string).issues.map(({ code }) => code)).toStrictEqual(['NO_LINE']);
  });

  test.each([
    ['[[ a ]]', 'sh'],
    ['((a))', 'sh'],
    ['function f { a; }', 'sh'],
  ] as const)('%s in sh', (line, dialect) => {
    expect(readLine(line, { dialect }).issues.map(({ code }) => code)).toStrictEqual(['UNREAD']);
  });

  test.each([
    'a;'.repeat(500_000),
    'cat <<E;'.repeat(100_000),
    '$('.repeat(10_000) + ')'.repeat(10_000),
    `${'{ '.repeat(10_000)}a${';}'.repeat(10_000)}`,
    `echo ${'"$(a '.repeat(5000)}${')"'.repeat(5000)}`,
    'command '.repeat(10_000),
    `echo $((${'1+'.repeat(500_000)}1))`,
    'coproc '.repeat(100_000),
    'x'.repeat((1 << 20) + 1),
  ])('too large a line is an issue: %.12s', (line) => {
    expect(readLine(line).issues.length).toBeGreaterThan(0);
  });

  test.each([
    'a;'.repeat(1001),
    `a ${'b '.repeat(5001)}`,
    `a ${'> b '.repeat(5001)}`,
    '$(a) '.repeat(1001),
    `a ${'<(b) '.repeat(1001)}`,
  ])('more commands or words than are read: %.12s', (line) => {
    const { parts, issues } = readLine(line);
    expect(issues.map(({ code }) => code)).toContain('TOO_LARGE');
    expect(parts.length).toBeLessThanOrEqual(1000);
    expect(parts[0]?.words.length).toBeLessThanOrEqual(5001);
  });

  test('what is as long as may be is read', () => {
    expect(readLine('a;'.repeat(999)).issues).toStrictEqual([]);
    expect(readLine(`a ${'b '.repeat(5000)}`).issues).toStrictEqual([]);
  });
});

describe('where a command runs', () => {
  function placesOf(line: string): readonly string[] {
    const part = partOf(line, 'a');
    return [part?.directories ?? [], ...(part?.elsewhere ?? [])].map((place) => place.map(inWords).join(' → '));
  }

  test.each([
    ['cd x && a', ['x']],
    ['cd x; a', ['x', '']],
    ['cd x || exit; a', ['x']],
    ['cd x && cd y && a', ['x → y']],
    ['cd x && cd /y && a', ['/y']],
    ['(cd x); a', ['']],
    ['cd && a', ['<tilde ~>']],
    ['cd x & a', ['']],
    ['cd - && a', ['<variable >']],
    [`${'cd x && '.repeat(21)}a`, ['<variable >']],
    [`cd ${'x/'.repeat(2049)} && a`, ['<variable >']],
    [`cd /${'x/'.repeat(2049)} && a`, ['<variable >']],
    [`cd ${'x/'.repeat(2000)} && cd ${'x/'.repeat(50)} && a`, ['<variable >']],
    ['if b; then cd x; fi; a', ['x', '']],
    ['for i in 1 2; do b; cd ..; done; a', ['.. → ..', '..', '']],
    ['for i in $x; do a; cd ..; done', ['<variable >']],
    ['for i in 1 2; do a; cd .. && continue; cd b; done', ['<variable >']],
    ['for i in x y; do cd $i && cd - || exit; done && a', ['']],
    ['cd x && cd - && a', ['']],
    ['cd x; cd - && a', ['', '<variable >']],
    ['cd x && OLDPWD=/y && cd - && a', ['<variable >']],
    ['cd x && while b; do cd - && a; done', ['<variable >']],
    ['pushd x && pushd y && popd && a', ['x']],
    ['pushd x && cd y && popd && a', ['']],
    ['cd x && popd && a', ['<variable >']],
    ['pushd x && popd && popd && a', ['<variable >']],
    ['f() { cd /; }; f; a', ['<variable >']],
    ['f() { a; }; cd / && f', ['<variable >']],
  ])('%s', (line, places) => {
    expect(placesOf(line)).toStrictEqual(places);
  });
});

test('a function that calls itself may never end', () => {
  expect(codesOf(':(){ :|:& };:')).toContain('UNREAD');
  expect(codesOf('f() { ls; }; f')).toStrictEqual([]);
});

describe('functions', () => {
  function kindsOf(line: string): readonly (readonly [string | undefined, string])[] {
    return readLine(line).parts.map(({ program, kind }) => [program, kind]);
  }

  test('one that is certainly defined shadows a program', () => {
    expect(kindsOf('git() { ls; }; git x')).toStrictEqual([
      ['ls', 'program'],
      ['git', 'function'],
    ]);
  });

  test.each([
    'if x; then git() { :; }; fi; git',
    '(git() { :; }); git',
    'git; git() { :; }',
    'git() { :; }; unset -f git; git',
    'git() { :; }; command git',
  ])('%s may start the program', (line) => {
    expect(kindsOf(line)).toContainEqual(['git', 'program']);
  });
});

test('redirects, assignments and positions', () => {
  const part = partOf('x=1 a >f 2>&1 >&g <<<"y z" &', 'a');
  expect(written(part)).toStrictEqual({
    start: 0,
    end: 26,
    words: [{ text: 'a', start: 4, end: 5 }],
    program: 'a',
    kind: 'program',
    through: [],
    redirects: [
      { operator: '>', target: { text: 'f', start: 7, end: 8 } },
      { operator: '>&', fd: 2, target: { text: '1', start: 12, end: 13 } },
      { operator: '&>', target: { text: 'g', start: 16, end: 17 } },
      { operator: '<<<', target: { text: 'y z', start: 21, end: 26 } },
    ],
    assignments: [{ name: 'x', value: { text: '1', start: 2, end: 3 } }],
    piped: true,
    inputIsFixed: true,
    background: true,
    from: 'line',
  });
});
