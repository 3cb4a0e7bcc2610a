import { hostname } from 'node:os';
import { ExecutionError, UnknownCommandError } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { detailOf, hidePlaces, messageForModel, withoutPlaces } from './explain-run.ts';

test.each([
  ['/usr/bin/git was replaced.', '…/git was replaced.'],
  ['"/home/eve/my-tool" cannot be read (EACCES).', '"…/my-tool" cannot be read (EACCES).'],
  ['spawn /opt/x/y/z ENOENT', 'spawn …/z ENOENT'],
  ['The working directory /work/a b/c does not exist.', 'The working directory … does not exist.'],
  ['file:///home/eve/x.json is none', 'file:…/x.json is none'],
  [
    'read/write, and/or 3/4 of it; see https://example.com/a/b',
    'read/write, and/or 3/4 of it; see https://example.com/a/b',
  ],
])('%s', (text, expected) => {
  expect(hidePlaces(text, ['/work/a b/c'])).toBe(expected);
});

test('the name of this machine goes too', () => {
  const name = hostname();
  const expected = name.length > 2 && name !== 'localhost' ? 'At … it failed.' : `At ${name} it failed.`;
  expect(hidePlaces(`At ${name} it failed.`)).toBe(expected);
});

test('a person reads what a model does not', () => {
  const error = withoutPlaces(new ExecutionError('/usr/bin/git cannot be started.'), []);
  expect([error instanceof Error && error.message, detailOf(error)]).toStrictEqual([
    '…/git cannot be started.',
    '/usr/bin/git cannot be started.',
  ]);
});

test('of what is not about its call a model learns that it failed', () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write '/home/eve/.local/x'"), {
    code: 'ENOSPC',
  });
  expect(messageForModel(full)).toBe(
    'The call failed, but not because of the call itself. The person at this machine sees the reason.',
  );
  expect(messageForModel(new UnknownCommandError('x', []))).toBe('No tool has a command called "x".');
});
