import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as core from '@atip/core';
import * as node from '@atip/node';
import { runCli } from 'atip';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const DOCUMENT = JSON.stringify({
  atip: { version: '0.4' },
  name: 'git',
  version: '2.47.0',
  description: 'Track the history of files',
  commands: {
    log: {
      description: 'List commits',
      options: [{ name: 'max-count', flags: ['-n', '--max-count'], type: 'integer', description: 'How many' }],
      effects: { filesystem: { write: false }, network: false, destructive: false },
    },
  },
});

const RESPONSE = {
  choices: [
    {
      message: {
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'git_log', arguments: '{"max-count":5}' } }],
      },
    },
  ],
};

test("the README's example runs as it stands and prints what it says", () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const block = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const body = block.replace(/^import (\{[^}]*\}) from '@atip\/core';$/m, 'const $1 = core;');
  expect(body).not.toContain('import ');
  const printed: unknown[] = [];
  const log = { log: (value: unknown) => printed.push(value) };
  new Function('core', 'documentText', 'response', 'console', body)(core, DOCUMENT, RESPONSE, log);
  expect(printed).toStrictEqual([['git', 'log', '--max-count=5']]);
});

test('the example for a machine finds a tool, runs a call in the sandbox and puts it on record', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-readme-')));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
  mkdirSync(join(root, 'bin'));
  const program = join(root, 'bin/git');
  writeFileSync(program, `#!/bin/sh\ncase "$1" in --agent) echo '${DOCUMENT}';; *) echo "ran $*";; esac\n`);
  chmodSync(program, 0o755);
  for (const [name, value] of [
    ['HOME', root],
    ['PATH', join(root, 'bin')],
    ['XDG_DATA_DIRS', root],
  ] as const)
    vi.stubEnv(name, value);
  for (const name of ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME']) vi.stubEnv(name, '');

  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const block = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)][1]?.[1] ?? '';
  const body = block.replace(/^import (\{[^}]*\}) from '@atip\/node';$/m, 'const $1 = node;');
  expect(body).not.toContain('import ');
  const printed: unknown[][] = [];
  const log = {
    log: (...values: unknown[]) => printed.push(values),
    warn: (...values: unknown[]) => printed.push(values),
  };
  const run = new Function('node', 'console', 'process', `return (async () => { ${body} })()`);
  await run(node, log, { env: { ...process.env } });
  const held = { applied: true, kind: 'bubblewrap', network: false, writable: [], notes: [] };
  expect(printed).toStrictEqual([['ran log --max-count=5\n[Exit code: 0]', held]]);
  const audit = join(root, '.local/state/agent-tools/audit.jsonl');
  expect(readFileSync(audit, 'utf8').trim().split('\n')).toHaveLength(2);
  expect((await node.verifyAuditLog(audit)).ok).toBe(true);
});

test('the table of `atip serve` has every option that it takes, and no other', async () => {
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const host = { cwd: '/', env: {}, stdin: Readable.from([]), stdout: output, stderr: output };
  const args = ['--agent', '--commands=serve'];
  expect(await runCli({ ...host, args, signal: new AbortController().signal })).toBe(0);
  const { tool } = core.parseTool(said);
  const flags = tool?.commands?.['serve']?.options?.flatMap((option) => option.flags) ?? [];
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const rows = /\| option \| what \|\n([\s\S]*?)\n\n/.exec(readme)?.[1] ?? '';
  expect(flags).toContain('--port');
  expect((rows.match(/--[a-z]+(?:-[a-z]+)*/g) ?? []).sort()).toStrictEqual([...flags].sort());
});
