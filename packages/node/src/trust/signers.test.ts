import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { expectedOf, speaksFor } from './signers.ts';

test.each([0o646, 0o666])('a key that others may write (mode %i) is not used', async (mode) => {
  const directory = await createTemporaryDirectory();
  const key = await directory.write('acme.pub', 'PEM');
  expect(await expectedOf({ key })).toStrictEqual({
    key: 'PEM',
    identity: undefined,
    issuer: undefined,
    trustRoot: undefined,
  });
  await chmod(key, mode);
  const writable = `Everyone may write ${JSON.stringify(key)}; run chmod o-w on it.`;
  expect(await expectedOf({ key })).toStrictEqual({ problem: `The key "${key}" cannot be used: ${writable}` });
  expect(await expectedOf({ trustRoot: key, identity: 'a', issuer: 'b' })).toStrictEqual({
    problem: `The trust root "${key}" cannot be used: ${writable}`,
  });
});

test('a directory, and bytes that are no text, are no key', async () => {
  const directory = await createTemporaryDirectory();
  expect(await expectedOf({ key: directory.path })).toStrictEqual({
    problem: `The key "${directory.path}" cannot be used: It is not a regular file.`,
  });
  const bytes = await directory.write('key', new Uint8Array([0xff]));
  expect(await expectedOf({ key: bytes })).toStrictEqual({
    problem: `The key "${bytes}" cannot be used: It is not valid UTF-8.`,
  });
});

test.each<[readonly string[] | undefined, boolean]>([
  [undefined, true],
  [['acme-*'], true],
  [['acme-deploy'], true],
  [['other', 'acme-?eploy'], true],
  [['acme'], false],
  [['*-acme-deploy'], false],
  [[], false],
])('a signer who may speak about %j', (tools, may) => {
  expect(speaksFor({ name: 'acme', source: 'org', ...(tools && { tools }) }, 'acme-deploy')).toBe(may);
});
