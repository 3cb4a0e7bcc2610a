import { flattenCommands } from '@atip/core';
import { readCloudGroup } from './cloud-group.ts';
import { listPlugins, listShims, loadShim, loadWithPlugins } from './load-shim.ts';
import { expect, test } from 'vitest';

test('a line of a group is a command with its effects, arguments and options', () => {
  const text =
    'rm\td\tRemoves\tpath*\t--quiet --ids=* --to=\nkeys list\trv\tLists\t\t\nkeys\tw\tMakes\t\t\nput\towsf\t\tfile\t';
  expect(readCloudGroup(text)).toMatchObject({
    rm: {
      description: 'Removes',
      effects: { network: true, destructive: true },
      arguments: [{ name: 'path', variadic: true, required: false }],
      options: [
        { name: 'quiet', type: 'boolean' },
        { name: 'ids', type: 'array', 'x-until': [] },
        { name: 'to', type: 'string' },
      ],
    },
    keys: {
      commands: {
        list: { effects: { filesystem: { write: false }, destructive: false, 'x-reveals': 'credentials' } },
        '': { effects: { destructive: false } },
      },
    },
    put: { description: 'put', effects: { 'x-sends': 'given', filesystem: { write: true } } },
  });
});

test('a cloud leaves out most commands and says so; with its name a group is whole, and one object', async () => {
  const [aws, whole, again] = await Promise.all([loadShim('aws'), loadShim('aws', 's3api'), loadShim('aws', 's3api')]);
  expect(aws?.commands?.['s3api']).toMatchObject({ 'x-omitted-commands': expect.any(Number) });
  expect(whole).toBe(again);
  const commands = whole ? flattenCommands(whole) : [];
  const deletes = commands.find(({ name }) => name === 'aws_s3api_delete-object');
  expect(deletes?.effects).toMatchObject({ network: true, destructive: true });
  expect(whole?.commands?.['s3api']).not.toHaveProperty('x-omitted-commands');
});

test('what somebody has thought about stays as it is in a whole group', async () => {
  const [aws, whole] = await Promise.all([loadShim('aws'), loadShim('aws', 'ec2')]);
  const own = aws?.commands?.['ec2']?.commands?.['terminate-instances'];
  expect(whole?.commands?.['ec2']?.commands?.['terminate-instances']).toMatchObject({ effects: own?.effects ?? {} });
});

test('other programs, groups that are none and programs that are unknown', async () => {
  expect(await loadShim('cat', 'push')).toBe(await loadShim('cat'));
  expect(await loadShim('aws', 'constructor')).toBe(await loadShim('aws'));
  expect(await loadShim('not-there')).toBeUndefined();
  expect(listShims()).toContain('az');
});

test('a program has its other names', async () => {
  expect(await loadShim('python')).toBe(await loadShim('python3'));
  expect(await loadShim('pip3')).toMatchObject({ name: 'pip' });
});

test('of a large document only the named command is read', async () => {
  const [git, push] = await Promise.all([loadShim('git'), loadShim('git', 'push')]);
  expect(push?.commands?.['push']).toStrictEqual(git?.commands?.['push']);
  expect(push?.commands?.['status']).toStrictEqual({
    description: git?.commands?.['status']?.description,
    'x-omitted-commands': 1,
  });
  expect(await loadShim('git', 'push')).toBe(push);
});

test('a plug-in is a document of its own; its commands are those of its host', async () => {
  const [git, lfs] = await Promise.all([loadShim('git'), loadShim('git-lfs')]);
  expect(git?.commands?.['lfs']).toBeUndefined();
  expect(lfs).toMatchObject({ name: 'git-lfs', 'x-plugin-of': 'git' });
  expect(lfs && flattenCommands(lfs).map(({ name }) => name)).toContain('git_lfs_track');
  expect(listPlugins().get('git')).toContain('git-lfs');
  expect([...listPlugins().values()].flat().filter((name) => !listShims().includes(name))).toStrictEqual([]);
});

test('a command of a plug-in finds its document', async () => {
  const [git, lfs, summary, cliff] = await Promise.all(
    [undefined, 'lfs', 'summary', 'cliff'].map((command) => loadShim('git', command)),
  );
  expect(lfs?.commands?.['lfs']?.commands?.['track']?.effects).toMatchObject({ network: false });
  expect(lfs?.globalOptions).toStrictEqual(git?.globalOptions);
  expect(summary?.commands?.['summary']?.description).toMatch(/\w/);
  // A program of two names that is no plug-in's document.
  expect(cliff?.commands?.['cliff']).toStrictEqual((await loadShim('git-cliff'))?.commands?.['']);
  expect(await loadShim('git', 'lfs')).toBe(lfs);
  // The program takes words of its own there.
  expect((await loadShim('ansible', 'lint'))?.commands?.['lint']).toBeUndefined();
});

test('plug-ins are joined to their host, whose own commands stay', async () => {
  const joined = await loadWithPlugins('git', ['git-lfs', 'git-extras']);
  const git = await loadShim('git');
  expect(joined?.commands?.['commit']).toBe(git?.commands?.['commit']);
  for (const name of ['lfs', 'summary', 'commit']) expect(Object.keys(joined?.commands ?? {})).toContain(name);
  expect(await loadWithPlugins('git', ['git-lfs', 'git-extras'])).toBe(joined);
  expect(await loadWithPlugins('git', [])).toBe(git);
  expect(await loadWithPlugins('nothing', ['git-lfs'])).toBeUndefined();
});
