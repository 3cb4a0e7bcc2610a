import { expect, test } from 'vitest';
import { createSession } from './session.ts';
import { createManualClock } from './testing/manual-clock.ts';

function prepare() {
  const clock = createManualClock();
  let codes = 0;
  return { clock, session: createSession(clock, { code: () => `code-${++codes}`, token: () => 'the-token' }) };
}

test('a code gives the token once', () => {
  const { session } = prepare();
  const code = session.issueCode();
  expect(session.exchange(code)).toBe('the-token');
  expect(session.exchange(code)).toBe(null);
});

test('before a code is issued, nothing is a code', () => {
  const { session } = prepare();
  expect([session.exchange(''), session.exchange('undefined')]).toStrictEqual([null, null]);
});

test('a code lives for less than 60 s', () => {
  const { clock, session } = prepare();
  const first = session.issueCode();
  clock.advance(60_000);
  expect(session.exchange(first)).toBe(null);
  const second = session.issueCode();
  clock.advance(59_999);
  expect(session.exchange(second)).toBe('the-token');
});

test.each([
  [2, 'the-token'],
  [3, null],
])('after %i wrong guesses the right code gives %j', (guesses, expected) => {
  const { session } = prepare();
  const code = session.issueCode();
  for (let guess = 0; guess < guesses; guess += 1) expect(session.exchange(`wrong-${guess}`)).toBe(null);
  expect(session.exchange(code)).toBe(expected);
});

test('a new code ends the one before, and has its own tries', () => {
  const { session } = prepare();
  const first = session.issueCode();
  for (const guess of ['x', 'y', 'z']) session.exchange(guess);
  const second = session.issueCode();
  expect(session.exchange(first)).toBe(null);
  expect(session.exchange(second)).toBe('the-token');
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
  expect(prepare().session.isAuthorised(authorization)).toBe(expected);
});
