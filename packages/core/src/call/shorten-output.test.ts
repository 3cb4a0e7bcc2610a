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

test.each<[string, unknown, object]>([
  [
    'a list',
    Array.from({ length: 50 }, (_, at) => at),
    { text: '[0,1,2,3,4,5,6,7,8,9,"[40 more items left out]"]', rest: '.[10:110]' },
  ],
  [
    'an object',
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`k${at}`, at])),
    { text: '{"k0":0,"k1":1,"k2":2,"[397 more keys left out]": true}' },
  ],
  ['few items of a list, all a little', ['x'.repeat(300), 7], { text: '["[300 characters left out]",7]' }],
])('%s', (_name, value, expected) => {
  const short = shortenOutput(JSON.stringify(value), lengthBound(50));
  expect(short).toStrictEqual({ kind: 'json', rest: undefined, ...expected });
});

test('what comes next in the first list that was cut is told in the language of jq', () => {
  const value = { a: 1, 'b-c': [{ d: Array.from({ length: 90 }, (_, at) => at) }] };
  expect(shortenOutput(JSON.stringify(value), lengthBound(120))).toStrictEqual({
    ...{ kind: 'json', rest: '.["b-c"][0].d[1:101]' },
    text: '{"a":1,"b-c":[{"d":[0,"[89 more items left out]"]}]}',
  });
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
