import { expect, test } from 'vitest';
import { createSseParser, type SseMessage } from './sse.ts';

const read = (...chunks: string[]): SseMessage[] => {
  const parser = createSseParser();
  return chunks.flatMap((chunk) => parser.push(chunk));
};

test.each([
  ['one message', 'event: exit\ndata: {}\n\n', [{ event: 'exit', data: '{}' }]],
  ['no event line', 'data: a\n\n', [{ event: 'message', data: 'a' }]],
  ['several data lines', 'data: a\ndata:b\ndata\n\n', [{ event: 'message', data: 'a\nb\n' }]],
  ['one leading space only', 'data:  a\n\n', [{ event: 'message', data: ' a' }]],
  ['comments and unknown fields', ': ping\nid: 3\nretry: 10\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
  ['CRLF', 'event: x\r\ndata: a\r\n\r\n', [{ event: 'x', data: 'a' }]],
  [
    'CR',
    'data: a\r\rdata: b\r\r\n',
    [
      { event: 'message', data: 'a' },
      { event: 'message', data: 'b' },
    ],
  ],
  ['an event without data is none', 'event: x\n\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
  ['an unfinished message', 'data: a\n', []],
])('%s', (_name, text, messages) => {
  expect(read(text)).toStrictEqual(messages);
});

test('pieces may end anywhere', () => {
  const text = 'event: stdout\r\ndata: {"text":"ä\\n"}\r\n\r\ndata: b\n\n';
  const whole = read(text);
  for (let cut = 0; cut <= text.length; cut++) expect(read(text.slice(0, cut), text.slice(cut))).toStrictEqual(whole);
  expect(read(...text)).toStrictEqual(whole);
});
