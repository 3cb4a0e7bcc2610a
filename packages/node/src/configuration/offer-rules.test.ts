import { type AtipTool, checkCall, type ExecutionPolicy, POLICY_PRESETS, type PolicyRule } from '@atip/core';
import { loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { offerForWords, offerRules } from './offer-rules.ts';

const CWD = '/p';

async function prepare(shim: string, policy: ExecutionPolicy = POLICY_PRESETS.standard) {
  const tool: AtipTool | undefined = await loadShim(shim);
  if (!tool) throw new Error(`No shim ${shim}.`);
  const check = (name: string, args: object, rules: readonly PolicyRule[] = [], cwd = CWD) =>
    checkCall({ id: '1', name, arguments: { ...args } }, [tool], { ...policy, rules }, { directories: { cwd } });
  const offers = (name: string, args: object) => {
    const checked = check(name, args);
    if (!checked.ok) throw new Error(checked.reasons.join(' '));
    return offerRules({ ...checked, cwd: CWD }, policy);
  };
  return { check, offers };
}

const MAIN = { repository: 'origin', refspec: ['main'] };
const PUSH = 'git push where repository is origin and refspec is';

test.each<[shim: string, name: string, args: object, labels: string[]]>([
  [
    'git',
    'git_push',
    MAIN,
    [
      `${PUSH} main, and nothing else, in /p`,
      'git push without delete, force where repository is origin and refspec is anything, and nothing else, in /p',
      `${PUSH} main, and nothing else, in any directory`,
    ],
  ],
  // A call that destroys is offered as it is.
  [
    'git',
    'git_push',
    { ...MAIN, force: true },
    ['in /p', 'in any directory'].map(
      (place) =>
        `git push where force is true and repository is origin and refspec is main, and nothing else, ${place}`,
    ),
  ],
  [
    'rm',
    'rm',
    { file: ['src/a.ts'] },
    ['src/a.ts', 'any file in src'].map((file) => `rm where file is ${file}, and nothing else, in /p`),
  ],
  ['rm', 'rm', { file: ['a.ts'] }, ['rm where file is a.ts, and nothing else, in /p']],
  // A call's only argument may be where it sends.
  [
    'git',
    'git_push',
    { repository: 'origin' },
    ['in /p', 'in any directory'].map((place) => `git push where repository is origin, and nothing else, ${place}`),
  ],
])('%s: %s %j', async (shim, name, args, labels) => {
  const { offers } = await prepare(shim);
  expect(offers(name, args).offers.map(({ label }) => label)).toStrictEqual(labels);
});

test.each<[shim: string, name: string, args: object, why: RegExp]>([
  ['gh', 'gh_pr_merge', { 'pull-request': '12' }, /^"12" is the number of one pull-request/],
  ['git', 'git_push', { ...MAIN, refspec: ['1a2b3c4d:main'] }, /^"1a2b3c4d:main" is a hash/],
  ['rm', 'rm', { file: ['/tmp/x/y'] }, /is a temporary name/],
  ['rm', 'rm', { file: ['logs/2026-11-28.log'] }, /is a date/],
  ['kubectl', 'kubectl_delete', { resource: ['pod', 'web-7d4b9c6f5d-x2x8k'] }, /is a generated name/],
  ['curl', 'curl', { url: ['http://127.0.0.1:43117/'], data: ['x'] }, /is a temporary port/],
  ['git', 'git_push', { ...MAIN, refspec: ['x'.repeat(300)] }, /^refspec is too long for a person to read/],
  ['git', 'git_push', { ...MAIN, repository: `https://x:ghp_${'a1B2'.repeat(9)}@a.org` }, /looks like a secret/],
  ['python3', 'python3', { script: '/srv/x.py' }, /^"\/srv\/x\.py" is code, and its next content is another program/],
])('%s: %s %j is never kept, and the question says why', async (shim, name, args, why) => {
  const { offers } = await prepare(shim);
  const offered = offers(name, args);
  expect(offered.offers).toStrictEqual([]);
  expect(offered.why).toMatch(why);
});

test('only "in any directory" holds elsewhere, and an open file is one of its directory, hidden ones left out', async () => {
  const { offers, check } = await prepare('git');
  const elsewhere = offers('git_push', MAIN).offers.map(
    ({ rule }) => check('git_push', MAIN, [rule], '/p/sub').decision,
  );
  expect(elsewhere).toStrictEqual(['confirm', 'confirm', 'allow']);
  const rm = await prepare('rm');
  const [, open] = rm.offers('rm', { file: ['src/a.ts'] }).offers;
  const decide = (file: string) => rm.check('rm', { file: [file] }, open ? [open.rule] : []).decision;
  const files = ['src/b', 'src/..', 'src/../c', 'src/.env', 'src/d/e', 'src/', 'src', 'lib/src/b'];
  expect(files.filter((file) => decide(file) === 'allow')).toStrictEqual(['src/b']);
});

test('patterns in values are text', async () => {
  const { offers, check } = await prepare('git');
  const [narrowest] = offers('git_push', { ...MAIN, refspec: ['a*', 'b'] }).offers;
  const decide = (refspec: string[]) =>
    check('git_push', { ...MAIN, refspec }, narrowest ? [narrowest.rule] : []).decision;
  expect([decide(['a*', 'b']), decide(['ax', 'b']), decide(['a*'])]).toStrictEqual(['allow', 'confirm', 'confirm']);
});

test.each<[words: string[], label: string | undefined]>([
  [['velero', 'get', 'backups', '-o', 'json'], 'velero get backups where words is -o json, and nothing else, in /p'],
  [['velero', 'get'], 'velero get, and nothing else, in /p'],
  [['/opt/velero/bin/velero', 'get'], '/opt/velero/bin/velero get, and nothing else, in /p'],
  [['./velero', 'get'], undefined],
  [['/tmp/velero', 'get'], undefined],
  [['velero', 'delete', '1a2b3c4d'], undefined],
])('of a program that nobody describes all words count: %j', (words, label) => {
  expect(offerForWords(words, CWD).offers[0]?.label).toBe(label);
});
