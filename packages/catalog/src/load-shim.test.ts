import { flattenCommands } from '@atip/core';
import { readCloudGroup } from './cloud-group.ts';
import { listShims, loadShim } from './load-shim.ts';
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
