import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeShare } from '@atip/share';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCompanion, type TestCompanion } from '../testing/test-companion.ts';
import { DEMO_TOOL } from '../testing/demo-tool.ts';

let companion: TestCompanion;

beforeAll(async () => {
  companion = await startTestCompanion();
});
afterAll(() => companion.close());

test('a share lies beside the record, is opened without the token, and compiled by address', async () => {
  const documents = [{ name: 'demo.json', text: JSON.stringify(DEMO_TOOL) }];
  const fragment = encodeShare({ documents, provider: 'openai' });
  const { id, url } = await (await companion.request('POST', '/api/v1/shares', { fragment })).json();
  expect(url).toBe(`${companion.origin}/s/${id}`);

  const directory = join(companion.bin, '../.local/state/agent-tools/shares');
  expect(await readdir(directory)).toStrictEqual([id]);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);

  const opened = await fetch(url, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toStrictEqual([302, `/${fragment}`]);
  const compiled = await fetch(`${url}/mcp.json`);
  expect((await compiled.json()).map(({ name }: { name: string }) => name)).toContain('demo_say');
  expect(compiled.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await fetch(`${companion.origin}/api/v1/shares/${id}`)).status).toBe(401);
});

const DEMO = { name: 'demo.json', text: JSON.stringify(DEMO_TOOL) };
const pathOf = (id: string): string => join(companion.bin, '../.local/state/agent-tools/shares', id);

test('a share that is to end and to be deleted says so in its file, and goes with it', async () => {
  const fragment = encodeShare({ documents: [DEMO], provider: 'openai', panel: 'a' });
  const begun = Date.now();
  const stored = await companion.request('POST', '/api/v1/shares', { fragment, expiresIn: 3600 });
  const { id, url, deleteToken, expiresAt } = await stored.json();
  const kept = JSON.parse(await readFile(pathOf(id), 'utf8'));
  expect(kept).toStrictEqual({
    fragment: fragment.slice(1),
    expiresAt: Date.parse(expiresAt),
    deletion: createHash('sha256').update(deleteToken).digest('base64url'),
  });
  expect(kept.expiresAt - begun).toBeGreaterThanOrEqual(3_600_000);
  expect(kept.expiresAt - Date.now()).toBeLessThanOrEqual(3_600_000);
  const maxAge = /^public, max-age=(\d+), immutable$/.exec(
    (await fetch(`${url}/mcp.json`)).headers.get('cache-control') ?? '',
  );
  expect(Number(maxAge?.[1])).toBeLessThanOrEqual(3600);
  const remove = (token: string) =>
    companion.request('DELETE', `/api/v1/shares/${id}`, undefined, { headers: { 'atip-delete-token': token } });
  expect([(await remove('x')).status, (await remove(deleteToken)).status]).toStrictEqual([403, 204]);
  await expect(stat(pathOf(id))).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(404);
});

test('an expired file is removed by whoever asks for it, and a forged one is not served', async () => {
  const fragment = encodeShare({ documents: [DEMO], provider: 'openai', panel: 'b' });
  const { id, url } = await (await companion.request('POST', '/api/v1/shares', { fragment })).json();
  const bare = fragment.slice(1);
  await writeFile(pathOf(id), JSON.stringify({ fragment: bare, expiresAt: Date.now() - 1 }));
  expect((await fetch(`${url}/mcp.json`)).status).toBe(404);
  await expect(stat(pathOf(id))).rejects.toMatchObject({ code: 'ENOENT' });
  for (const text of [`${bare}A`, JSON.stringify({ fragment: bare, expiresAt: 'never' }), '{', '']) {
    await writeFile(pathOf(id), text);
    const response = await fetch(`${url}/mcp.json`);
    expect([response.status, (await response.json()).code]).toStrictEqual([500, 'share-damaged']);
  }
  // As files were before shares could end: they are shares still.
  await writeFile(pathOf(id), bare);
  expect((await fetch(`${url}/mcp.json`)).status).toBe(200);
  expect(companion.reported).toStrictEqual([]);
});
