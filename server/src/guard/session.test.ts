import { expect, test } from 'vitest';
import { createSession, type Session } from './session.ts';
import { advance, stopTime } from '../testing/manual-time.ts';

stopTime();

type Exchange = ReturnType<Session['exchange']>;

const OPENED: Exchange = { kind: 'opened', token: 'the-token' };
const REFUSED: Exchange = { kind: 'refused' };

function prepare() {
  let codes = 0;
  return { session: createSession({ code: () => `code-${++codes}`, token: () => 'the-token' }) };
}

test('three wrong tries in ten seconds are answered, further ones throttled, and the right code works all the while', () => {
  const { session } = prepare();
  const tryWrong = (count: number) => Array.from({ length: count }, () => session.exchange('wrong').kind);
  const code = session.issueCode();
  expect(tryWrong(5)).toStrictEqual(['refused', 'refused', 'refused', 'throttled', 'throttled']);
  advance(9_999);
  expect(tryWrong(1)).toStrictEqual(['throttled']);
  advance(1);
  expect(tryWrong(4)).toStrictEqual(['refused', 'refused', 'refused', 'throttled']);
  tryWrong(10_000);
  expect(session.exchange(code)).toStrictEqual(OPENED);
});

test.each<[string, (prepared: ReturnType<typeof prepare>, code: string) => void]>([
  ['used', ({ session }, code) => session.exchange(code)],
  ['replaced', ({ session }) => session.issueCode()],
  ['too old', () => advance(60_000)],
  ['revoked', ({ session }) => session.revokeCode()],
])('whoever issued a code is told once that it is spent: %s', (_name, spend) => {
  const prepared = prepare();
  let spent = 0;
  const code = prepared.session.issueCode(() => {
    spent += 1;
  });
  prepared.session.exchange('wrong');
  expect(spent).toBe(0);
  spend(prepared, code);
  expect(spent).toBe(1);
  expect(prepared.session.exchange(code)).toStrictEqual(REFUSED);
  prepared.session.revokeCode();
  advance(120_000);
  expect(spent).toBe(1);
});

test.each([
  ['Bearer the-token', true],
  ['bearer the-token', false],
  ['Bearer the-token ', false],
  ['Bearer the-toke', false],
  ['Bearer ', false],
  ['the-token', false],
  ['', false],
  [undefined, false],
])('authorization %j: %j', (authorization, expected) => {
  expect(prepare().session.authorise(authorization)).toStrictEqual({ kind: expected ? 'authorised' : 'refused' });
});

test('wrong tokens beyond twenty in ten seconds are throttled, the right one works all the while, and none is no try', () => {
  const { session } = prepare();
  for (let guess = 0; guess < 20; guess += 1) {
    expect(session.authorise(`Bearer ${guess}`)).toStrictEqual({ kind: 'refused' });
  }
  advance(2500);
  expect(session.authorise('Bearer 20')).toStrictEqual({ kind: 'throttled', retryAfter: 7500 });
  expect(session.authorise('Bearer the-token')).toStrictEqual({ kind: 'authorised' });
  expect(session.authorise(undefined)).toStrictEqual({ kind: 'refused' });
  advance(7500);
  expect(session.authorise('Bearer 21')).toStrictEqual({ kind: 'refused' });
});
