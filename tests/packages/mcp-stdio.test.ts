// needs: bwrap
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAuditLog } from '@atip/node';
import { readAuditLog } from '@atip/node/internal';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { bundleCli } from './bundle-cli.ts';

test('the official client lists the tools of `atip mcp` and runs git log, in the sandbox and on record', {
  timeout: 60_000,
}, async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-stdio-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const repository = join(root, 'repository');
  mkdirSync(join(root, '.local/share/agent-tools/shims'), { recursive: true });
  mkdirSync(repository);
  copyFileSync(join(ROOT, 'web/src/features/start/git.json'), join(root, '.local/share/agent-tools/shims/git.json'));
  const git = (...args: string[]) =>
    execFileSync('/usr/bin/git', args, { cwd: repository, env: { HOME: root, PATH: '/usr/bin:/bin' } });
  git('init', '--quiet');
  writeFileSync(join(repository, 'file'), 'text');
  git('add', 'file');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'The first commit');

  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await bundleCli(root), 'mcp', '--cwd', repository],
    env: { HOME: root, PATH: '/usr/bin:/bin', XDG_DATA_DIRS: root },
    stderr: 'inherit',
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'git_log')?.annotations).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
  });
  const result = await client.callTool({ name: 'git_log', arguments: { oneline: true } });
  expect(JSON.stringify(result)).toContain('The first commit');
  const refused = await client.callTool({ name: 'git_clean', arguments: { force: true } });
  expect(refused['isError']).toBe(true);
  expect(existsSync(join(repository, 'file'))).toBe(true);
  await client.close();
  const audit = join(root, '.local/state/agent-tools/audit.jsonl');
  expect((await verifyAuditLog(audit)).ok).toBe(true);
  const events: string[] = [];
  for await (const entry of readAuditLog(audit)) if ('event' in entry) events.push(entry.event);
  expect(events).toStrictEqual(['decision', 'execution', 'decision']);
});
