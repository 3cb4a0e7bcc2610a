import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { connectBoth, prepare, textOf } from './testing/demo-server.ts';

const OPEN = { preset: 'open' } as const;

test('another directory may delegate less, and takes away nothing of what holds already', async () => {
  const { cwd, env, found } = await prepare();
  const root = join(cwd, 'inner');
  await mkdir(root);
  const atRoot = async () => ({ policy: OPEN, delegation: { deniedCommands: ['demo leak', 'demo wipe'] } });
  // A permission for good lifts no delegation.
  const policy = { ...OPEN, rules: [{ run: 'demo *', decision: 'allow' as const }] };
  const settings = { found: [found], cwd, env, policy, delegation: { deniedCommands: ['demo say'] }, atRoot };
  const { client } = await connectBoth(settings, { roots: [pathToFileURL(root).href] });
  expect(textOf(await client.callTool({ name: 'demo_say', arguments: { text: 'x' } }))).toBe(
    'demo_say is not delegated: the delegation (setting "delegation") denies "demo say" (deniedCommands).',
  );
  expect((await client.listTools()).tools.map(({ name }) => name)).toStrictEqual(['demo_wait']);
});
