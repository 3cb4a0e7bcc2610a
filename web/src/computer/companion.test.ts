import type { ToolList } from '@atip/companion';
import { expect, test } from 'vitest';
import { type CompanionAnswer, companionAfter, withoutKey } from './companion.ts';

const LIST: ToolList = { tools: [], skipped: [] };
const NO_LINK = 'This page was opened without the link that the companion printed.';

const refused = (code: string, detail = code): Extract<CompanionAnswer<never>, { ok: false }> => ({
  ok: false,
  problem: { title: 'No', detail, code },
});

type Outcome = ReturnType<typeof companionAfter>;
const ABSENT: Outcome = { state: { kind: 'absent' }, token: undefined };
const locked = (reason: string): Outcome => ({ state: { kind: 'locked', reason }, token: undefined });
const lost = (reason: string, token?: string): Outcome => ({ state: { kind: 'lost', reason }, token });

test.each<[string, CompanionAnswer<ToolList>, CompanionAnswer<string> | undefined, string | undefined, Outcome]>([
  ['a good token', { ok: true, value: LIST }, undefined, 't', { state: { kind: 'connected', list: LIST }, token: 't' }],
  ['no link', refused('token-required'), undefined, undefined, locked(NO_LINK)],
  [
    'an old token',
    refused('token-required'),
    undefined,
    't',
    locked('The companion was started again since this page was connected.'),
  ],
  ['a used link', refused('token-required'), refused('code-refused', 'Used.'), undefined, locked('Used.')],
  ['nobody', refused('unreachable'), undefined, undefined, ABSENT],
  ['a plain web server', refused('http-404'), undefined, undefined, ABSENT],
  [
    'a companion that went away',
    refused('unreachable', 'Failed to fetch'),
    undefined,
    't',
    lost('It was stopped, or another program has its port now.', 't'),
  ],
  ['a companion that refuses this page', refused('origin-not-allowed', 'Only …'), undefined, undefined, lost('Only …')],
])('%s', (_name, tools, opened, token, expected) => {
  expect(companionAfter({ tools, opened, token })).toStrictEqual(expected);
});

test('without a key the page says who serves it, and asks nobody', () => {
  expect(withoutKey(true)).toStrictEqual(locked(NO_LINK));
  expect(withoutKey(false)).toStrictEqual(ABSENT);
});
