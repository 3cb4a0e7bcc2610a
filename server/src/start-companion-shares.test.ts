import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeShare } from '@atip/share';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestCompanion, type TestCompanion } from './testing/test-companion.ts';
import { DEMO_TOOL } from './testing/demo-tool.ts';

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
