import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleArgument, visibleJson, visibleOutput, visibleText } from './visible-text.ts';
import { cases } from '../../../tests/long.ts';

test.each([
  ['\u001b[2J', '\\u{1b}[2J'],
  ['a\nb\tc', 'a\\nb\\tc'],
  ['a\\nb', 'a\\\\nb'],
  ['\\u{1b}', '\\\\u{1b}'],
  ['safe\u202egnp.exe', 'safe\\u{202e}gnp.exe'],
  ['zero\u200bwidth', 'zero\\u{200b}width'],
  ['a\u00a0b\u3000c\u180ed', 'a\\u{a0}b\\u{3000}c\\u{180e}d'],
  ['a\u2800\u3164\u115f\ufe0f\u{e0101}\u034fb', 'a\\u{2800}\\u{3164}\\u{115f}\\u{fe0f}\\u{e0101}\\u{34f}b'],
  ['half \ud800 pair', 'half \\u{d800} pair'],
  ['private \ue000, unassigned \u0378', 'private \\u{e000}, unassigned \\u{378}'],
  [`ls${' '.repeat(8000)}x`, 'ls⟨8,000 spaces⟩x'],
  ['  ', '⟨2 spaces⟩'],
  ['⟨2 spaces⟩', '\\u{27e8}2 spaces⟩'],
  ['e\u0301\u0302\u0303x', 'e\u0301\u0302\\u{303}x'],
  ['ä 漢 🙂 हिन्दी', 'ä 漢 🙂 हिन्दी'],
])('nothing stays unseen in %j', (text, seen) => {
  expect(visibleText(text)).toBe(seen);
});

/** Strings made of what the escaping is about, far likelier to collide than random ones. */
const TRICKY = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...[' ', '    ', '\\', '\n', 'n', 'u', '{', '}', 'a0', '\u00a0', '⟨', '⟩', '2 spaces', 'empty', '\u0301'],
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 8,
});

/** Reads back the text of `visibleArgument`. */
function unseen(shown: string): string {
  if (shown === '⟨empty⟩') return '';
  return shown.replace(/\\(?:u\{([0-9a-f]+)\}|(.))|⟨([\d,]+) spaces?⟩/gu, (_all, code, letter, count) => {
    if (count !== undefined) return ' '.repeat(Number(String(count).replaceAll(',', '')));
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(String(code), 16));
    return { n: '\n', t: '\t', '\\': '\\' }[String(letter)] ?? '?';
  });
}

test('different arguments never look the same, since what is shown leads back to one argument', () => {
  fc.assert(
    fc.property(TRICKY, (argument) => unseen(visibleArgument(argument)) === argument),
    { numRuns: cases(5000) },
  );
});

test('nothing but visible characters and single spaces is left', () => {
  fc.assert(
    fc.property(TRICKY, (argument) =>
      /^(?:[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|(?<=[^ ]) {1,3}(?=[^ ]))+$/u.test(
        visibleArgument(argument),
      ),
    ),
    { numRuns: cases(5000) },
  );
});

test('JSON keeps its own escapes and its indentation', () => {
  expect(visibleJson({ a: `x${' '.repeat(9)}\u00a0\n\\`, b: [' '] })).toBe(
    '{\n  "a": "x⟨9 spaces⟩\\u{a0}\\n\\\\",\n  "b": [\n    " "\n  ]\n}',
  );
});

test('process output keeps its lines and loses its tricks', () => {
  expect(visibleOutput('a\r\nb\tc\u001b[31m      \\n')).toBe('a\nb\tc\\u{1b}[31m      \\n');
});
