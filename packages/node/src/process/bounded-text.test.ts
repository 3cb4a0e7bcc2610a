import { expect, test } from 'vitest';
import { createBoundedText } from './bounded-text.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test.each([
  ['one piece', 10, [bytes(0x61, 0x62)], [true], ['ab'], 'ab'],
  ['a character over two chunks', 10, [bytes(0xc3), bytes(0xbc)], [true, true], ['ü'], 'ü'],
  ['a byte order mark stays', 10, [bytes(0xef, 0xbb, 0xbf, 0x61)], [true], ['\ufeffa'], '\ufeffa'],
  ['invalid bytes', 10, [bytes(0xff, 0x61)], [true], ['\ufffda'], '\ufffda'],
  ['an unfinished character at the end', 10, [bytes(0x61, 0xc3)], [true], ['a', '\ufffd'], 'a\ufffd'],
  ['exactly the limit', 2, [bytes(0x61, 0x62)], [true], ['ab'], 'ab'],
  ['one byte over', 2, [bytes(0x61, 0x62, 0x63), bytes(0x64)], [false, false], ['ab'], 'ab'],
  ['a character cut by the limit', 2, [bytes(0x61, 0xc3, 0xbc)], [false], ['a'], 'a'],
])('%s', (_name, limit, chunks, accepted, pieces, text) => {
  const seen: string[] = [];
  const bounded = createBoundedText(limit, (piece) => seen.push(piece));
  expect(chunks.map((chunk) => bounded.push(chunk))).toStrictEqual(accepted);
  expect(bounded.end()).toBe(text);
  expect(seen).toStrictEqual(pieces);
});
