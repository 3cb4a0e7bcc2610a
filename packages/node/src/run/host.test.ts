import { mkdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load-configuration.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createHost } from './host.ts';

async function configured(config: object) {
  const { path: home, at } = await createTemporaryDirectory();
  await mkdir(at('.config/agent-tools'), { recursive: true });
  await writeFile(at('.config/agent-tools/config.json'), JSON.stringify(config));
  const env = { HOME: home };
  return { env, cwd: home, configuration: await loadConfiguration({ env, cwd: home, system: '/nowhere' }) };
}

test('an option replaces the field of the configuration, and what may not be lost is added', async () => {
  const given = await configured({
    ...{ writable: ['/srv/a'], readable: ['~/b'], redact: ['ticket-\\d+'], audit: { path: '/srv/log/audit.jsonl' } },
    ...{ policy: { rules: [{ run: 'a', decision: 'deny' }] }, delegation: { allowedTools: ['git'] } },
  });
  const { cwd } = given;
  expect(createHost(given)).toMatchObject({ writable: [cwd, '/srv/a'], hidden: ['/srv/log'] });
  const host = createHost({ ...given, writable: [], policy: { preset: 'open' }, output: { redactPatterns: [/x/g] } });
  expect(host.writable).toStrictEqual([]);
  expect(host.output.redactPatterns).toStrictEqual([/x/g, /ticket-\d+/gu]);
  const { rules, delegations } = host.rules.policy();
  expect([rules, delegations?.map(({ delegation }) => delegation)]).toStrictEqual([
    undefined,
    [{ allowedTools: ['git'] }],
  ]);
});

test.each<[string, object, RegExp]>([
  ['a misspelt option', { polcy: {} }, /There is no setting "polcy"\. Did you mean "policy"\?/],
  ['a directory that is not absolute', { cwd: 'here' }, /cwd must be an absolute path, not "here"/],
  ['a variable that would make programs run other code', { variables: ['LD_PRELOAD'] }, /LD_PRELOAD/],
])('%s is refused', (_name, options, message) => {
  expect(() => createHost(options)).toThrow(message);
});

test('a configuration that was refused makes no host', async () => {
  const given = await configured({ policy: { allowDestructve: true } });
  expect(() => createHost(given)).toThrow(/is refused/);
});
