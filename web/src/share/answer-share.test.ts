import { decodeShare, type ShareState } from '@atip/share';
import { expect, test } from 'vitest';
import { answerShare, findSuspects, redactState } from './answer-share.ts';

const TOKEN = `ghp_${'Zk3'.repeat(12)}`;
const PLAIN: ShareState = { documents: [{ name: 'a.json', text: '{}' }], provider: 'openai' };
const SECRET: ShareState = {
  ...PLAIN,
  documents: [
    { name: 'a.json', text: '{\n}' },
    { name: 'b.json', text: `{\n  "a": "${TOKEN}",\n  "b": "${TOKEN}"\n}` },
  ],
  policy: { rules: [{ run: 'gh', reason: TOKEN }] },
};

test('what holds no secret is made at once, and opens again', () => {
  const { made, ...rest } = answerShare({ state: PLAIN });
  expect(rest).toStrictEqual({ suspects: [], suspectsTotal: 0 });
  expect(decodeShare(made?.fragment ?? '')).toStrictEqual({ ok: true, state: PLAIN });
});

test('nothing is made of what may hold a secret before a person decided; each is named by place, line and rule', () => {
  const answer = answerShare({ state: SECRET });
  expect('made' in answer).toBe(false);
  expect(answer.suspects.map(({ part, line, rule }) => [part, line, rule])).toStrictEqual([
    ['b.json', 2, 'github-token'],
    ['b.json', 3, 'github-token'],
    ['the policy', 5, 'github-token'],
  ]);
  expect(answer.suspects[0]?.shown).toBe('"a": "[REDACTED]",');
  expect(JSON.stringify(answer)).not.toContain('Zk3Zk3');
});

test('shared redacted, the link holds none of it and says so nowhere else', () => {
  const { made } = answerShare({ state: SECRET, consent: 'redacted' });
  const decoded = decodeShare(made?.fragment ?? '');
  expect(decoded).toStrictEqual({
    ok: true,
    state: {
      ...PLAIN,
      documents: [
        { name: 'a.json', text: '{\n}' },
        { name: 'b.json', text: '{\n  "a": "[REDACTED]",\n  "b": "[REDACTED]"\n}' },
      ],
      policy: { rules: [{ run: 'gh', reason: '[REDACTED]' }] },
    },
  });
  expect(findSuspects(made?.state ?? SECRET)).toStrictEqual([]);
});

test('shared anyway, it is as it was', () => {
  expect(answerShare({ state: SECRET, consent: 'anyway' }).made?.state).toStrictEqual(SECRET);
});

test('a secret in the name of a document is one as well, and is not named with it', () => {
  const state: ShareState = { ...PLAIN, documents: [{ name: `${TOKEN}.json`, text: `"${TOKEN}"` }] };
  expect(JSON.stringify(findSuspects(state))).not.toContain('Zk3Zk3');
  expect(findSuspects(state).map(({ part }) => part)).toStrictEqual(['the name of a document', '[REDACTED].json']);
});

test('a value that only its key gives away goes, numbers and other values stay', () => {
  const policy = { password: 'hunter2hunter2', maxDuration: 5, allowed: ['ls'] };
  expect(redactState({ ...PLAIN, policy }).policy).toStrictEqual({
    password: '[REDACTED]',
    maxDuration: 5,
    allowed: ['ls'],
  });
});

test('the commands of a filter are looked through, and redacted as the document is', () => {
  const state: ShareState = { ...PLAIN, filter: { commands: [TOKEN, 'repo'], depth: 2 } };
  expect(answerShare({ state }).suspects.map(({ part, rule }) => [part, rule])).toStrictEqual([
    ['the filter', 'github-token'],
  ]);
  expect(answerShare({ state, consent: 'redacted' }).made?.state.filter).toStrictEqual({
    commands: ['[REDACTED]', 'repo'],
    depth: 2,
  });
});

test('a number that its key gives away goes as well', () => {
  const state: ShareState = { ...PLAIN, policy: { password: 1234567890123, pages: 12 } };
  expect(answerShare({ state, consent: 'redacted' }).made?.state.policy).toStrictEqual({
    password: '[REDACTED]',
    pages: 12,
  });
});

test.each([
  '{"password":"hunter2hunter2","a":"b"}',
  '{"h":"https://u:hunter2secret@example.org/x"}',
  'Authorization: Bearer abcdef0123456789abcdef',
])('%s, once redacted, is asked about no more', (text) => {
  const { made } = answerShare({ state: { ...PLAIN, documents: [{ name: 'a', text }] }, consent: 'redacted' });
  expect(made?.state.documents[0]?.text).toContain('[REDACTED]');
  expect(answerShare({ state: made?.state ?? SECRET }).suspects).toStrictEqual([]);
});

test('what is too large is refused with a sentence', () => {
  const text = 'ä'.repeat(9 * 1024 * 1024);
  expect(answerShare({ state: { ...PLAIN, documents: [{ name: 'a', text }] } }).failure).toContain('at most 16777216');
});
