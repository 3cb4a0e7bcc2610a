import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripTerminalSequences } from './strip-terminal.ts';
import { stripWithOffsets } from './strip-terminal.ts';

test('a text with nothing to strip keeps its places', () => {
  const stripped = stripWithOffsets('a\tb\né');
  expect(stripped.text).toBe('a\tb\né');
  expect([0, 2, 5].map(stripped.offset)).toStrictEqual([0, 2, 5]);
});

test('strips what stripTerminalSequences strips, and knows where each unit stood', () => {
  const unit = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    'P',
    '0',
    ';',
    'm',
    '\u0007',
    '\\',
    '\u009b',
    '\r',
    '\n',
    'a',
    '\u200b',
    'é',
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
      const text = units.join('');
      const stripped = stripWithOffsets(text);
      expect(stripped.text).toBe(stripTerminalSequences(text));
      const places = Array.from(stripped.text, (_, index) => stripped.offset(index));
      expect(places.map((place) => text[place]?.replace('\r', '\n')).join('')).toBe(stripped.text);
      expect(places).toStrictEqual([...new Set(places)].sort((one, other) => one - other));
    }),
    { numRuns: 1000 },
  );
  expect(stripWithOffsets('\u001b[0ma').offset(1)).toBe(5);
});
