// The published hook answers in time, also when its thread is kept busy on purpose, by a defect that nobody knows yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const ATIP = join(ROOT, 'packages/cli/bundle/main.js');
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

async function ask(agent: string, question: unknown, work?: string): Promise<string> {
  const before = work === undefined ? [] : ['--import', blocking(work)];
  const env = { HOME: '/nonexistent', PATH: '/usr/bin:/bin' };
  const child = spawn(process.execPath, [...before, ATIP, 'gate', '--hook', agent], { env, timeout: PATIENCE });
  child.stdin.end(JSON.stringify(question));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return `${code}: ${out === '' ? err : out}`.trim();
}

const WHY = 'atip: The line was not judged within 7 s.';
const bash = (command: string, hook_event_name = 'PreToolUse', tool_name = 'Bash') => ({
  ...{ tool_name, tool_input: { command }, cwd: '/', hook_event_name },
});
const asks = (hookEventName: string): unknown => ({
  hookSpecificOutput: { hookEventName, permissionDecision: 'ask', permissionDecisionReason: WHY },
});

test('agents get their answer while the thread is blocked', async () => {
  const asleep = 'while (true) { try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); } catch {} }';
  const answers = await Promise.all([ask('claude-code', bash('ls'), 'for (;;);'), ask('codex', bash('ls'), asleep)]);
  expect(answers).toStrictEqual([`0: ${JSON.stringify(asks('PreToolUse'))}`, `2: ${WHY}`]);
});

test('one word with many stars is no longer a way past the gate', async () => {
  const at = `cd /tmp/${'a'.repeat(40)}`;
  const answers = [16, 60].flatMap((stars) =>
    [';', ' &&'].map((then) =>
      ask('claude-code', bash(`rm -rf ~/notes; ${at}${then} cat /tmp/${'*a'.repeat(stars)}b/x.en?`)),
    ),
  );
  for (const answer of await Promise.all(answers)) expect(answer).toContain('"permissionDecision":"ask"');
});
