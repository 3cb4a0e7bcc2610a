import { expect, test } from 'vitest';
import { readCallEvent } from './read-call-event.ts';
import { readEvents } from './read-events.ts';

test('a known event is read with its data', () => {
  expect(readCallEvent({ event: 'stdout', data: '{"text":"hi"}' })).toStrictEqual({
    event: 'stdout',
    data: { text: 'hi' },
  });
  expect(
    readCallEvent({ event: 'exit', data: '{"exitCode":null,"duration":3,"timedOut":true,"truncated":false}' }),
  ).toStrictEqual({
    event: 'exit',
    data: { exitCode: null, duration: 3, timedOut: true, truncated: false },
  });
});

test.each(['progress', 'message', 'toString', '__proto__'])('the unknown event %s is passed over', (event) => {
  expect(readCallEvent({ event, data: 'not even JSON' })).toBeUndefined();
});

test.each([
  ['stdout', '{"text":1}', 'The companion\'s event "stdout" has no string "text".'],
  ['accepted', '{"id":"1","check":null}', 'The companion\'s event "accepted" has no object "check".'],
  ['result', 'null', 'The companion\'s event "result" has no boolean "success".'],
])('the event %s with %s is refused', (event, data, message) => {
  expect(() => readCallEvent({ event, data })).toThrow(new TypeError(message));
});

test('events are read from a stream of bytes, cut inside a character', async () => {
  const bytes = new TextEncoder().encode('event: stdout\ndata: {"text":"ä"}\n\nevent: stderr\ndata: {"text":"b"}\n\n');
  const cut = bytes.indexOf(0xc3) + 1;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, cut));
      controller.enqueue(bytes.slice(cut));
      controller.close();
    },
  });
  const seen: unknown[] = [];
  await readEvents(stream, readCallEvent, (event) => seen.push(event));
  expect(seen).toStrictEqual([
    { event: 'stdout', data: { text: 'ä' } },
    { event: 'stderr', data: { text: 'b' } },
  ]);
});
