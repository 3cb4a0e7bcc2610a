import { expect, test } from 'vitest';
import { chunkLines } from './line-chunks.ts';

test('long text is cut into pieces that join to it', () => {
  expect(chunkLines('a\nb\nc\nd\ne', 2, 100)).toStrictEqual({ chunks: ['a\nb', 'c\nd', 'e'], hidden: 0 });
  expect(chunkLines('a\nb\nc\nd\ne', 2, 3)).toStrictEqual({ chunks: ['a\nb', 'c'], hidden: 2 });
  expect(chunkLines('', 2, 3)).toStrictEqual({ chunks: [''], hidden: 0 });
});
