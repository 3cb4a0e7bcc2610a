import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { configurationProblems } from './configuration-fields.ts';
import { loadConfiguration, loadSigners } from './load-configuration.ts';
import { trustedProjects } from './trusted-projects.ts';

const KEYED = { name: 'acme', source: 'vendor', key: '/etc/acme.pub' };
const KEYLESS = { name: 'builds', source: 'org', identity: 'a', issuer: 'https://b', trustRoot: '~/root.json' };

test.each<[unknown, string[]]>([
  [[KEYED, KEYLESS], []],
  [[{ ...KEYLESS, tools: ['acme-*'], provenance: { source: 'https://y' } }], []],
  [{}, ['It has to be a list of at most 1000 signers.']],
  [[KEYED, { ...KEYLESS, name: 'acme' }], ['There are two signers of this name.']],
  [[{ name: 'acme', source: 'org' }], ['A signer has a "key", or "identity", "issuer" and "trustRoot".']],
  [[{ key: '/k', source: 'org' }], ['A signer has a "name", and a "source": "vendor" or "org".']],
  // Nobody but the program itself is `native`.
  [[{ ...KEYED, source: 'native' }], ['"source" has to be a text as ^(?:vendor|org)$.']],
  [[{ ...KEYED, key: 'acme.pub' }], ['"key" has to be a text as ^(?:~?\\/|-----BEGIN PUBLIC KEY-----).']],
  [[{ ...KEYED, tool: ['x'] }], ['"tool" is not a field of this object. Did you mean "tools"?']],
])('signers %j', (signers, problems) => {
  expect(configurationProblems({ signers }).map(({ message }) => message)).toStrictEqual(problems);
});

test('the person comes before the system, and a project names none even when a person trusts it', async () => {
  const directory = await createTemporaryDirectory();
  const write = (path: string, ...signers: object[]) => directory.write(path, JSON.stringify({ signers }), 0o600);
  const system = await write('system/config.json', KEYED);
  await write('home/.config/agent-tools/config.json', KEYLESS);
  const project = await write('project/.atip/config.json', { ...KEYED, name: 'eve' });
  const env = { HOME: directory.at('home') };
  const found = [{ ...KEYLESS, trustRoot: directory.at('home/root.json') }, KEYED];
  expect(await loadSigners(env, system)).toStrictEqual(found);
  const where = { env, cwd: directory.at('project'), system };
  const { digest = '' } = (await loadConfiguration(where)).files[2] ?? {};
  await trustedProjects(directory.at('home/.local/state/agent-tools')).add(project, digest);
  const { isProjectTrusted, settings, problems } = await loadConfiguration(where);
  expect([isProjectTrusted, settings.signers]).toStrictEqual([true, found]);
  expect(problems.map(({ message }) => message)).toStrictEqual([
    '"signers" is left out: only your own file and the system\'s say whose signatures count.',
  ]);
});

test('a configuration with a problem names nobody', async () => {
  const directory = await createTemporaryDirectory();
  const text = JSON.stringify({ signers: [KEYED], polcy: {} });
  await directory.write('home/.config/agent-tools/config.json', text, 0o600);
  expect(await loadSigners({ HOME: directory.at('home') }, '/nowhere')).toStrictEqual([]);
});
