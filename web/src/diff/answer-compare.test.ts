import { readFileSync } from 'node:fs';
import type { SemverVerdict } from '@atip/core';
import { expect, test } from 'vitest';
import { answerCompare, versionStep } from './answer-compare.ts';
import { stepSentence, verdictLine } from './Diff.tsx';

const sample = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [GIT, NEXT] = [sample('../start/git.json'), sample('testing/git-next.json')];

function compared(before: string, after: string) {
  const answer = answerCompare({ before, after });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

test('each change of the sample is named by kind and place', () => {
  expect(compared(GIT, NEXT).changes.map(({ kind, code, place }) => `${kind} ${code} ${place}`)).toStrictEqual([
    'breaking command-removed git show',
    'additive parameter-added git status',
    'breaking choices-narrowed git branch --list',
    'safety effect-raised git push',
    'safety effect-raised git push',
    'additive parameter-added git push',
  ]);
});

test('the sample states a patch and needs a major version', () => {
  const comparison = compared(GIT, NEXT);
  expect(verdictLine(comparison)).toBe('major: 2 breaking changes, 2 safety changes, 2 additions');
  expect(stepSentence(comparison)).toBe('2.47.0 → 2.47.1 is a patch step, but this needs 3.0.0.');
});

test('the side that cannot be read is named', () => {
  expect(answerCompare({ before: GIT, after: '{' })).toMatchObject({ ok: false, side: 'after' });
  expect(answerCompare({ before: '', after: GIT })).toMatchObject({ ok: false, side: 'before' });
  const faulty = GIT.replace('"network": false', '"network": "no"');
  expect(answerCompare({ before: GIT, after: faulty })).toMatchObject({ ok: false, side: 'after' });
});

test.each<[string, string, SemverVerdict, unknown]>([
  ['1.2.0', '1.2.1', 'major', { stated: 'patch', needed: '2.0.0', isEnough: false }],
  ['1.2.0', '1.3.0', 'minor', { stated: 'minor', needed: '1.3.0', isEnough: true }],
  ['1.2.0', '2.0.0', 'patch', { stated: 'major', needed: '1.2.1', isEnough: true }],
  ['1.2.0', '1.2.0', 'none', { stated: 'none', needed: '1.2.0', isEnough: true }],
  ['1.2.0', '1.2.0', 'patch', { stated: 'none', needed: '1.2.1', isEnough: false }],
  ['0.3.1', '0.4.0', 'major', { stated: 'minor', needed: '0.4.0', isEnough: true }],
  ['0.3.1', '0.3.2', 'major', { stated: 'patch', needed: '0.4.0', isEnough: false }],
  ['2.0.0', '1.9.9', 'none', { stated: 'backwards', needed: '2.0.0', isEnough: false }],
  ['v1.2', '1.2.1-rc.1', 'patch', { stated: 'patch', needed: '1.2.1', isEnough: true }],
  ['main', '1.0.0', 'none', { stated: 'unreadable', isEnough: false }],
  ['1.0.0', 'main', 'major', { stated: 'unreadable', needed: '2.0.0', isEnough: false }],
])('%s → %s with %s changes', (before, after, verdict, expected) => {
  expect(versionStep(before, after, verdict)).toStrictEqual(expected);
});
