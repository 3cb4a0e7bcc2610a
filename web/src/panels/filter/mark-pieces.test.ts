import { expect, test } from 'vitest';
import { markText, type TextChunk } from '../../analysis/filter/text-chunks.ts';
import { markPieces, type TextPiece } from './mark-pieces.ts';

const TEXT = `a\u202e SECRET\n${'x\n'.repeat(99)}tail`;
const MARKED = markText(TEXT, [
  { label: 'one', start: 3, end: 9 },
  { label: 'two', start: 206, end: 210 },
]);

function piecesOf(index: number, masked: boolean): readonly TextPiece[] {
  const chunk: TextChunk | undefined = MARKED.chunks[index];
  return chunk === undefined ? [] : markPieces(MARKED, chunk, masked);
}

test('a mark stands apart, masked or in clear, and what is invisible shows', () => {
  expect(piecesOf(0, true).slice(0, 2)).toStrictEqual([
    { text: 'a\\u{202e} ' },
    { text: '••••••', mark: 0, isStart: true },
  ]);
  expect(piecesOf(0, false)[1]).toStrictEqual({ text: 'SECRET', mark: 0, isStart: true });
});

test('a mark that begins in one chunk goes on in the next and begins there no second time', () => {
  expect(piecesOf(0, true).at(-1)).toStrictEqual({ text: '•\n', mark: 1, isStart: true });
  expect(piecesOf(1, true)).toStrictEqual([{ text: '••', mark: 1, isStart: false }, { text: 'il' }]);
});

test('a line that nobody could lay out is shortened', () => {
  const marked = markText('y'.repeat(5000), []);
  const [chunk] = marked.chunks;
  expect(chunk && markPieces(marked, chunk, true)).toStrictEqual([
    { text: `${'y'.repeat(2000)} … 3,000 more characters … ` },
  ]);
});
