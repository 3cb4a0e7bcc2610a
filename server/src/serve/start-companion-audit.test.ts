import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyAuditLog } from '@atip/node';
import { expect, onTestFinished, test } from 'vitest';
import { LEAKED_TOKEN } from '../testing/demo-tool.ts';
import { problemCode } from '../testing/problem-code.ts';
import { readEvents } from '../testing/read-events.ts';
import { startTestCompanion } from '../testing/test-companion.ts';

async function prepare() {
  const companion = await startTestCompanion();
  onTestFinished(companion.close);
  const call = (name: string, args: object = {}) =>
    companion.request('POST', '/api/v1/calls', { call: { id: '1', name, arguments: args } });
  const list = async (after = 0) => (await companion.request('GET', `/api/v1/audit?after=${after}`)).json();
  const home = join(companion.bin, '..');
  return { companion, call, list, home, log: join(home, '.local/state/agent-tools/audit.jsonl') };
}

test('calls are on record in the state directory, chained, without secrets and closed to others', async () => {
  const { companion, call, list, log } = await prepare();
  expect(await list()).toStrictEqual({ entries: [], more: false });
  const events = readEvents(await call('demo_say', { text: LEAKED_TOKEN }));
  const { id } = await events.next('accepted');
  await events.rest();
  const { entries, more } = await list();
  expect(more).toBe(false);
  expect(entries).toMatchObject([
    { seq: 1, event: 'decision', call: id, who: 'companion', decision: 'allow', command: ['say'] },
    {
      seq: 2,
      event: 'execution',
      call: id,
      exitCode: 0,
      bytes: { stdout: LEAKED_TOKEN.length + 1, stderr: 0 },
      sandbox: { applied: true },
      tool: { path: join(companion.bin, 'demo'), hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
    },
  ]);
  expect((await list(1)).entries).toStrictEqual(entries.slice(1));
  expect(await readFile(log, 'utf8')).not.toContain(LEAKED_TOKEN.slice(0, 12));
  expect((await stat(log)).mode & 0o077).toBe(0);
  expect(await verifyAuditLog(log)).toMatchObject({ ok: true });
});

test('a client that goes away leaves the end of its call on record', async () => {
  const { call, list } = await prepare();
  const events = readEvents(await call('demo_wait'));
  await events.next('accepted');
  await events.next('stdout');
  await events.cancel();
  await expect
    .poll(async () => (await list()).entries.map(({ event }: { event: string }) => event), { timeout: 4_000 })
    .toStrictEqual(['decision', 'execution']);
});

test('where nothing can be put on record, nothing runs', async () => {
  const { companion, call, home } = await prepare();
  await writeFile(join(home, '.local'), 'in the way');
  const ran = join(companion.repository, 'wiped');
  await writeFile(join(companion.bin, 'demo'), `#!/bin/sh\ntouch ${ran}\n`);
  await chmod(join(companion.bin, 'demo'), 0o755);
  const events = readEvents(await call('demo_say', { text: 'x' }));
  await events.next('accepted');
  expect(await events.next('error')).toMatchObject({ status: 500, code: 'audit-failed' });
  await expect(stat(ran)).rejects.toThrow();
  expect((await companion.request('GET', '/api/v1/tools')).status).toBe(200);
  // What is refused is on record, too.
  expect(await problemCode(await call('nothing'))).toBe('500 audit-failed');
  expect(companion.reported).toHaveLength(2);
});
