import { checkCall, type ExecutionPolicy, POLICY_PRESETS, type PolicyRule } from '@atip/core';
import { isComplete } from '@atip/core/internal';
import { loadShim } from '@atip/shims';
import { expect, test } from 'vitest';
import { offerRules } from './offer-rules.ts';

async function prepare(shim: string, policy: ExecutionPolicy = POLICY_PRESETS.standard) {
  const tool = await loadShim(shim);
  if (!tool) throw new Error(`No shim ${shim}.`);
  const check = (name: string, args: object, rules: readonly PolicyRule[] = []) =>
    checkCall({ id: '1', name, arguments: { ...args } }, [tool], { ...policy, rules });
  const offers = (name: string, args: object) => {
    const checked = check(name, args);
    if (!isComplete(checked)) throw new Error(checked.reasons.join(' '));
    return offerRules(checked, policy);
  };
  return { check, offers };
}

const MAIN = { repository: 'origin', refspec: ['main'] };

test.each<[shim: string, name: string, args: object, labels: string[]]>([
  ['git', 'git_push', MAIN, ['git push origin main', 'git push origin *', 'git push *']],
  [
    'git',
    'git_push',
    { ...MAIN, force: true },
    ['git push origin main --force', 'git push origin --force *', 'git push --force *'],
  ],
  [
    'git',
    'git_push',
    { ...MAIN, repository: 'ext::sh -c x' },
    ['git push ext::sh -c x main', 'git push ext::sh -c x *'],
  ],
  ['git', 'git_push', { ...MAIN, repository: `https://x:ghp_${'a1B2'.repeat(9)}@a.org` }, ['git push *']],
  ['curl', 'curl', { url: ['https://a.org'], data: ['x=1'] }, ['curl https://a.org --data=x=1']],
  ['git', 'git_push', { ...MAIN, refspec: ['x'.repeat(300)] }, ['git push origin *', 'git push *']],
])('%s: %s %j', async (shim, name, args, labels) => {
  const { offers } = await prepare(shim);
  expect(offers(name, args).map(({ label }) => label)).toStrictEqual(labels);
});

test.each([
  { force: true },
  { mirror: true },
  { delete: true },
  { prune: true },
  { refspec: ['+main'] },
  { refspec: [':main'] },
  { 'force-with-lease': 'main' },
  { repository: 'ext::sh -c x' },
  { exec: '/tmp/x' },
  { 'receive-pack': '/tmp/x' },
])('no rule that is offered for git push origin main covers one with %j', async (more) => {
  const { offers, check } = await prepare('git');
  for (const { rule } of offers('git_push', MAIN)) {
    expect(check('git_push', MAIN, [rule]).decision).toBe('allow');
    expect(check('git_push', { ...MAIN, ...more }, [rule]).decision).not.toBe('allow');
  }
});

test('the narrowest covers nothing but its own values, patterns in them being text', async () => {
  const { offers, check } = await prepare('git');
  const [narrowest] = offers('git_push', { ...MAIN, refspec: ['a*', 'b'] });
  const decide = (refspec: string[]) =>
    check('git_push', { ...MAIN, refspec }, narrowest ? [narrowest.rule] : []).decision;
  expect([decide(['a*', 'b']), decide(['ax']), decide(['main'])]).toStrictEqual(['allow', 'confirm', 'confirm']);
});

test('where a rule would not help none is offered: a policy that only reads', async () => {
  const { offers } = await prepare('git', { ...POLICY_PRESETS.standard, requireReadOnly: true });
  expect(offers('git_push', MAIN)).toStrictEqual([]);
});
