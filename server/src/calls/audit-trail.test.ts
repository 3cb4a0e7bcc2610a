import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
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

test('the newest entries come from as many files as are needed, and a changed line is found', async () => {
  const { path } = await prepare();
  const trail = createAuditTrail({ file: path, maxBytes: 2_000, keep: 8 });
  for (let at = 0; at < 12; at += 1) await trail.append(EVENT);
  expect(await readdir(join(path, '..'))).toContain('audit.jsonl.2');
  const seqs = async (count: number) => (await trail.last(count)).map(({ seq }) => seq);
  expect([await seqs(1), await seqs(8), (await seqs(100)).length]).toStrictEqual([
    [12],
    [5, 6, 7, 8, 9, 10, 11, 12],
    12,
  ]);
  expect(await trail.verify()).toMatchObject({ ok: true, entries: 12 });
  const [first = '', ...lines] = (await readFile(`${path}.1`, 'utf8')).split('\n');
  await writeFile(`${path}.1`, [first.replace('allow', 'deny'), ...lines].join('\n'));
  expect(await trail.verify()).toMatchObject({ ok: false, problems: [{ code: 'changed', line: 1 }, {}] });
  await expect(trail.last(100)).rejects.toMatchObject({ code: 'AUDIT_DAMAGED' });
  await trail.close();
});
