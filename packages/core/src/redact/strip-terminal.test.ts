import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTerminalStripper, stripTerminalSequences, stripWithOffsets } from './strip-terminal.ts';
import { cases } from '../../../../tests/long.ts';

const CASES: readonly (readonly [string, string, string])[] = [
  ['plain text', 'a\tb\nc ✓ é 😀', 'a\tb\nc ✓ é 😀'],
  ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
  ['8-bit CSI', '\u009b31mred\u009b0m', 'red'],
  ['a colour inside a word', 'ghp_aaa\u001b[0mbbb', 'ghp_aaabbb'],
  ['a title, ended by BEL', '\u001b]0;title\u0007x', 'x'],
  ['a link, ended by ST', '\u001b]8;;https://a.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['a clipboard write', 'a\u001b]52;c;c2VjcmV0\u0007b', 'ab'],
  ['a DCS payload', 'a\u001bPq#0;payload\u001b\\b', 'ab'],
  ['an APC image', 'a\u001b_Gf=100;AAAA\u001b\\b', 'ab'],
  ['C1 OSC', 'a\u009d0;title\u009cb', 'ab'],
  ['a string that never ends', 'a\u001b]0;title\nb', 'a\nb'],
  ['character sets', '\u001b(Btext', 'text'],
  ['an unfinished sequence', 'a\u001b[31', 'a'],
  ['line ends', 'a\r\nb\rc\r', 'a\nb\nc\n'],
  ['bell, NUL and backspace', 'a\u0007\u0000b\bc', 'abc'],
  ['zero width', 'a\u200bb\ufeffc\u2060d', 'abcd'],
  ['bidirectional marks', 'a\u202eb\u2066c', 'abc'],
  ['tag characters', 'a\u{e0041}\u{e0020}b', 'ab'],
];

test.each(CASES)('%s', (_name, text, expected) => {
  expect(stripTerminalSequences(text)).toBe(expected);
});

test.each(CASES)('in two pieces, cut anywhere: %s', (_name, text, expected) => {
  for (let cut = 0; cut <= text.length; cut += 1) {
    const stripper = createTerminalStripper();
    expect(stripper.push(text.slice(0, cut)) + stripper.push(text.slice(cut)) + stripper.end()).toBe(expected);
  }
});

const units = fc.array(
  fc.constantFrom(
    ...['\u001b', '[', ']', 'P', '0', ';', 'm', '\u0007', '\\', '\u009b', '\u009d', '\r', '\n', 'a', '\u200b', 'é'],
  ),
  { maxLength: 40 },
);

test('leaves no control or invisible character, is done after one pass, and knows where each unit stood', () => {
  fc.assert(
    fc.property(units, (made) => {
      const source = made.join('');
      const text = stripTerminalSequences(source);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b]/);
      expect(stripTerminalSequences(text)).toBe(text);
      const stripped = stripWithOffsets(source);
      expect(stripped.text).toBe(text);
      const places = Array.from(text, (_, index) => stripped.offset(index));
      expect(places.map((place) => source[place]?.replace('\r', '\n')).join('')).toBe(text);
      expect(places).toStrictEqual([...new Set(places)].sort((one, other) => one - other));
    }),
    { numRuns: cases(1000) },
  );
  expect(stripWithOffsets('\u001b[0ma').offset(1)).toBe(5);
});

test('a text with nothing to strip keeps its places', () => {
  const stripped = stripWithOffsets('a\tb\né');
  expect(stripped.text).toBe('a\tb\né');
  expect([0, 2, 5].map(stripped.offset)).toStrictEqual([0, 2, 5]);
});
