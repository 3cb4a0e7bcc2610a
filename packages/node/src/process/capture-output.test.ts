import { expect, test } from 'vitest';
import { captureOutput } from './capture-output.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test.each([
  ['a character over two chunks', 10, [bytes(0xc3), bytes(0xbc)], ['ü']],
  ['invalid bytes', 10, [bytes(0xff, 0x61)], ['\ufffda']],
  ['an unfinished character at the end', 10, [bytes(0x61, 0xc3)], ['a', '\ufffd']],
  ['exactly the limit', 2, [bytes(0x61, 0x62)], ['ab']],
  ['one byte over', 2, [bytes(0x61, 0x62, 0x63), bytes(0x64)], ['ab']],
  ['a character cut by the limit', 2, [bytes(0x61, 0xc3, 0xbc)], ['a']],
])('%s', async (_name, maxOutput, chunks, pieces) => {
  const seen: string[] = [];
  let stops = 0;
  const onOutput = (_stream: string, piece: string): void => void seen.push(piece);
  const output = captureOutput({ maxOutput, onOutput }, () => {
    stops += 1;
  });
  for (const chunk of chunks) await output.take('stdout', chunk);
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(output.end()).toStrictEqual({
    stdout: pieces.join(''),
    stderr: '',
    truncated: size > maxOutput,
    bytes: { stdout: size, stderr: 0 },
  });
  expect(seen).toStrictEqual(pieces);
  expect(stops > 0).toBe(size > maxOutput);
});
