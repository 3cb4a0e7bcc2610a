import { readFileSync } from 'node:fs';
import type { SemverVerdict } from '@atip/core';
import { expect, test } from 'vitest';
import { answerCompare, versionStep } from './answer-compare.ts';

const GIT = readFileSync(new URL('../start/git.json', import.meta.url), 'utf8');

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
