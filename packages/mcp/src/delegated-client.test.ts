import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepRules } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { connect, connectBoth, COMMANDS, prepare, textOf } from './testing/demo-server.ts';

const OPEN = { preset: 'open' } as const;
const DELEGATION = {
  delegation: { deniedCommands: ['demo leak'], effectRestrictions: { destructive: false } },
} as const;
const WITH_SILENT = { ...COMMANDS, tag: { description: 'Tags' } };

test('a client gets what is delegated to it, whatever its rules and its policy allow', async () => {
  const { cwd, env, found } = await prepare(WITH_SILENT);
  const policy = { ...OPEN, rules: [{ run: 'demo *', decision: 'allow' }] } as const;
  const rules = keepRules(policy, { env, who: 'test' });
  const settings = { found: [found], cwd, env, policy, rules };
  const asked: string[] = [];
  const client = await connect({ ...settings, delegation: DELEGATION }, (message) => {
    asked.push(message);
    return { action: 'decline' };
  });
  const call = async (name: string, args: Record<string, unknown> = { text: 'x' }) =>
    textOf(await client.callTool({ name, arguments: args }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toStrictEqual(['demo_say', 'demo_wait', 'demo_tag']);
  expect(await call('demo_say')).toBe('you said x\n[Exit code: 0]');
  expect(await call('demo_wipe')).toBe(
    'demo_wipe is not delegated: the delegation (setting "delegation") lets nothing destroy (effectRestrictions/destructive), and it does.',
  );
  expect(await call('demo_leak', {})).toBe(
    'demo_leak is not delegated: the delegation (setting "delegation") denies "demo leak" (deniedCommands).',
  );
  expect(asked).toStrictEqual([]);
  await client.callTool({ name: 'demo_tag', arguments: {} });
  expect(asked).toHaveLength(1);
  // Without the delegation all of it runs without a question.
  const free = await connect(settings);
  expect(textOf(await free.callTool({ name: 'demo_wipe', arguments: { text: 'x' } }))).toBe('wiped\n[Exit code: 0]');
});

test('another directory may delegate less, and takes away nothing of what holds already', async () => {
  const { cwd, env, found } = await prepare();
  const root = join(cwd, 'inner');
  await mkdir(root);
  const atRoot = async () => ({ policy: OPEN, delegation: { deniedCommands: ['demo leak', 'demo wipe'] } });
  const settings = { found: [found], cwd, env, policy: OPEN, delegation: { deniedCommands: ['demo say'] }, atRoot };
  const { client } = await connectBoth(settings, { roots: [pathToFileURL(root).href] });
  expect(textOf(await client.callTool({ name: 'demo_say', arguments: { text: 'x' } }))).toBe(
    'demo_say is not delegated: the delegation (setting "delegation") denies "demo say" (deniedCommands).',
  );
  expect((await client.listTools()).tools.map(({ name }) => name)).toStrictEqual(['demo_wait']);
});
