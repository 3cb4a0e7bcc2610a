import { expect, test } from 'vitest';
import { parseRemoteIndex } from './remote-index.ts';

const SHA = 'a'.repeat(64);
const ENTRY = { sha256: SHA, size: 10 };
const index = (tools: unknown, version: unknown = 1): string => JSON.stringify({ 'atip-registry': version, tools });

test('of each entry digest and size count', () => {
  const read = parseRemoteIndex(index({ gh: { ...ENTRY, version: '2', trust: 'native' }, '[': ENTRY }));
  expect(read).toStrictEqual({
    tools: new Map([
      ['gh', ENTRY],
      ['[', ENTRY],
    ]),
    dropped: 0,
  });
});

test.each([
  ['../x', ENTRY],
  ['a/b', ENTRY],
  ['-rf', ENTRY],
  ['a\u202Eb', ENTRY],
  ['gh', null],
  ['gh', { ...ENTRY, sha256: `../../${'a'.repeat(58)}` }],
  ['gh', { ...ENTRY, sha256: SHA.toUpperCase() }],
  ['gh', { ...ENTRY, sha256: `${SHA}0` }],
  ['gh', { ...ENTRY, size: 0 }],
  ['gh', { ...ENTRY, size: 1.5 }],
  ['gh', { ...ENTRY, size: 4 * 1024 * 1024 + 1 }],
])('the entry %j: %j does not count, and the others do', (name, entry) => {
  expect(parseRemoteIndex(index({ [name]: entry, other: ENTRY }))).toStrictEqual({
    tools: new Map([['other', ENTRY]]),
    dropped: 1,
  });
});

test('__proto__ is a name like any other, and changes nothing', () => {
  const text = `{"atip-registry":1,"tools":{"__proto__":${JSON.stringify({ ...ENTRY, polluted: true })}}}`;
  expect(parseRemoteIndex(text)).toStrictEqual({ tools: new Map([['__proto__', ENTRY]]), dropped: 0 });
  expect(Object.keys(Object.prototype)).toStrictEqual([]);
});

test('an index with more than 20,000 names is refused whole', () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, 0]));
  expect(parseRemoteIndex(index(names(20_000)))).toStrictEqual({ tools: new Map(), dropped: 20_000 });
  expect(parseRemoteIndex(index(names(20_001)))).toBe('Its index.json has more than 20,000 tools.');
});

const NONE = 'Its index.json is not that of a registry.';
test.each([
  ['<html>', 'Its index.json is not JSON.'],
  ['null', NONE],
  [index([]), NONE],
  [index({}, 2), 'Its index.json is of a version other than 1.'],
])('%j is no index', (text, problem) => {
  expect(parseRemoteIndex(text)).toBe(problem);
});
