import { expect, test } from 'vitest';
import type { SemverVerdict } from '../types/tool-diff.ts';
import { judgeVersion } from './judge-version.ts';

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
  // The order of semver.org.
  ['1.0.0-alpha.1', 'patch', '1.0.0-alpha', { state: 'short', wanted: '1.0.0' }],
  ['1.0.0-alpha.beta', 'patch', '1.0.0-alpha.1', { state: 'short', wanted: '1.0.0' }],
  ['1.0.0-beta.11', 'patch', '1.0.0-beta.2', { state: 'short', wanted: '1.0.0' }],
  ['1.0.0-rc.1', 'patch', '1.0.0-beta.11', { state: 'short', wanted: '1.0.0' }],
  ['1.10.0', 'patch', '1.2.0', { state: 'short', wanted: '1.10.1' }],
  ['1.2', 'patch', '1.2.3', { state: 'unknown' }],
  ['1.2.3', 'patch', '01x.2.3', { state: 'unknown' }],
  ['yesterday', 'major', '2.0.0', { state: 'unknown' }],
  ['yesterday', 'none', 'today', { state: 'enough' }],
] as const)('%s with a %s change to %s', (before, verdict: SemverVerdict, after, judgement) => {
  const name = 'notes';
  const diff = { before: { name, version: before }, after: { name, version: after }, changes: [], verdict };
  expect(judgeVersion(diff)).toStrictEqual(judgement);
});
