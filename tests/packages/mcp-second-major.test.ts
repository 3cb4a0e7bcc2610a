// needs: bwrap
// The SDK's second major as a client: it begins with a protocol that we do not speak yet, and has to find the one that we do.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { ATIP } from '../atip.ts';

test.each([
  ['accept', false],
  ['decline', true],
  ['cancel', true],
] as const)('it lists, runs in its root, and asks its person, who says: %s', async (action, stays) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-second-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'work/project'), { recursive: true });
  writeFileSync(join(root, 'work/project/a.txt'), 'one\n');
  const asked: string[] = [];
  const capabilities = { elicitation: { form: {} }, roots: {} };
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message.split('\n')[0] ?? '');
    return { action };
  });
  client.setRequestHandler('roots/list', () => ({
    roots: [{ uri: pathToFileURL(join(root, 'work/project')).href }],
  }));
  const args = [ATIP, 'mcp', '--cwd', join(root, 'work'), '--tools', 'cat,rm'];
  const env = { HOME: root, PATH: '/usr/bin:/bin', XDG_DATA_DIRS: root };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toStrictEqual(['cat', 'rm']);
  const shown = await client.callTool({ name: 'cat', arguments: { file: ['a.txt'] } });
  expect(shown).toMatchObject({ structuredContent: { exitCode: 0, stdout: 'one\n' } });
  const removed = await client.callTool({ name: 'rm', arguments: { file: ['a.txt'] } });
  await client.close();
  expect([asked, removed.isError, existsSync(join(root, 'work/project/a.txt'))]).toStrictEqual([
    ['rm is to be run.  [⚠️ DESTRUCTIVE]  [⚠️ NOT REVERSIBLE]  [⚠️ NOT IDEMPOTENT]'],
    stays,
    stays,
  ]);
});
