import { readArgument, readOption } from './build-shim.ts';
import { expect, test } from 'vitest';

// The rest is proved by tests/shims, with calls of the programs.

test.each(['', 'a:flie', '?', ' file'])('%j is no argument', (text) => {
  expect(() => readArgument(text)).toThrow('not an argument');
});

test.each(['', 'name It', '-z', '-z:flie It', '--all:file', '=name It', '-b =a =b It', '-b:string2 It'])(
  '%j is no option',
  (text) => {
    expect(() => readOption(text)).toThrow('not an option');
  },
);

test('an address may be held to schemes', () => {
  expect(readArgument('url:url=https,ftp+ Addresses')).toMatchObject({ type: 'url', 'x-schemes': ['https', 'ftp'] });
});
