// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell lines
import { POLICY_PRESETS } from '@atip/core';
import { loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { checkLine, wantedTools } from '../judge/check-line.ts';
import type { Word } from '../line/types.ts';
import { readLine } from './read-line.ts';

function shown(word: Word): string {
  if (!word.unknown) return word.text;
  return word.among ? `<${word.among.join(' or ')}>` : `<${word.prefix}${word.many ? '*' : ''}>`;
}

/** The words behind `cat`, each time that it is started. */
function words(line: string): readonly string[] {
  const parts = readLine(line).parts.filter(({ program }) => program === 'cat');
  return parts.map((part) => part.words.slice(1).map(shown).join(' '));
}

async function decide(line: string): Promise<string> {
  const found = wantedTools(line).map(
    async ({ program, group }) => [`${program} ${group}`, await loadShim(program, group)] as const,
  );
  const tools = new Map(await Promise.all(found));
  const settings = { cwd: '/work/project', home: '/home/u' };
  return checkLine(
    line,
    (program, group) => tools.get(`${program} ${group}`) ?? tools.get(`${program} undefined`),
    POLICY_PRESETS.standard,
    settings,
  ).decision;
}

test.each([
  ['cat $PWD', '/'],
  ['cat ${PWD}/a $PWD:/w', '/ /'],
  ['cd sub && cat $PWD', '/'],
  ['docker run -v $PWD:/w i npm test; cat $PWD', '/'],
  // One that the line makes may have blanks.
  ['cd "a b" && cat $PWD', '/*'],
  ['cd $X && cat $PWD', '/*'],
  ['cd -P x && cat $PWD', '/*'],
  ['cd [a]* && cat $PWD', '/*'],
  ['set -P; cd x; cat $PWD', '/*'],
  ['set -o physical; cd x; cat $PWD', '/*'],
  ['cd "a b" && cat <<< $PWD $PWD', '/*'],
  ['f() { cat $PWD; }; cd "a b"; f', '/*'],
  ['x=$PWD; cat $x', '/*'],
  // Of another shell.
  ['env -C "a b" bash -c "cat \\$PWD"', '*'],
  ['docker run i sh -c "cat \\$PWD"', '*'],
  ['cat ${PWD%/*}', '*'],
  ['PWD="a b"; cat $PWD', '*'],
  ['IFS=/; cat $PWD', '*'],
])('where a directory without blanks starts it, %s reads %s', (line, expected) => {
  const parts = readLine(line, { isPlainPlace: true }).parts.filter(({ program }) => program === 'cat');
  const shownParts = parts.map((part) =>
    part.words
      .slice(1)
      .map((word) => shown(word).slice(1, -1))
      .join(' '),
  );
  expect(shownParts).toStrictEqual([expected]);
});

test('where nobody knows the directory, $PWD may be several words', () => {
  expect(words('cat $PWD')).toStrictEqual(['</*>']);
});

test.each([
  ['F=src/a.ts; cat $F "${F}" x$F.bak', 'src/a.ts src/a.ts xsrc/a.ts.bak'],
  ['D=src && cat $D/a', 'src/a'],
  ['D=src; F=$D/a; G=$F/b; cat $G', 'src/a/b'],
  ['O="-n  -b"; cat $O "$O"', '-n -b -n  -b'],
  ['X=; cat $X a', 'a'],
  ['export D=src; cat $D', 'src'],
  ['for f in a b; do cat $f.txt; done', 'a.txt', 'b.txt'],
  ['for f in a; do cat $f; done; for f in b; do cat $f; done', '<a or b>', '<a or b>'],
  ['for f in a b; do for g in c d; do cat $f/$g; done; done', 'a/c', 'a/d', 'b/c', 'b/d'],
  ['for f in a b; do g=$f; cat $g; done', '<a or b>', '<a or b>'],
  ["trap 'cat $X' EXIT; X=a", 'a'],
  ["trap 'cat $X' EXIT && X=a && Y=b", 'a'],
  ["trap 'cat $X' EXIT; X=a; X=b", '<a or b>'],
  [
    'F=src/a.test.ts; cat ${F%.ts} ${F%.*} ${F%%.*} ${F##*/} ${F#src/} ${F%/*} ${F#*.}',
    'src/a.test src/a.test src/a a.test.ts a.test.ts src test.ts',
  ],
  [
    'F=src/a.ts; cat ${F%.js} ${F/src/lib} ${F:0:3} ${F:4} ${F^^} ${F##*b}',
    'src/a.ts lib/a.ts src a.ts SRC/A.TS src/a.ts',
  ],
  ['for f in src/*.js; do cat "${f%.js}.ts" "${f##*/}" "${f%/*}" "$(basename "$f" .js)"; done', '<src/> <> <src> <>'],
  ['for d in src/*/; do cat "$d" $d; done', '<src/> <src/*>'],
  ['X=a; X=b; cat $X', '<a or b>'],
  ["X=a; trap 'cat $X' EXIT; X=b", '<a or b>'],
  ['cat $HOME/a "$HOME" "$PWD"/b', '<~/a> <~> </>'],
])('a value that is certain: %s', (line, ...expected) => {
  expect(words(line)).toStrictEqual(expected);
});

test.each([
  'false && X=a; cat $X',
  'true || X=a; cat $X',
  'true && X=a || true && cat $X',
  'if true; then X=a; fi; cat $X',
  'X=a | cat $X',
  'X=a & cat $X',
  '(X=a); cat $X',
  'X=a cat $X',
  'X=a > log; cat $X',
  'X=$((1/0))\ncat $X',
  'for X in a; do :; done; cat $X',
  'for X in; do cat $X; done',
  'select X in a; do cat $X; done',
  "X=a; bash -c 'cat $X'",
  "trap 'cat $X' EXIT; true; X=a",
  "trap 'cat $X' DEBUG; X=a",
  "trap 'X=a' EXIT; cat $X",
  'F=a.ts; cat ${F%[.]ts}',
  'F=a.ts; cat ${F%$Y}',
  'F=ä; cat ${F:0:1}',
  'for f in a b; do read f; cat $f; done',
  'f() { X=a; }; f; cat $X',
  'X=a; X+=b; cat $X',
  'X=(a); cat $X',
  'X=a; unset X; cat $X',
  'X=a; read X; cat $X',
  'X=a; printf -v X b; cat $X',
  'X=a; declare -n R=X; R=b; cat $X',
  'declare -l X; X=A; cat $X',
  'f() { local X; cat $X; }; X=a; f',
  'readonly X; X=a; cat $X',
  'X=5; ((X++)); cat $X',
  'X=5; : $((X = 6)); cat $X',
  'X=5; a=(); : ${a[X++]}; cat $X',
  'X=5; let X=6; cat $X',
  'X=a; : ${X:=b}; cat $X',
  'X=a; exec {X}>log; cat $X',
  'IFS=x; X=axb; cat $X',
  "X='*'; cat $X",
  'SECONDS=5; cat $SECONDS',
  'HOME=a; cat $HOME',
])('a value that is not certain: %s', (line) => {
  expect(words(line)).toStrictEqual(['<*>']);
});

test('a value that code sets which another value holds is one of its values', () => {
  expect(words("X=a; A='X=b'; eval $A; cat $X")).toStrictEqual(['<a or b>']);
});

test.each([
  ['F=src/a.ts; sed -n 1,5p $F', 'F="1,5w out"; sed -n "$F" a.ts'],
  ['D=src; find $D -name x', 'D=-delete; find . $D'],
  ['for d in packages/*/; do find "$d" -name x; done', 'for d in packages/*/; do find $d -name x; done'],
  ['for b in main dev; do git log $b; done', 'for b in main --output=x; do git log $b; done'],
  ['for f in a b; do cat $f; done', 'F=~/.ssh/id_rsa; cat $F'],
  ['P=ls; $P -la', 'P=rm; $P -r src'],
  ['for d in a b; do (cd $d && touch x); done', 'for d in a /etc; do (cd $d && touch x); done'],
  ['find "$PWD" -name x', 'PWD=-delete; find "$PWD"'],
  ['find $HOME -name x', 'cat $HOME/.ssh/id_rsa'],
])('%s runs unasked, %s does not', async (harmless, dangerous) => {
  expect([await decide(harmless), await decide(dangerous)]).toStrictEqual(['allow', 'confirm']);
});

test.each([
  '[ -n "$CI" ]',
  '[ "$x" = "1.0" ] && echo match',
  'test -f "$f" || echo missing',
  '[ $? -eq 0 ]',
  '[ $(ls | wc -l) -gt 5 ]',
  'for i in {1..500}; do [ $i -lt 5 ]; done',
])('a test that evaluates no text: %s', async (line) => {
  expect(await decide(line)).toBe('allow');
});

test.each([
  '[ "$a" "$b" ]',
  '[ $a = b ]',
  '[ -v "$a" ]',
  "test -v 'a[$(rm x)]'",
  '[ "$a" "b[i]" ]',
  '[ ! "$op" "$name" ]',
])('a test that may evaluate a text: %s', async (line) => {
  expect(await decide(line)).toBe('confirm');
});

test('the meaning of deep substitutions is not looked for again at each level', () => {
  const line = `echo ${'$(echo x | cat "$('.repeat(20)}date${')")'.repeat(20)}`;
  expect(readLine(line).parts.length).toBeGreaterThan(20);
});

/** The signs of the unknown pieces of the first word behind `cat`. */
test.each([
  ['cat x$$', 'digits'],
  ['cat "x$(grep -c a f)"', 'digits'],
  ['n=$(grep -n a src/a.ts | head -1 | cut -d: -f1); cat "x$n"', 'digits'],
  ['n=$(grep -n a src/a.ts | awk -F: \'{print $1}\'); cat "x$n"', 'digits'],
  ['cat "x$((n-5))"', 'signed'],
  ['cat x$(date +%F)', 'stamp'],
  ['cat x$(git rev-parse HEAD)', 'stamp'],
  ['cat "x$$-$((n))"', 'signed'],
  // It is printed as it stands, and a zone as TZ says.
  ['cat x$(git rev-parse a/b)', undefined],
  ['cat x$(date +%Z)', undefined],
  ['cat x$(date +%D)', undefined],
  // Names are before the number, and lines of another form between those with one.
  ['n=$(grep -rn a src | cut -d: -f1); cat "x$n"', undefined],
  ['n=$(grep -nA2 a src/a.ts | cut -d: -f1); cat "x$n"', undefined],
  ['n=$(grep -n a src/a.ts | cut -d: -f2); cat "x$n"', undefined],
  ['n=$(grep -n a .env | cut -d: -f1); cat "x$n"', undefined],
  ['n=$(grep -c a *.ts); cat "x$n"', undefined],
  ['cat x$$$X', undefined],
  ['cat x$$*', undefined],
])('%s: %s', (line, signs) => {
  const [word] =
    readLine(line)
      .parts.findLast(({ program }) => program === 'cat')
      ?.words.slice(1) ?? [];
  expect(word?.unknown && word.signs).toBe(signs);
});

test.each([
  ['for c in $(git log --format=%h -8); do git show --stat "$c"; done', 'allow'],
  ['git show --stat $(git rev-list HEAD -3)', 'allow'],
  ['git merge-base HEAD main | xargs -I{} git diff --stat {} HEAD', 'allow'],
  ['git merge-base HEAD main | xargs -I{} git log --oneline {}..HEAD', 'allow'],
  ['n=$(grep -n a src/a.ts | head -1 | cut -d: -f1); sed -n "${n},$((n+9))p" src/a.ts', 'allow'],
  ['python3 -m json.tool < data.json', 'allow'],
  ['for c in $(git log --format=%s -8); do git show "$c"; done', 'confirm'],
  ['for c in $(git log --format=%h -8); do c=--output=x; git show $c; done', 'confirm'],
  ['IFS=e; for c in $(git log --format=%h -8); do git show "$c"; done', 'confirm'],
  ["git log --format=%h -8 | sed 's/^/--output=/' | xargs git show", 'confirm'],
  ['git merge-base HEAD main | xargs -I{} git diff --output={} HEAD', 'confirm'],
  ['git diff --name-only main...HEAD | xargs npx eslint', 'confirm'],
  ['for i in 1 2; do python3 -m json.tool a.json json.py; done', 'confirm'],
])('numbers of commits and lines are no options: %s: %s', async (line, decision) => {
  expect(await decide(line)).toBe(decision);
});
