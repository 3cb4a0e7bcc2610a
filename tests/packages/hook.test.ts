// The published hook as agents start it: it obeys the configuration of its person, and answers in time, also when its thread is
// kept busy on purpose, by a defect that nobody knows yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { ATIP } from '../atip.ts';

/** Ms that agents wait, as `atip setup` tells them; then they run the line. */
const PATIENCE = 30_000;

/** Runs before the hook: the first look of the reader at a line blocks. */
const blocking = (work: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `const { includes } = String.prototype;
String.prototype.includes = function (...args) {
  if (args[0] === '\\0') { ${work} }
  return includes.apply(this, args);
};`,
  )}`;

interface Asked {
  readonly agent?: string;
  readonly home?: string;
  /** Runs on its thread in place of the look at the line. */
  readonly work?: string;
}

async function ask(command: string, { agent = 'claude-code', home = '/nonexistent', work }: Asked = {}) {
  const before = work === undefined ? [] : ['--import', blocking(work)];
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  const child = spawn(process.execPath, [...before, ATIP, 'gate', '--hook', agent], { env, timeout: PATIENCE });
  const question = { tool_name: 'Bash', tool_input: { command }, cwd: '/', hook_event_name: 'PreToolUse' };
  child.stdin.end(JSON.stringify(question));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return `${code}: ${out === '' ? err : out}`.trim();
}

const DENY = JSON.stringify({ policy: { rules: [{ run: 'ls', decision: 'deny' }] } });

test.each([
  ['{}', /^0: .*"permissionDecision":"allow"/, /^0:$/],
  [DENY, /^0: .*"permissionDecision":"deny"/, /^0: .*"permissionDecision":"deny"/],
  // Codex cannot be told to ask: it is blocked when nothing can be decided.
  ['{', /^0: .*"ask".*The configuration is refused\./, /^2: .*The configuration is refused\./],
])('the configuration %s decides', async (configuration, claude, codex) => {
  const { path: home, write } = await createTemporaryDirectory();
  await write('.config/agent-tools/config.json', configuration, 0o600);
  expect(await ask('ls', { home })).toMatch(claude);
  expect(await ask('ls', { home, agent: 'codex' })).toMatch(codex);
});

test('agents get their answer while the thread is blocked', async () => {
  const asleep = 'while (true) { try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); } catch {} }';
  const answers = await Promise.all([ask('ls', { work: 'for (;;);' }), ask('ls', { agent: 'codex', work: asleep })]);
  const why = 'atip: The line was not judged within 7 s.';
  const asks = { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: why };
  expect(answers).toStrictEqual([`0: ${JSON.stringify({ hookSpecificOutput: asks })}`, `2: ${why}`]);
});

test('one word with many stars is no longer a way past the gate', async () => {
  const at = `cd /tmp/${'a'.repeat(40)}`;
  const answers = [16, 60].flatMap((stars) =>
    [';', ' &&'].map((then) => ask(`git push --force; ${at}${then} cat /tmp/${'*a'.repeat(stars)}b/x.en?`)),
  );
  for (const answer of await Promise.all(answers)) expect(answer).toContain('"permissionDecision":"ask"');
});
