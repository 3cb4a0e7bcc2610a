import { expect, test } from 'vitest';
import type { SemverVerdict } from '../types/tool-diff.ts';
import { compareVersions, judgeVersion, readVersion } from './judge-version.ts';

test.each([
  ['1.2.3', 'none', '1.2.3', { state: 'enough' }],
  ['1.2.3', 'none', '1.2.2', { state: 'short', wanted: '1.2.3' }],
  ['1.2.3', 'patch', '1.2.4', { state: 'enough' }],
  ['1.2.3', 'minor', '1.2.4', { state: 'short', wanted: '1.3.0' }],
  ['1.2.3', 'minor', '1.3.0', { state: 'enough' }],
  ['1.2.3', 'minor', '2.0.0-rc.1', { state: 'enough' }],
  ['1.2.3', 'major', '1.3.0', { state: 'short', wanted: '2.0.0' }],
  ['1.2.3', 'major', '2.0.0-beta.1', { state: 'enough' }],
  ['1.2.3', 'major', '1.2.3', { state: 'same', wanted: '2.0.0' }],
  ['1.2.3', 'patch', '1.2.2', { state: 'short', wanted: '1.2.4' }],
  ['0.4.1', 'major', '0.5.0', { state: 'enough' }],
  ['0.4.1', 'major', '0.4.2', { state: 'short', wanted: '0.5.0' }],
  ['0.4.1', 'minor', '0.4.2', { state: 'enough' }],
  ['2.0.0-rc.1', 'major', '2.0.0-rc.2', { state: 'enough' }],
  ['2.0.0-rc.1', 'major', '2.0.0', { state: 'enough' }],
  ['2.0.0', 'major', '2.0.0-rc.1', { state: 'short', wanted: '3.0.0' }],
  ['yesterday', 'major', '2.0.0', { state: 'unknown' }],
  ['yesterday', 'none', 'today', { state: 'enough' }],
] as const)('%s with a %s change to %s', (before, verdict: SemverVerdict, after, judgement) => {
  const name = 'notes';
  const diff = { before: { name, version: before }, after: { name, version: after }, changes: [], verdict };
  expect(judgeVersion(diff)).toStrictEqual(judgement);
});

test('versions are in the order of semver.org', () => {
  const order = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'];
  const versions = [...order, '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0'];
  const read = versions.toReversed().flatMap((text) => readVersion(text) ?? []);
  expect(read.sort(compareVersions)).toStrictEqual(versions.map((text) => readVersion(text)));
});

test.each(['1.2', '1.2.3.4', '01x.2.3', '', 'v', '1.2.3 '])('%j is no version', (text) => {
  expect(readVersion(text)).toBeUndefined();
});
