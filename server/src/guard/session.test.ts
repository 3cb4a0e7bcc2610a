import { expect, test } from 'vitest';
import { ProblemError } from '../http/problem.ts';
import { createSession } from './session.ts';
import { advance, stopTime } from '../testing/manual-time.ts';

stopTime();

/** The result, or the code of a refusal and the ms until the next try. */
function outcome<Result>(of: () => Result): Result | string {
  try {
    return of();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.retryAfter === undefined ? error.problem.code : `${error.problem.code} ${error.retryAfter}`;
  }
}

function prepare() {
  let codes = 0;
  return { session: createSession({ code: () => `code-${++codes}`, token: () => 'the-token' }) };
}

test('three wrong tries in ten seconds are answered, further ones throttled, and the right code works all the while', () => {
  const { session } = prepare();
  const tryWrong = (count: number) =>
    Array.from({ length: count }, () => outcome(() => session.exchange('wrong')).split(' ')[0]);
  const code = session.issueCode();
  expect(tryWrong(5)).toStrictEqual([
    'code-refused',
    'code-refused',
    'code-refused',
    'too-many-codes',
    'too-many-codes',
  ]);
  advance(9_999);
  expect(tryWrong(1)).toStrictEqual(['too-many-codes']);
  advance(1);
  expect(tryWrong(4)).toStrictEqual(['code-refused', 'code-refused', 'code-refused', 'too-many-codes']);
  tryWrong(10_000);
  expect(session.exchange(code)).toBe('the-token');
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
  outcome(() => prepared.session.exchange('wrong'));
  expect(spent).toBe(0);
  spend(prepared, code);
  expect(spent).toBe(1);
  expect(outcome(() => prepared.session.exchange(code))).toBe('code-refused');
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
  expect(outcome(() => prepare().session.authorise(authorization))).toBe(expected ? undefined : 'token-required');
});

test('wrong tokens beyond twenty in ten seconds are throttled, the right one works all the while, and none is no try', () => {
  const { session } = prepare();
  const authorise = (header?: string) => outcome(() => session.authorise(header));
  for (let guess = 0; guess < 20; guess += 1) {
    expect(authorise(`Bearer ${guess}`)).toBe('token-required');
  }
  advance(2500);
  expect(authorise('Bearer 20')).toBe('too-many-attempts 7500');
  expect(authorise('Bearer the-token')).toBe(undefined);
  expect(authorise()).toBe('token-required');
  advance(7500);
  expect(authorise('Bearer 21')).toBe('token-required');
});
