import { expect, test } from 'vitest';
import type { CallEvent } from '../contract/contract.ts';
import { type EmitEvent, encodeEvent, eventStreamResponse, MAX_WAITING } from './event-stream.ts';

/** One event of 16 KiB, all told. */
const PIECE: CallEvent = { event: 'stdout', data: { text: 'x'.repeat(16_384 - 33) } };

/** A response whose producer does what the test tells it. */
function prepare(onDisconnect: () => void = () => undefined) {
  let emit: EmitEvent<CallEvent> = () => undefined;
  let end: () => void = () => undefined;
  const response = eventStreamResponse<CallEvent>((given) => {
    emit = given;
    return new Promise((resolve) => {
      end = resolve;
    });
  }, onDisconnect);
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('The response has no body.');
  return { reader, emit: (event: CallEvent) => emit(event), end: () => end() };
}

test('a producer is asked to wait once 64 KiB wait, and may go on once they are fewer', async () => {
  expect(encodeEvent(PIECE)).toHaveLength(16_384);
  const { reader, emit } = prepare();
  expect([emit(PIECE), emit(PIECE), emit(PIECE)]).toStrictEqual([undefined, undefined, undefined]);
  const room = emit(PIECE);
  expect(room).toBeInstanceOf(Promise);
  let hasRoom = false;
  const announced = room?.then(() => {
    hasRoom = true;
  });
  await Promise.resolve();
  expect(hasRoom).toBe(false);
  await reader.read();
  await announced;
  expect(hasRoom).toBe(true);
  expect(emit(PIECE)).toBeInstanceOf(Promise);
});

test('bytes are counted, not events', () => {
  const { emit } = prepare();
  const small: CallEvent = { event: 'stdout', data: { text: 'x' } };
  const events = Math.floor(MAX_WAITING / encodeEvent(small).length);
  const answers = Array.from({ length: events }, () => emit(small));
  expect(answers.filter((answer) => answer !== undefined)).toStrictEqual([]);
  expect(emit(small)).toBeInstanceOf(Promise);
});

test('whoever waits for a client that goes away is told so, and nothing waits for it any more', async () => {
  const log: string[] = [];
  const { reader, emit } = prepare(() => log.push('disconnected'));
  const rooms = Array.from({ length: 5 }, () => emit(PIECE));
  await reader.cancel();
  await rooms.at(-1);
  expect(log).toStrictEqual(['disconnected']);
  expect(emit(PIECE)).toBe(undefined);
});

test('what was sent without waiting is lost neither', async () => {
  const { reader, emit, end } = prepare();
  const rooms = Array.from({ length: 10 }, () => emit(PIECE));
  end();
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.byteLength;
  await Promise.all(rooms);
  expect(bytes).toBe(10 * 16_384);
});
