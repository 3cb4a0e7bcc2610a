// needs: bwrap
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { api } from '../attacks/companion/requests.ts';
import { bundleCompanion, type Program, startTarget, type Target } from '../attacks/companion/start-target.ts';

/** On the command line of a process that only ends when it is told to; no other process has it. */
const MARK = `600.${process.pid}`;

const READS = { network: false, destructive: false, filesystem: { write: false } };

let program: Program;
let target: Target;

beforeAll(async () => {
  program = await bundleCompanion();
  target = await startTarget(program);
  const { root, work } = target.scene;
  const git = (...args: string[]) => execFileSync('/usr/bin/git', args, { cwd: work, env: { HOME: root } });
  git('init', '--quiet');
  git('add', 'canary');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'The first commit');
  writeFileSync(join(work, 'untracked'), 'text');
  const oneline = { name: 'oneline', flags: ['--oneline'], type: 'boolean', description: 'One line for each' };
  layTool('git', {
    ...{ atip: { version: '0.4' }, name: 'git', version: '2.39.5', description: 'Version control' },
    commands: { log: { description: 'Shows commits', options: [oneline], effects: READS } },
  });
  layTool('slow', {
    ...{ atip: { version: '0.4' }, name: 'slow', version: '1.0.0', description: 'Takes its time' },
    commands: {
      wait: { description: 'Waits', effects: READS },
      ...Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`c${at}`, { description: 'One of many' }])),
    },
  });
  writeFileSync(join(root, 'bin/slow'), `#!/bin/sh\necho up\nexec sleep ${MARK}\n`);
  chmodSync(join(root, 'bin/slow'), 0o755);
  expect((await api(target, 'GET', '/tools')).status).toBe(200);
});

afterAll(async () => {
  await target?.stop();
  program?.remove();
});

function layTool(name: string, document: object): void {
  writeFileSync(join(target.scene.root, `data/agent-tools/shims/${name}.json`), JSON.stringify(document));
}

/** The official client, connected. */
async function connect() {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${target.origin}/api/v1/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${target.token}` } },
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}

/** Processes of any namespace that have the mark on their command line. */
function waiting(): string[] {
  return readdirSync('/proc').filter((id) => /^\d+$/.test(id) && commandLine(id) === `sleep\0${MARK}\0`);
}

function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch (error) {
    // It ended between the two looks.
    expect(error).toMatchObject({ code: expect.stringMatching(/ENOENT|ESRCH/) });
    return '';
  }
}

test('the official client lists every tool once, page by page, and runs git log', async () => {
  const client = await connect();
  const names: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    names.push(...page.tools.map(({ name }) => name));
    sizes.push(page.tools.length);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  // 1 of git, 251 of slow, 5 of trap.
  expect([sizes, new Set(names).size]).toStrictEqual([[100, 100, 57], 257]);
  const result = await client.callTool({ name: 'git_log', arguments: { oneline: true } });
  expect(result).toStrictEqual({
    content: [{ type: 'text', text: expect.stringMatching(/^[0-9a-f]{7} The first commit\n\[Exit code: 0\]$/) }],
    structuredContent: {
      ...{ exitCode: 0, stdout: expect.stringMatching(/^[0-9a-f]{7} The first commit\n$/), stderr: '' },
      ...{ truncated: false, timedOut: false, sandboxed: true, notes: [] },
    },
    isError: false,
  });
});

test('output comes as progress, and a cancelled request ends its process', async () => {
  const client = await connect();
  const abort = new AbortController();
  const heard: string[] = [];
  let running: string[] = [];
  const call = client.callTool({ name: 'slow_wait', arguments: {} }, undefined, {
    signal: abort.signal,
    onprogress: ({ message = '' }) => {
      heard.push(message);
      void vi
        .waitUntil(() => waiting().length > 0)
        .then(() => {
          running = waiting();
          abort.abort(new Error('Enough.'));
        });
    },
  });
  await expect(call).rejects.toThrow('Enough.');
  expect([heard, running.length]).toStrictEqual([['up\n'], 1]);
  await vi.waitUntil(() => waiting().length === 0, { timeout: 60_000 });
});
