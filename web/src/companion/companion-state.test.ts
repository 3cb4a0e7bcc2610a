import type { ToolList } from '@atip/companion';
import { expect, test } from 'vitest';
import { type Answer, companionAfter, withoutKey } from './companion-state.ts';

const LIST: ToolList = { tools: [], skipped: [] };
const refused = (
  code: string,
  detail = code,
): { ok: false; problem: { title: string; detail: string; code: string } } => ({
  ok: false,
  problem: { title: 'No', detail, code },
});

test.each([
  ['a good token', { ok: true, value: LIST }, undefined, 't', { state: { kind: 'connected', list: LIST }, token: 't' }],
  [
    'no link',
    refused('token-required'),
    undefined,
    undefined,
    {
      state: { kind: 'locked', reason: 'This page was opened without the link that the companion printed.' },
      token: undefined,
    },
  ],
  [
    'an old token',
    refused('token-required'),
    undefined,
    't',
    {
      state: { kind: 'locked', reason: 'The companion was started again since this page was connected.' },
      token: undefined,
    },
  ],
  [
    'a used link',
    refused('token-required'),
    refused('code-refused', 'Used.'),
    undefined,
    { state: { kind: 'locked', reason: 'Used.' }, token: undefined },
  ],
  ['nobody', refused('unreachable'), undefined, undefined, { state: { kind: 'absent' }, token: undefined }],
  ['a plain web server', refused('http-404'), undefined, undefined, { state: { kind: 'absent' }, token: undefined }],
  [
    'a companion that went away',
    refused('unreachable', 'Failed to fetch'),
    undefined,
    't',
    {
      state: { kind: 'lost', reason: 'It was stopped, or another program has its port now.' },
      token: 't',
    },
  ],
  [
    'a companion that refuses this page',
    refused('origin-not-allowed', 'Only …'),
    undefined,
    undefined,
    { state: { kind: 'lost', reason: 'Only …' }, token: undefined },
  ],
] as [string, Answer<ToolList>, Answer<string> | undefined, string | undefined, ReturnType<typeof companionAfter>][])(
  '%s',
  (_name, tools, opened, token, expected) => {
    expect(companionAfter({ tools, opened, token })).toStrictEqual(expected);
  },
);

test('without a key the page says who serves it, and asks nobody', () => {
  const reason = 'This page was opened without the link that the companion printed.';
  expect(withoutKey(true)).toStrictEqual({ state: { kind: 'locked', reason }, token: undefined });
  expect(withoutKey(false)).toStrictEqual({ state: { kind: 'absent' }, token: undefined });
});
