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

test('a client that goes away is noticed, and nothing is sent to it any more', async () => {
  const log: string[] = [];
  let goOn: (() => void) | undefined;
  const response = eventStreamResponse(
    async (emit) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await emit(TEXT);
      log.push('produced');
    },
    () => log.push('disconnected'),
  );
  await response.body?.cancel();
  expect(log).toStrictEqual(['disconnected']);
  goOn?.();
  await expect.poll(() => log).toStrictEqual(['disconnected', 'produced']);
});
