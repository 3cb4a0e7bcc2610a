// needs: bwrap
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import type { AuditEvent } from '../record/audit-event.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createExecutor, type NodeExecutorConfig } from './create-executor.ts';

const effects = {
  network: false,
  destructive: false,
  subprocess: false,
  reversible: true,
  idempotent: true,
  filesystem: { read: true, write: false, delete: false },
};
const CODE = { destructive: true, subprocess: true, 'x-runs': 'call' } as const;
const TOOL: AtipTool = {
  ...{ atip: { version: '0.4' }, name: 'demo', version: '1', description: 'd', effects },
  commands: {
    fetch: { description: 'd' },
    login: { description: 'd' },
    count: { description: 'd', 'x-stdin': { description: 'Text' } },
    run: { description: 'd', 'x-stdin': { 'x-effects': CODE } },
  },
};
const SCRIPT = `#!/bin/sh
case $1 in
  fetch) printf '{"a":1}\\n' ;;
  login) echo token=ghp_0123456789012345678901234567890123456 ;;
  count) wc -c ;;
  run) sh ;;
esac
`;

async function prepare(more: Partial<NodeExecutorConfig> = {}) {
  const { at, script } = await createTemporaryDirectory();
  mkdirSync(at('home'));
  await script('bin/demo', SCRIPT);
  const events: AuditEvent[] = [];
  const log = { append: async (event: AuditEvent) => void events.push(event) };
  const env = { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('home') };
  const config = {
    tools: [TOOL],
    policy: { byTrust: false },
    env,
    execution: { cwd: at('.') },
    record: { log, who: 'test' },
  };
  const executor = createExecutor({ ...config, ...more });
  const run = (name: string, args: Record<string, unknown> = {}) =>
    executor.execute({ id: `call-${name}`, name: `demo_${name}`, arguments: args });
  const inputs = () => events.flatMap((event) => (event.event === 'decision' ? [event.input] : []));
  return { run, events, inputs };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

test('a text, and an earlier output, reach the program; the record has length, digest and call, and no text', async () => {
  const { run, events, inputs } = await prepare();
  expect((await run('fetch')).content).toBe('{"a":1}\n[Output 1]\n[Exit code: 0]');
  expect((await run('count', { stdin_from: 1 })).content).toBe('8\n[Output 2]\n[Exit code: 0]');
  expect((await run('count', { stdin: 'bird song' })).content).toBe('9\n[Output 3]\n[Exit code: 0]');
  expect((await run('count', { stdin: '' })).content).toBe('0\n[Output 4]\n[Exit code: 0]');
  expect(inputs()).toStrictEqual([
    undefined,
    { bytes: 8, hash: hash('{"a":1}\n'), call: 'call-fetch' },
    { bytes: 9, hash: hash('bird song'), call: undefined },
    { bytes: 0, hash: hash(''), call: undefined },
  ]);
  await expect(run('count', { stdin: 'bird song', stdin_from: 1 })).rejects.toThrow('are both given');
  expect(JSON.stringify(events)).not.toContain('bird song');
});

test('secrets of an output stay out of the next program', async () => {
  const { run, inputs } = await prepare();
  await run('login');
  expect((await run('count', { stdin_from: 1 })).content).toBe('17\n[Output 2]\n[Exit code: 0]');
  expect(inputs()[1]).toStrictEqual({ bytes: 17, hash: hash('token=[REDACTED]\n'), call: 'call-login' });
  await expect(run('run', { stdin_from: 1 })).rejects.toThrow(/Secrets were taken out of output 1/);
});

test('an output that is not there is refused, and that is on record', async () => {
  const { run, events } = await prepare();
  await expect(run('count', { stdin_from: 7 })).rejects.toThrow(/There is no output 7\./);
  expect(events.map((event) => 'refused' in event && event.refused)).toStrictEqual(['invalid']);
});
