import type { SemverVerdict } from '@atip/core';
import { expect, test } from 'vitest';
import { answerCompare, versionStep } from './answer-compare.ts';

const tool = (version: string, commands: object): string =>
  JSON.stringify({ atip: { version: '0.4' }, name: 'demo', version, description: 'A demo', commands });
const SHOW = { description: 'Show it' };
const PUSH = { description: 'Push it', effects: { reversible: true } };
const BEFORE = tool('1.2.0', { show: SHOW, push: PUSH });

test('the changes of a patch that breaks, gravest first', () => {
  const push = { ...PUSH, effects: { reversible: false } };
  const answer = answerCompare({ before: BEFORE, after: tool('1.2.1', { push, pull: SHOW }) });
  if (!answer.ok) throw new Error(answer.message);
  expect(answer.title).toBe('1.2.0 → 1.2.1 is a patch step, but this needs 2.0.0.');
  expect(answer.summary).toBe('major: 1 breaking change, 1 safety change, 1 addition');
  expect(answer.changes.map(({ kind, place }) => `${kind} ${place}`)).toStrictEqual([
    'breaking demo show',
    'safety demo push',
    'additive demo pull',
  ]);
});

test.each([
  ['after', BEFORE, '{'],
  ['before', '', BEFORE],
  // Its sound commands alone would look like removed ones.
  ['after', BEFORE, BEFORE.replace('"reversible":true', '"reversible":"no"')],
])('the side that cannot be read is named: %s', (side, before, after) => {
  expect(answerCompare({ before, after })).toMatchObject({ ok: false, side });
});

test.each<[string, string, SemverVerdict, boolean, string]>([
  ['1.2.0', '1.2.1', 'major', false, 'is a patch step, but this needs 2.0.0.'],
  ['1.2.0', '1.3.0', 'minor', true, 'is a minor step, and that is enough.'],
  ['1.2.0', '2.0.0', 'patch', true, 'is a major step, and that is enough.'],
  ['1.2.0', '1.2.0', 'none', true, 'Both are version 1.2.0, and no change asks for another.'],
  ['1.2.0', '1.2.0', 'patch', false, 'Both are version 1.2.0, but this needs 1.2.1.'],
  ['0.3.1', '0.4.0', 'major', true, 'is a minor step, and that is enough.'],
  ['0.3.1', '0.3.2', 'major', false, 'is a patch step, but this needs 0.4.0.'],
  ['2.0.0', '1.9.9', 'none', false, 'goes backwards; these changes ask for 2.0.0 or later.'],
  ['v1.2', '1.2.1-rc.1', 'patch', true, 'is a patch step, and that is enough.'],
  ['main', '1.0.0', 'none', false, 'cannot be compared as versions.'],
  ['1.0.0', 'main', 'major', false, 'cannot be compared as versions; these changes ask for 2.0.0 or later.'],
])('%s → %s with %s changes', (before, after, verdict, isEnough, words) => {
  const step = versionStep(before, after, verdict);
  expect([step.isEnough, step.title.replace(`${before} → ${after} `, '')]).toStrictEqual([isEnough, words]);
});
