import { expect, test } from 'vitest';
import { createTestPorts } from '../testing/test-ports.ts';
import { checkRequest } from './check-request.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';

/** `{"id":"1","name":"demo_say","arguments":{"text":"…"}}` of so many bytes. */
function callOf(bytes: number, character = 'x'): object {
  const empty = { id: '1', name: 'demo_say', arguments: { text: '' } };
  const left = bytes - JSON.stringify(empty).length;
  return { ...empty, arguments: { text: character.repeat(left / Buffer.byteLength(character)) } };
}

test.each<[string, string, object]>([
  // Not too large; no single text of a call may be that long.
  ['128 KiB', '422 validation-failed', callOf(131_072)],
  ['one byte more', '413 arguments-too-large', callOf(131_073)],
  ['fewer characters, but more bytes', '413 arguments-too-large', callOf(131_100, '世')],
  ['a long id', '413 arguments-too-large', { ...callOf(100), id: 'i'.repeat(131_072) }],
])('a call of %s is answered with %s', async (_name, expected, call) => {
  const { send } = await createTestClient();
  expect(await problemCode(await send('POST', '/calls', { call }))).toBe(expected);
});

test('arguments that are nested too deeply to be written are refused too', async () => {
  const ports = await createTestPorts();
  const text: unknown = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`);
  const call = { id: '1', name: 'demo_say', arguments: { text } };
  expect(() => checkRequest({ call }, ports)).toThrow(
    /^The call is nested too deeply; at most 131072 bytes are taken\./,
  );
});
