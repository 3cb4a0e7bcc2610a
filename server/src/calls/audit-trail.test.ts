import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEvent } from '@atip/node';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { createAuditTrail } from './audit-trail.ts';

const EVENT: AuditEvent = {
  event: 'decision',
  call: 'c',
  who: 'companion',
  tool: { name: 'demo' },
  command: ['say'],
  argv: ['/bin/demo', '--token', 'hidden'],
  effects: {},
  decision: 'allow',
  reasons: [],
};

async function prepare() {
  const { path: directory, at } = await createTemporaryDirectory();
  return { directory, path: at('state/audit.jsonl') };
}

test('nothing is written before the first event', async () => {
  const { directory, path } = await prepare();
  const trail = createAuditTrail({ file: path });
  expect(await trail.read(0, 10)).toStrictEqual([]);
  await trail.close();
  expect(await readdir(directory)).toStrictEqual([]);
});

test('a log that could not be opened is tried again', async () => {
  const { directory, path } = await prepare();
  await writeFile(join(directory, 'state'), 'in the way');
  const trail = createAuditTrail({ file: join(path, '../deeper/audit.jsonl') });
  await expect(trail.append(EVENT)).rejects.toMatchObject({ code: 'ENOTDIR' });
  await rm(join(directory, 'state'));
  await trail.append(EVENT);
  expect(await trail.read(0, 10)).toHaveLength(1);
  await trail.close();
});
