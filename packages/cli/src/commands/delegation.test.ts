// needs: bwrap
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

const LIST = { name: 'state', flags: ['-s', '--state'], type: 'string' as const, description: 'x' };
/** The example of the specification (13.1), shortened. */
const GH: AtipTool = {
  ...{
    atip: { version: '0.4' },
    name: 'gh',
    version: '2.45.0',
    description: 'GitHub CLI',
    trust: { source: 'vendor' },
  },
  commands: {
    pr: {
      description: 'Manage pull requests',
      commands: {
        list: { description: 'List', options: [LIST], effects: { network: true, idempotent: true } },
        create: { description: 'Create', effects: { network: true, idempotent: false, creates: ['pull_request'] } },
        merge: { description: 'Merge', effects: { network: true, idempotent: false, reversible: false } },
      },
    },
    repo: {
      description: 'Manage repositories',
      commands: {
        delete: { description: 'Delete', effects: { network: true, destructive: true, reversible: false } },
      },
    },
  },
};
const DELEGATION = {
  delegation: {
    allowedTools: ['gh', 'git'],
    deniedCommands: ['gh repo delete'],
    effectRestrictions: { destructive: false },
  },
};
const MAY_DESTROY =
  'The delegation of d.json:1 lets nothing destroy (effectRestrictions/destructive), and gh_pr_merge does not say whether it does.';

async function prepare(delegation: unknown = DELEGATION) {
  const machine = await createDemoMachine();
  const { env, work: cwd, home } = machine;
  await writeFile(`${home}/.local/share/agent-tools/tools/gh.json`, JSON.stringify(GH));
  await machine.script('gh', '#!/bin/sh\necho "gh $*"\n');
  await machine.write('d.json', typeof delegation === 'string' ? delegation : JSON.stringify(delegation));
  const atip = (args: readonly string[], more: object = {}) => runTestCli(args, { env, cwd, ...more });
  return { ...machine, atip, cwd };
}

const names = (text: string): string[] =>
  JSON.parse(text).map((tool: { name?: string; function?: { name: string } }) => tool.name ?? tool.function?.name);

test('compile and prompt tell of what is delegated alone', async () => {
  const { atip } = await prepare();
  const compiled = await atip(['compile', 'gh', 'demo', '--to', 'openai', '--delegation', 'd.json']);
  expect(names(compiled.stdout)).toStrictEqual(['gh_pr_list', 'gh_pr_create', 'gh_pr_merge']);
  expect(compiled.stderr).toBe('6 commands left out: not delegated\n3 tools, 12 losses (--losses lists them)\n');
  expect(names((await atip(['compile', 'gh', '--to', 'openai'])).stdout)).toContain('gh_repo_delete');
  expect((await atip(['prompt', 'gh', '--delegation', 'd.json'])).stdout).not.toContain('repo delete');
  expect((await atip(['prompt', 'gh'])).stdout).toContain('repo_delete');
});

test('run and check refuse by name what is gone, and ask about what does not say', async () => {
  const { atip } = await prepare();
  const denied = await atip(['run', 'gh_repo_delete', '--yes', '--delegation', 'd.json']);
  expect([denied.code, denied.stderr]).toStrictEqual([
    3,
    'atip: Nothing was run. gh_repo_delete is not delegated: the delegation of d.json:1 denies "gh repo delete" (deniedCommands). gh_repo_delete permanently destroys data.\n',
  ]);
  const merge = ['run', 'gh_pr_merge', '--delegation', 'd.json'];
  const asked = await atip(merge);
  expect(asked.code).toBe(3);
  expect(asked.stderr).toContain(MAY_DESTROY);
  expect(await atip([...merge, '--yes'])).toStrictEqual({ code: 0, stdout: 'gh pr merge\n', stderr: '' });
  expect((await atip(['run', 'demo_say', 'text=x', '--delegation', 'd.json'])).stderr).toContain(
    'does not name "demo" (allowedTools)',
  );
  const call = JSON.stringify({ id: '1', name: 'gh_repo_delete', arguments: {} });
  const checked = await atip(['check', '-', '--delegation', 'd.json'], { input: call });
  expect([checked.code, checked.stdout.includes('deniedCommands')]).toStrictEqual([3, true]);
});

test('gate, its hook and run --line deny what is not delegated', async () => {
  const { atip, cwd } = await prepare();
  const gate = async (line: string) => {
    const { stdout } = await atip(['gate', '--json', line, '--delegation', 'd.json']);
    return JSON.parse(stdout).decision;
  };
  expect(await gate('gh pr merge')).toBe('confirm');
  expect(await gate('demo say x')).toBe('deny');
  expect(await gate('gh repo delete')).toBe('deny');
  const question = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'demo say x' }, cwd };
  const hook = ['gate', '--hook', 'claude-code'];
  const free = await atip(hook, { input: JSON.stringify(question) });
  const held = await atip([...hook, '--delegation', 'd.json'], { input: JSON.stringify(question) });
  const said = ({ stdout }: { stdout: string }) => JSON.parse(stdout).hookSpecificOutput.permissionDecision;
  expect([said(free), said(held)]).toStrictEqual(['allow', 'deny']);
  const line = await atip(['run', '--line', 'demo say x', '--yes', '--delegation', 'd.json']);
  expect([line.code, line.stdout]).toStrictEqual([3, '']);
});

test('the MCP server lists what is delegated', async () => {
  const { env, cwd } = await prepare();
  const streams = { stdin: new PassThrough(), stdout: new PassThrough() };
  const ended = runTestCli(['mcp', '--delegation', 'd.json', '--confirm', 'deny'], { env, cwd, streams });
  const lines = createInterface({ input: streams.stdout });
  const ask = async (method: string, params: object) => {
    streams.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    const [line] = await once(lines, 'line');
    return JSON.parse(String(line)).result;
  };
  const clientInfo = { name: 'test', version: '1' };
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const { tools } = await ask('tools/list', {});
  expect(tools.map(({ name }: { name: string }) => name)).toStrictEqual(['gh_pr_list', 'gh_pr_create', 'gh_pr_merge']);
  streams.stdin.end();
  await ended;
});

test.each<[string, string, RegExp]>([
  ['a field that none has', '{"allowedTool":["gh"]}', /\/allowedTool is no field of a delegation/],
  ['no JSON', '{', /^atip: The delegation d\.json:1 is refused: /],
])('a file with %s is refused, and nothing runs', async (_what, text, message) => {
  const { atip } = await prepare(text);
  const { code, stdout, stderr } = await atip(['run', 'demo_say', 'text=x', '--delegation', 'd.json']);
  expect([code, stdout]).toStrictEqual([1, '']);
  expect(stderr).toMatch(message);
});

test('--delegation may be repeated, and each holds', async () => {
  const { atip, write } = await prepare();
  await write('wide.json', JSON.stringify({ allowedTools: ['gh', 'git', 'demo'] }));
  const say = ['run', 'demo_say', 'text=x', '--delegation', 'wide.json'];
  expect((await atip(say)).code).toBe(0);
  expect((await atip([...say, '--delegation', 'd.json'])).code).toBe(3);
});
