import type { ToolList } from '@atip/companion';
import { expect, test } from 'vitest';
import type { CompanionAnswer } from './client.ts';
import { companionAfter, withoutKey } from './companion.ts';

const LIST: ToolList = { tools: [], skipped: [], cwd: '/w' };
const NO_LINK = 'This page was opened without the link that the companion printed.';
const RESTARTED = 'The companion was started again since this page was connected.';
const GONE = 'It was stopped, or another program has its port now.';

const refused = (code: string, detail = code) => ({ ok: false, problem: { title: 'No', detail, code } }) as const;

test.each<[string, CompanionAnswer<ToolList>, CompanionAnswer<string> | undefined, string | undefined, object]>([
  ['a good token', { ok: true, value: LIST }, undefined, 't', { kind: 'connected', list: LIST }],
  ['no link', refused('token-required'), undefined, undefined, { kind: 'locked', reason: NO_LINK }],
  ['an old token', refused('token-required'), undefined, 't', { kind: 'locked', reason: RESTARTED }],
  ['a used link', refused('token-required'), refused('no', 'Used.'), undefined, { kind: 'locked', reason: 'Used.' }],
  ['nobody', refused('unreachable'), undefined, undefined, { kind: 'absent' }],
  ['a plain web server', refused('http-404'), undefined, undefined, { kind: 'absent' }],
  ['a companion that went away', refused('unreachable'), undefined, 't', { kind: 'lost', reason: GONE }],
  [
    'a program that is no companion',
    { ok: true, value: JSON.parse('{}') },
    undefined,
    't',
    { kind: 'lost', reason: 'The program that answers there is not the companion of this page.' },
  ],
  [
    'one that refuses this page',
    refused('cross-site', 'Only …'),
    undefined,
    undefined,
    { kind: 'lost', reason: 'Only …' },
  ],
])('%s', (_name, tools, opened, token, state) => {
  const isKept = state !== undefined && 'kind' in state && (state.kind === 'connected' || state.kind === 'lost');
  const { state: found, token: kept } = companionAfter({ tools, opened, token });
  expect([found, kept]).toStrictEqual([state, isKept ? token : undefined]);
});

test('without a key the page says who serves it, and asks nobody', () => {
  expect(withoutKey(true).state).toStrictEqual({ kind: 'locked', reason: NO_LINK });
  expect(withoutKey(false).state).toStrictEqual({ kind: 'absent' });
});
