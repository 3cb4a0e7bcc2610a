import { expect, test } from 'vitest';
import { readDiscoveryEvent } from './read-discovery-event.ts';

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

test.each(['stdout', 'message', 'toString', '__proto__'])('the unknown event %s is passed over', (event) => {
  expect(readDiscoveryEvent({ event, data: 'not even JSON' })).toBeUndefined();
});

test.each([
  ['progress', { phase: 'asking', done: 1, total: 'two' }, 'number? "total"'],
  ['progress', { phase: 'asking' }, 'number "done"'],
  ['found', { ...FOUND, executable: undefined }, 'string|null "executable"'],
  ['found', { ...FOUND, commands: '2' }, 'number "commands"'],
  ['found', null, 'string "name"'],
  ['skipped', { source: '/bin/x', code: 'timed-out' }, 'string "reason"'],
  ['done', { ...DONE, counts: null }, 'object "counts"'],
  ['done', { ...DONE, counts: { read: 1, cached: 1 } }, 'number "asked"'],
])('the event %s with %j is refused', (event, data, missing) => {
  const message = `The companion's event "${event}" has no ${missing}.`;
  expect(() => readDiscoveryEvent({ event, data: JSON.stringify(data) })).toThrow(new TypeError(message));
});
