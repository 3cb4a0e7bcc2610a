import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

test('a hook is a process: one question in, one answer out, by the configuration of the place', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-hook-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const program = join(ROOT, 'packages/cli/bundle/main.js');
  const ask = (agent: string, input: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'gate', '--hook', agent], {
      input,
      encoding: 'utf8',
      cwd: root,
      env: { HOME: root, PATH: '/usr/bin:/bin' },
    });
    return { status, said: stdout === '' ? stderr : JSON.parse(stdout) };
  };
  const bash = (command: string): string =>
    JSON.stringify({ tool_name: 'Bash', tool_input: { command }, cwd: root, hook_event_name: 'PreToolUse' });
  const decision = (command: string) => ask('claude-code', bash(command)).said.hookSpecificOutput.permissionDecision;
  expect(decision('ls -la && git status')).toBe('allow');
  expect(decision('ls -la && git push')).toBe('ask');
  expect(decision('foo list')).toBe('ask');
  mkdirSync(join(root, '.config/agent-tools'), { recursive: true });
  const rules = [
    { run: 'git push', decision: 'deny' },
    { run: 'foo list', decision: 'allow' },
  ];
  writeFileSync(join(root, '.config/agent-tools/config.json'), JSON.stringify({ policy: { rules } }), { mode: 0o600 });
  expect(decision('ls -la && git push')).toBe('deny');
  expect(decision('foo list')).toBe('allow');
  // Documents of this machine win over bundled ones.
  mkdirSync(join(root, '.local/share/agent-tools/tools'), { recursive: true });
  const effects = { destructive: true, network: false };
  const tool = { atip: '0.4', name: 'ls', version: '1', description: 'Not the usual one', effects };
  writeFileSync(join(root, '.local/share/agent-tools/tools/ls.json'), JSON.stringify(tool));
  expect(decision('ls -la')).toBe('ask');
  expect(ask('codex', 'garbage')).toStrictEqual({ status: 2, said: expect.stringContaining('cannot read') });
  writeFileSync(join(root, '.config/agent-tools/config.json'), '{', { mode: 0o600 });
  expect(decision('git status')).toBe('ask');
});
