import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthBound, shortenOutput, tokenBound } from './shorten-output.ts';

test('of any text beginning and end are shown, whole lines where they are short, and the gap says what is between', () => {
  const line = fc.string({ unit: fc.constantFrom('a', ' ', '😀', '{', '"'), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 400 }), (lines, most) => {
      const text = `a${lines.join('\n')}\n`;
      const short = shortenOutput(text, lengthBound(most));
      expect(short.kind).toBe(text.length <= most ? 'whole' : 'cut');
      if (short.kind !== 'cut') return;
      const { head, tail, gap } = short;
      expect(head.length + tail.length).toBeLessThanOrEqual(most);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(`${head}|${tail}`).not.toMatch(/\p{Surrogate}/u);
      if (gap.unit === 'line') {
        const missing = text.split('\n').slice(gap.first - 1, gap.last);
        expect(`${head}${missing.map((one) => `${one}\n`).join('')}${tail}`).toBe(text);
      } else expect(head + text.slice(gap.first - 1, gap.last) + tail).toBe(text);
    }),
  );
});

test('any JSON stays JSON, or is cut as text where words would stand for as much as they replace', () => {
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
  let shortened = 0;
  fc.assert(
    fc.property(fc.array(json, { minLength: 10, maxLength: 60 }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const short = shortenOutput(text, lengthBound(200));
      if (short.kind !== 'json') return;
      shortened += 1;
      JSON.parse(short.text);
      expect(short.text.length).toBeLessThanOrEqual(250);
    }),
  );
  expect(shortened).toBeGreaterThan(0);
});

test.each([
  ['a list', Array.from({ length: 50 }, (_, at) => at), '[0,1,2,3,4,5,6,7,8,9,"[40 more items left out]"]'],
  [
    'an object',
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`k${at}`, at])),
    '{"k0":0,"k1":1,"k2":2,"[397 more keys left out]": true}',
  ],
  ['few items of a list, all a little', ['x'.repeat(300), 7], '["[300 characters left out]",7]'],
])('%s', (_name, value, expected) => {
  const short = shortenOutput(JSON.stringify(value), lengthBound(50));
  expect(short).toStrictEqual({ kind: 'json', text: expected });
});

test.each([
  ['small letters', 'abcdefgh', 2],
  ['capitals', 'ABCD', 2],
  ['figures and signs', '1234', 3],
  ['what is not Latin', '测试测试', 3],
  ['a column', 'a         b', 0.75],
])('tokens are estimated: %s', (_name, text, tokens) => {
  expect(shortenOutput(text, tokenBound(tokens)).kind).toBe('whole');
  expect(shortenOutput(text, tokenBound(tokens - 0.01)).kind).toBe('cut');
});
