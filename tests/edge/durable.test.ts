import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fragmentOf, storeShare } from './share-requests.ts';
import { startWorker } from './start-worker.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atip-edge-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The processes of this name that this one has started. */
function childrenNamed(name: string): readonly number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name);
}

test('what was stored is there after kill -9 of workerd', async () => {
  const persist = join(folder, 'killed');
  const killed = await startWorker({ persist });
  const { id } = await storeShare(killed.url, 'before');
  const pids = childrenNamed('workerd');
  expect(pids.length).toBe(1);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect(fetch(`${killed.url}/api/v1/health`)).rejects.toThrow('fetch failed');
  await killed.stop();
  const restarted = await startWorker({ persist });
  const response = await fetch(`${restarted.url}/api/v1/shares/${id}`);
  const compiled = await fetch(`${restarted.url}/s/${id}/openai.json`);
  await restarted.stop();
  expect(await response.json()).toStrictEqual({ id, fragment: fragmentOf('before') });
  expect(compiled.status).toBe(200);
});

test('two Workers over one namespace read what the other stored', async () => {
  const persist = join(folder, 'shared');
  const one = await startWorker({ persist });
  const other = await startWorker({ persist });
  const { id } = await storeShare(one.url, 'for both');
  const { id: second } = await storeShare(other.url, 'from the other');
  const read = async (url: string, share: string): Promise<number> =>
    (await fetch(`${url}/api/v1/shares/${share}`)).status;
  expect([await read(other.url, id), await read(one.url, second)]).toStrictEqual([200, 200]);
  await Promise.all([one.stop(), other.stop()]);
});
