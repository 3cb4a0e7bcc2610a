import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decision } from '../testing/audit-events.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createAuditLog } from './create-audit-log.ts';
import { type AuditVerification, verifyAuditLog } from './read-audit-log.ts';

/** Two files of three lines. */
const SMALL = { maxBytes: 1950, keep: 8 };

async function prepare() {
  const { path: root } = await createTemporaryDirectory();
  const path = join(root, 'state/audit.jsonl');
  const list = join(root, 'data/audit-logs.jsonl');
  const append = async (count: number): Promise<void> => {
    const log = await createAuditLog(path, { ...SMALL, list });
    for (let n = 0; n < count; n += 1) await log.append(decision());
    await log.close();
  };
  await append(6);
  const verify = (): Promise<AuditVerification> => verifyAuditLog(path, { list });
  const found = async () => (await verify()).problems.map(({ code, file }) => `${code} ${file.slice(path.length)}`);
  return { path, list, append, verify, found };
}

test('the head is deleted: it shows, also after the log went on', async () => {
  const { path, append, found } = await prepare();
  await rm(`${path}.head`);
  expect(await found()).toStrictEqual(['head-missing .head']);
  await append(1);
  expect(await found()).toStrictEqual(['head-lost ']);
});

async function deleteAll(path: string): Promise<void> {
  const directory = join(path, '..');
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true });
}

test('the log is deleted with its head: the list says that there was one, also after the log was begun anew', async () => {
  const { path, list, append, verify, found } = await prepare();
  const { begun } = JSON.parse(await readFile(list, 'utf8'));
  await deleteAll(path);
  const { ok, problems } = await verify();
  expect(ok).toBe(false);
  const message = `A log was begun here at ${begun}, as ${JSON.stringify(list)} says, and all of it is gone.`;
  expect(problems).toStrictEqual([{ file: path, line: 0, code: 'log-missing', message }]);
  await append(1);
  expect(await found()).toStrictEqual(['log-lost ']);
  // Once is enough for the list.
  expect((await readFile(list, 'utf8')).split('\n').length).toBe(2);
});

test('who deletes the log, its head and its line in the list is not seen', async () => {
  const { path, list, verify } = await prepare();
  await deleteAll(path);
  await rm(list);
  expect(await verify()).toMatchObject({ ok: true, entries: 0, listed: false });
});

test('a log whose list cannot be written goes on, and verification tells', async () => {
  const { path, verify, list, append } = await prepare();
  await rm(list);
  await mkdir(list);
  await expect(verify()).rejects.toMatchObject({ code: 'EISDIR' });
  await rm(join(list, '..'), { recursive: true });
  await writeFile(join(list, '..'), 'in the way');
  await append(1);
  expect(await verify()).toMatchObject({ ok: true, listed: false });
  await deleteAll(path);
  await append(1);
  expect(await verify()).toMatchObject({ ok: true, listed: false });
});
