import { createPrivateKey, type KeyObject } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { newKeys } from '../trust/sign-document.ts';
import { compareVersions } from './compare-versions.ts';
import { publishTools } from './publish-tools.ts';
import { RegistryWriteError, writeRegistry } from './write-registry.ts';

const keyOf = ({ privateKey }: ReturnType<typeof newKeys>): KeyObject => createPrivateKey(privateKey);
const [ACME, EVE] = [keyOf(newKeys('p256', undefined)), keyOf(newKeys('ed25519', undefined))];

async function prepare() {
  const { path } = await createTemporaryDirectory();
  const directory = join(path, 'registry');
  const env = { HOME: path };
  const publish = (tools: readonly AtipTool[], key?: KeyObject) =>
    publishTools(tools, directory, { env, ...(key && { signing: { key } }) });
  /** The reasons against it, as the person is told. */
  const refused = async (tools: readonly AtipTool[], key?: KeyObject): Promise<string> => {
    const before = await snapshot();
    const error = await publish(tools, key).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof RegistryWriteError)) throw new Error('It was not refused.', { cause: error });
    expect(await snapshot()).toStrictEqual(before);
    return error.message.replaceAll(directory, 'registry');
  };
  const snapshot = async (): Promise<Record<string, string>> => {
    const names = await readdir(directory, { recursive: true }).catch(() => []);
    const files = names.filter((name) => name.endsWith('.json')).sort();
    return Object.fromEntries(
      await Promise.all(files.map(async (name) => [name, await readFile(join(directory, name), 'utf8')])),
    );
  };
  const index = async () => JSON.parse(await readFile(join(directory, 'index.json'), 'utf8'));
  return { path, directory, env, publish, refused, snapshot, index };
}

const tool = (name: string, version: string, commands = ['one', 'two']): AtipTool => ({
  atip: { version: '0.4' },
  name,
  version,
  description: `The tool ${name}`,
  commands: Object.fromEntries(commands.map((one) => [one, { description: `Does ${one}` }])),
});

test('a higher version takes the place of what was there; that stays under its digest, and everything else as it was', async () => {
  const { publish, index, snapshot } = await prepare();
  await publish([tool('other', '3')]);
  const { other } = (await index()).tools;
  const first = await publish([tool('deploy', '1.0')]);
  expect(first.tools).toStrictEqual([{ name: 'deploy', version: '1.0', state: 'new', kept: 0 }]);
  const { sha256, size } = (await index()).tools.deploy;
  const second = await publish([tool('deploy', '2.0', ['one'])]);
  expect(second.tools.map(({ before, ...one }) => [one, before?.version, before?.diff.verdict])).toStrictEqual([
    [{ name: 'deploy', version: '2.0', state: 'updated', kept: 1 }, '1.0', 'major'],
  ]);
  const { tools } = await index();
  expect(Object.keys(tools)).toStrictEqual(['deploy', 'other']);
  expect(tools.other).toStrictEqual(other);
  expect(tools.deploy.versions).toStrictEqual({ '1.0': { sha256, size } });
  const files = await snapshot();
  expect(JSON.parse(files[`sha256/${sha256}.json`] ?? '')).toMatchObject({ version: '1.0' });
  expect(JSON.parse(files['tools/deploy.json'] ?? '')).toMatchObject({ version: '2.0' });
  const again = await publish([tool('deploy', '2.0', ['one'])]);
  expect(again).toStrictEqual({
    ...{ tools: [{ name: 'deploy', version: '2.0', state: 'same', kept: 1 }], written: 0, doubts: [] },
  });
  expect(await snapshot()).toStrictEqual(files);
});

test('other content needs a higher version; what changed says which', async () => {
  const { publish, refused } = await prepare();
  await publish([tool('deploy', '1.9')]);
  expect(await refused([tool('deploy', '1.9', ['one', 'two', 'three'])])).toBe(
    '"deploy": Its content changed and its version, "1.9", did not. Raise it. By what changed the next version is a minor one (`atip diff`).',
  );
  expect(await refused([tool('deploy', '1.8', ['one'])])).toBe(
    '"deploy": Version "1.8" is not higher than "1.9", which the registry has. By what changed the next version is a major one (`atip diff`).',
  );
  await publish([tool('deploy', '1.10', ['one', 'two', 'three'])]);
  expect(await refused([tool('deploy', '1.9')])).toContain('Version "1.9" was published before.');
});

test.each([
  ['1.10', '1.9', 1],
  ['2.0.0', '2.0.0-rc.1', 1],
  ['2.0.0-rc.2', '2.0.0-rc.10', -1],
  ['2.0.0-alpha', '2.0.0-1', 1],
  ['v1', '1.0.0', 0],
  ['1.0.0+a', '1.0.0+b', 0],
  ['99999999999999999999', '99999999999999999998', 1],
  ['unknown', '1', undefined],
])('%s against %s: %s', (one, other, expected) => {
  expect(compareVersions(one, other)).toBe(expected);
});

test('signed, the index has a version that goes up, and is signed again only by the key that signed it', async () => {
  const { publish, refused, index, directory } = await prepare();
  expect((await publish([tool('deploy', '1')], ACME)).version).toBe(1);
  expect((await publish([tool('deploy', '1')], ACME)).written).toBe(0);
  expect((await publish([tool('other', '1')], ACME)).version).toBe(2);
  expect(await refused([tool('third', '1')])).toBe(
    'The registry is signed (registry/index.json.sigstore.json); publish with --key.',
  );
  expect(await refused([tool('third', '1')], EVE)).toContain('does not sign the index that is there');
  // An attacker who can write to the host, but has no key, adds a tool: signing the next index would vouch for it.
  const { tools, ...rest } = await index();
  const forged = { ...rest, tools: { ...tools, evil: tools.deploy } };
  await writeFile(join(directory, 'index.json'), JSON.stringify(forged));
  expect(await refused([tool('third', '1')], ACME)).toContain('It was changed without this key');
});

test('a key vouches for nothing that nobody signed', async () => {
  const { publish, refused } = await prepare();
  await publish([tool('a', '1'), tool('b', '1')]);
  expect(await refused([tool('c', '1')], ACME)).toBe(
    'The registry is not signed, and this key would vouch for 2 tools that nobody signed. To vouch for all of it, write it anew from its documents: `atip registry` with --key.',
  );
});

test('a publication that was interrupted is finished by the same command, wherever it ended', async () => {
  const { publish, refused, snapshot, directory } = await prepare();
  await publish([tool('deploy', '1')], ACME);
  const before = await snapshot();
  await publish([tool('deploy', '2')], ACME);
  const after = await snapshot();
  const added = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(added.length).toBe(4);
  // In the order of writing: the document under its digest, under its name, the signature; the index never came.
  const steps = added.filter((name) => name !== 'index.json').sort();
  const order = [
    ...steps.filter((name) => name.startsWith('sha256')),
    ...steps.filter((name) => name.startsWith('tools')),
  ];
  for (const done of [order.slice(0, 1), order, [...order, 'index.json.sigstore.json']]) {
    for (const name of added) {
      const text = done.includes(name) ? after[name] : before[name];
      await (text === undefined ? rm(join(directory, name)) : writeFile(join(directory, name), text));
    }
    if (done.length === 3) expect(await refused([tool('third', '1')], ACME)).toContain('publication was interrupted');
    expect((await publish([tool('deploy', '2')], ACME)).version).toBe(2);
    expect((await snapshot())['index.json']).toBe(after['index.json']);
  }
});

test.each([
  ['no index', '{}', 'registry/index.json is there and is not that of a registry. Nothing was written.'],
  [
    'JSON that ends too early',
    '{"atip-registry": 1, "tools"',
    'registry/index.json is there and is not that of a registry. Nothing was written.',
  ],
  [
    'two publishers merged',
    '<<<<<<< HEAD\n{}\n',
    'registry/index.json is there and has the marks of a merge. Nothing was written.',
  ],
  [
    'an entry that is none',
    '{"atip-registry":1,"tools":{"a":{}}}',
    'registry/index.json cannot be read in 1 of its entries.',
  ],
])('a broken index stays as it is: %s', async (_name, text, message) => {
  const { directory, refused } = await prepare();
  await mkdir(directory);
  await writeFile(join(directory, 'index.json'), text);
  expect(await refused([tool('deploy', '1')])).toBe(message);
});

test('files of others, damaged documents, bad names and secrets are refused before anything is written', async () => {
  const { directory, publish, refused, index } = await prepare();
  await publish([tool('deploy', '1')]);
  await writeFile(join(directory, 'tools/mine.json'), '{"notes": "of somebody else"}');
  expect(await refused([tool('mine', '1')])).toBe(
    'registry/tools/mine.json was not written here, or was changed since. Move it away. Nothing was written.',
  );
  expect(await refused([tool('Deploy', '1')])).toBe(
    '"Deploy": The registry has "deploy"; hosts may not tell letter case.',
  );
  expect(await refused([tool('../x', '1')])).toBe('"../x": It cannot be the name of a program.');
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  expect(await refused([{ ...tool('x', '1'), description: secret }])).toContain('It has what looks like a secret');
  expect(await refused([{ ...tool('x', '1'), description: 'A\u{E0041}B' }])).toContain('"x": ');
  const { sha256 } = (await index()).tools.deploy;
  await writeFile(join(directory, 'sha256', `${sha256}.json`), '{}');
  expect(await refused([tool('deploy', '2')])).toBe(
    `"deploy": registry/sha256/${sha256}.json, which the index names, is missing or was changed. Bring it back first.`,
  );
});

test('of several at once each tool is there afterwards', async () => {
  const { publish, index } = await prepare();
  const names = ['a', 'b', 'c', 'd', 'e'];
  await Promise.all(names.map((name) => publish([tool(name, '1')], ACME)));
  const { tools, version } = await index();
  expect([Object.keys(tools), version]).toStrictEqual([names, 5]);
});

test('written anew, a registry keeps no earlier version', async () => {
  const { publish, directory, snapshot } = await prepare();
  await publish([tool('deploy', '1')]);
  await publish([tool('deploy', '2')]);
  await writeRegistry([tool('deploy', '2')], directory);
  expect(Object.keys(await snapshot()).filter((name) => name.startsWith('sha256')).length).toBe(1);
});
