// needs: bwrap
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAuditLog } from '@atip/node';
import { readAuditLog } from '@atip/node/internal';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';
import { createHome } from '../home.ts';

test('the official client lists the tools of `atip mcp` and runs git log, in the sandbox and on record', async () => {
  const { home, cwd: repository, configure, shim, put } = createHome();
  configure({ policy: { byTrust: false } });
  shim('git', readFileSync(join(ROOT, 'tests/git.json'), 'utf8'));
  const git = (...args: string[]) =>
    execFileSync('/usr/bin/git', args, { cwd: repository, env: { HOME: home, PATH: '/usr/bin:/bin' } });
  git('init', '--quiet');
  const file = put('work/file', 'text');
  git('add', 'file');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'The first commit');

  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [ATIP, 'mcp', '--cwd', repository],
    env: { HOME: home, PATH: '/usr/bin:/bin', XDG_DATA_DIRS: home },
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
  expect(existsSync(file)).toBe(true);
  await client.close();
  const audit = join(home, '.local/state/agent-tools/audit.jsonl');
  expect((await verifyAuditLog(audit)).ok).toBe(true);
  const events: string[] = [];
  for await (const entry of readAuditLog(audit)) if ('event' in entry) events.push(entry.event);
  expect(events).toStrictEqual(['decision', 'execution', 'decision']);
});

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };

/** On the command line of a process that only ends when it is told to; no other process has it. */
const MARK = `600.${process.pid}`;

/** Processes of any namespace that have the mark on their command line. */
const waiting = (): number => spawnSync('pgrep', ['-fx', `sleep ${MARK}`]).stdout.length;

/** A home with a program `note` that nobody has described yet, and the document that describes it. */
function prepareHome() {
  const { home, cwd, env, configure, program, document } = createHome();
  configure({ policy: { byTrust: false } });
  program('note', `#!/bin/sh\necho up\nexec sleep ${MARK}\n`);
  const note = {
    ...{ atip: { version: '0.4' }, name: 'note', version: '1.0.0', description: 'Notes', trust: { source: 'user' } },
    commands: { wait: { description: 'Waits', effects: READS } },
  };
  const start = {
    args: [ATIP, 'mcp', '--cwd', cwd],
    env: { HOME: home, PATH: `${env.PATH}:/usr/bin:/bin`, XDG_DATA_DIRS: home },
  };
  const transport = new StdioClientTransport({ command: process.execPath, ...start, stderr: 'pipe' });
  return { describe: () => void document('note', note), transport, start };
}

test('a document that appears while `atip mcp` runs is offered, and the client is told', async () => {
  const { describe, transport } = prepareHome();
  const client = new Client({ name: 'test', version: '1.0.0' });
  const told = new Promise<void>((resolve) => {
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
  });
  await client.connect(transport);
  expect((await client.listTools()).tools).toStrictEqual([]);
  describe();
  await told;
  expect((await client.listTools()).tools.map(({ name }) => name)).toStrictEqual(['note_wait']);
  await client.close();
});

test('output comes as progress, and a cancelled request ends its process', async () => {
  const { describe, transport } = prepareHome();
  describe();
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(transport);
  const abort = new AbortController();
  const heard: string[] = [];
  const call = client.callTool({ name: 'note_wait', arguments: {} }, undefined, {
    signal: abort.signal,
    onprogress: ({ message = '' }) => {
      heard.push(message);
      void vi.waitUntil(() => waiting() > 0).then(() => abort.abort(new Error('Enough.')));
    },
  });
  await expect(call).rejects.toThrow('Enough.');
  expect(heard).toStrictEqual(['up\n']);
  await vi.waitUntil(() => waiting() === 0, { timeout: 60_000 });
});

/** A client that asks for a call, and may end its input, until it is killed. */
const CLIENT = `
const { spawn } = require('node:child_process');
const [start, ends, ...lines] = process.argv.slice(1);
const { args, env } = JSON.parse(start);
const server = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
for (const line of lines) server.stdin.write(line + '\\n');
if (ends === 'true') server.stdin.end();
console.log(server.pid);
setInterval(() => undefined, 1000);`;

test.each([true, false])('a client that dies ends its running call (it had ended its input: %s)', async (ends) => {
  const { describe, start } = prepareHome();
  describe();
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'note_wait', arguments: {} } },
  ].map((line) => JSON.stringify(line));
  const client = spawn(process.execPath, ['-e', CLIENT, JSON.stringify(start), String(ends), ...lines]);
  const [server] = await once(client.stdout, 'data');
  await vi.waitUntil(() => waiting() > 0, { timeout: 60_000 });
  client.kill('SIGKILL');
  await vi.waitUntil(() => !existsSync(`/proc/${Number(server)}`), { timeout: 60_000 });
  expect(waiting()).toBe(0);
});
