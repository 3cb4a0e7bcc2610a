import { expect, test } from 'vitest';
import type { CallEvent } from '../routes/call-schemas.ts';
import { encodeEvent, eventStreamResponse } from './event-stream.ts';

const TEXT: CallEvent = { event: 'stdout', data: { text: 'a\nb\r\u2028c' } };

test('an event is one line of name and one line of data', () => {
  expect(encodeEvent(TEXT)).toBe('event: stdout\ndata: {"text":"a\\nb\\r\u2028c"}\n\n');
});

test('a producer that fails breaks the response off', async () => {
  const failing = eventStreamResponse(
    async () => {
      throw new RangeError('producer');
    },
    () => undefined,
  );
  await expect(failing.text()).rejects.toThrow(new RangeError('producer'));
});
