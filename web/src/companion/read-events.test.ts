import { expect, test } from 'vitest';
import { readCallEvent, readDiscoveryEvent, readEvents } from './read-events.ts';

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

const FOUND = {
  name: 'demo',
  version: '1.0.0',
  description: 'Shows itself',
  origin: 'probed',
  trust: 'native',
  executable: null,
  hash: 'sha256:0',
  commands: 2,
  issues: [],
};
const COUNTS = { directories: 1, executables: 3, skipped: 0, cached: 1, read: 2, bytes: 9, marked: 1, canonical: 0 };
const DONE = { found: 1, counts: { ...COUNTS, asked: 1, started: 1 }, duration: 12.5 };

test.each([
  ['progress', { phase: 'screening', done: 50 }],
  ['progress', { phase: 'asking', done: 1, total: 2 }],
  ['found', FOUND],
  ['found', { ...FOUND, executable: '/bin/demo' }],
  ['skipped', { source: '/bin/x', code: 'timed-out', reason: 'It took too long.' }],
  ['done', DONE],
  ['error', { type: 'about:blank', status: 500, title: 'No', detail: 'Why', code: 'internal-error' }],
])('the event %s is read with its data', (event, data) => {
  expect(readDiscoveryEvent({ event, data: JSON.stringify(data) })).toStrictEqual({ event, data });
});

test.each([
  ['progress', { phase: 'asking', done: 1, total: 'two' }, 'number? "total"'],
  ['progress', { phase: 'asking' }, 'number "done"'],
  ['found', { ...FOUND, executable: undefined }, 'string|null "executable"'],
  ['found', { ...FOUND, commands: '2' }, 'number "commands"'],
  ['found', null, 'string "name"'],
  ['skipped', { source: '/bin/x', code: 'timed-out' }, 'string "reason"'],
  ['done', { ...DONE, counts: null }, 'number "counts.read"'],
  ['done', { ...DONE, counts: { read: 1, cached: 1 } }, 'number "counts.asked"'],
])('the event %s with %j is refused', (event, data, missing) => {
  const message = `The companion's event "${event}" has no ${missing}.`;
  expect(() => readDiscoveryEvent({ event, data: JSON.stringify(data) })).toThrow(new TypeError(message));
});
