import { readFile } from 'node:fs/promises';
import { checkCall, type ExecutionPolicy, POLICY_PRESETS } from '@atip/core';
import { loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { keepRules, readAnswer } from './keep-rules.ts';

async function prepare(more: ExecutionPolicy = {}) {
  const { at } = await createTemporaryDirectory();
  const env = { HOME: at('home') };
  const rules = keepRules({ ...POLICY_PRESETS.standard, ...more }, { env, who: 'ada' });
  const file = at('home/.config/agent-tools/config.json');
  const written = async () => JSON.parse(await readFile(file, 'utf8'));
  return { rules, file, written };
}

test('a rule that is kept for good is written with its note, holds at once, and can be taken back', async () => {
  const { rules, file, written } = await prepare();
  const tool = await loadShim('git');
  const call = { id: 'c1', name: 'git_push', arguments: { repository: 'origin', refspec: ['main'] } };
  const check = () => checkCall(call, tool ? [tool] : [], rules.policy(), { directories: { cwd: '/p' } });
  const checked = check();
  if (!checked.ok) throw new Error(checked.reasons.join(' '));
  const { offers, keep } = rules.about({ ...checked, cwd: '/p' });
  const [narrowest] = offers;
  if (!narrowest) throw new Error('Nothing was offered.');
  const kept = await keep(narrowest.rule, 'always');
  expect(kept).toMatchObject({ file, rule: { ...narrowest.rule, note: expect.stringContaining('ada, 20') } });
  expect([check().decision, (await written()).policy.rules]).toStrictEqual(['allow', [kept.rule]]);
  expect([await rules.forget('9'), await rules.forget(kept.id)]).toStrictEqual([false, true]);
  expect([check().decision, (await written()).policy.rules]).toStrictEqual(['confirm', []]);
  await expect(keep({ run: 'git *', decision: 'allow' }, 'always')).rejects.toThrow('was not offered');
});

test('only a host that a run was refused for want of a rule is kept, for a while or for good', async () => {
  const { rules, written } = await prepare({ network: { allow: ['github.com'] } });
  const attempt = (host: string, port: number, refused: 'host' | 'port' | 'private') => ({
    host,
    port,
    refused,
    count: 1,
  });
  rules.saw([attempt('npmjs.org', 443, 'host'), attempt('git.corp', 8443, 'port'), attempt('in.corp', 443, 'private')]);
  for (const host of ['evil.org', 'in.corp', 'git.corp', '*'])
    await expect(rules.keepHost(host, 'always')).rejects.toThrow('No run was refused this host');
  await rules.keepHost('npmjs.org', 'session');
  const kept = await rules.keepHost('git.corp:8443', 'always');
  expect(rules.policy().network).toStrictEqual({ allow: ['github.com', 'npmjs.org', 'git.corp:8443'] });
  expect((await written()).network.allow).toContain('git.corp:8443');
  await rules.forget(kept.id);
  expect([rules.policy().network, (await written()).network.allow.includes('git.corp:8443')]).toStrictEqual([
    { allow: ['github.com', 'npmjs.org'] },
    false,
  ]);
});

test.each<[string, number, object]>([
  ['yes', 2, { approved: true }],
  ['', 2, { approved: false }],
  ['no', 2, { approved: false }],
  ['always', 1, { approved: true, scope: 'always' }],
  ['a', 1, { approved: true, scope: 'always' }],
  ['session', 1, { approved: true, scope: 'session' }],
  ['always 2', 2, { approved: true, scope: 'always' }],
  ['always', 2, { approved: false, isUnclear: true }],
  ['always 2', 1, { approved: false, isUnclear: true }],
  ['alwyas', 1, { approved: false, isUnclear: true }],
  ['always', 0, { approved: false, isUnclear: true }],
  ['y', 1, { approved: true }],
  [' Yes ', 0, { approved: true }],
  ['yep', 1, { approved: false, isUnclear: true }],
  ['Always 2', 2, { approved: true, scope: 'always' }],
])('the answer %j to %i offers', (line, count, answer) => {
  const rule = { run: 'git push', decision: 'allow' } as const;
  const offers = Array.from({ length: count }, () => ({ label: 'git push', rule }));
  const { rule: kept, ...read } = readAnswer(line, offers);
  expect([read, kept]).toStrictEqual([answer, 'scope' in answer ? rule : undefined]);
});
