import { decodeShare, type ShareState } from '@atip/share';
import { expect, test } from 'vitest';
import { answerShare } from './answer-share.ts';

const TOKEN = `ghp_${'Zk3'.repeat(12)}`;
const PLAIN: ShareState = { documents: [{ name: 'a.json', text: '{}' }], provider: 'openai' };
const secret = (token: string): ShareState => ({
  ...PLAIN,
  documents: [
    { name: `${token}.json`, text: '{\n}' },
    { name: 'b.json', text: `{\n  "a": "${token}",\n  "b": "${token}"\n}` },
  ],
  filter: { commands: [token, 'repo'], depth: 2 },
  policy: { rules: [{ run: 'gh', reason: token }], maxDuration: 5 },
});

test('a state without a secret is made at once, and opens again', () => {
  const { made, ...rest } = answerShare({ state: PLAIN });
  expect(rest).toStrictEqual({ suspects: 0, places: [] });
  expect(decodeShare(made?.fragment ?? '')).toStrictEqual({ ok: true, state: PLAIN });
});

test('nothing is made of a possible secret before a person decided; the first are named by place, line and rule', () => {
  expect(answerShare({ state: secret(TOKEN) })).toStrictEqual({
    suspects: 5,
    places: [
      'the name of a document, line 1: github-token',
      'b.json, line 2: github-token',
      'b.json, line 3: github-token',
      'the filter, line 3: github-token',
      'the policy, line 5: github-token',
    ],
  });
});

test('shared redacted, the link holds none of it; shared anyway, all of it', () => {
  const { made } = answerShare({ state: secret(TOKEN), consent: 'redacted' });
  expect(decodeShare(made?.fragment ?? '')).toStrictEqual({ ok: true, state: secret('[REDACTED]') });
  expect(answerShare({ state: secret(TOKEN), consent: 'anyway' }).made?.state).toStrictEqual(secret(TOKEN));
});

test.each([
  [
    { password: 'hunter2hunter2', maxDuration: 5 },
    { password: '[REDACTED]', maxDuration: 5 },
  ],
  [{ password: 1234567890123, pages: 12 }, undefined],
])('a value that only its key gives away goes: %j', (policy, left) => {
  expect(answerShare({ state: { ...PLAIN, policy }, consent: 'redacted' }).made?.state.policy).toStrictEqual(left);
});

test('a state that is too large is refused with a sentence', () => {
  const text = 'ä'.repeat(9 * 1024 * 1024);
  expect(answerShare({ state: { ...PLAIN, documents: [{ name: 'a', text }] } }).failure).toContain('at most 16777216');
});
