// needs: bwrap
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry } from '@atip/node';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';
import { createOpenCalls, describeEntry } from './audit.ts';

/** A machine on which one call ran and one was refused. */
async function prepare() {
  const machine = await createDemoMachine();
  const { env, work: cwd } = machine;
  const cli = (...args: string[]) => runTestCli(args, { env, cwd });
  await cli('run', 'demo_say', 'text=a\u202eb');
  await cli('run', 'demo_wipe');
  const audit = (...args: string[]) => cli('audit', ...args);
  return { ...machine, audit };
}

test('a log that nobody changed is in order', async () => {
  const { audit, log } = await prepare();
  const said = { code: 0, stdout: `${log}: 3 entries, unchanged.\n`, stderr: '' };
  expect(await audit('verify')).toStrictEqual(said);
  expect(await audit('verify', log)).toStrictEqual(said);
  expect(JSON.parse((await audit('verify', '--json')).stdout)).toStrictEqual({
    ...{ ok: true, entries: 3, files: 1, problems: [], unfinished: 0, listed: true },
  });
});

test('one that was changed is not, and says where', async () => {
  const { audit, log } = await prepare();
  await writeFile(log, (await readFile(log, 'utf8')).replace('"allow"', '"deny"'));
  const { code, stdout } = await audit('verify');
  expect(code).toBe(1);
  expect(stdout).toContain(`${log}:1: changed: This line is not as it was written.\n`);
  expect(stdout).toContain('some of them changed or lost.\n');
  const shown = await audit('show');
  expect(shown.code).toBe(1);
  expect(shown.stderr).toMatch(
    /^atip: In the audit log, line 1 of ".*" is not as it was written\. Verify the log\.\n$/,
  );
});

test('a record that is not there is no record in order: it has an exit code of its own', async () => {
  const { audit, work, env } = await prepare();
  const missing = (path: string) => ({ code: 6, stdout: '', stderr: `atip: There is no record at ${path}.\n` });
  expect(await audit('verify', 'missing.jsonl')).toStrictEqual(missing(join(work, 'missing.jsonl')));
  expect((await audit('verify', '.')).code).toBe(5);
  const { XDG_STATE_HOME: _, ...rest } = env;
  const own = join(work, '.local/state/agent-tools/audit.jsonl');
  expect(await runTestCli(['audit', 'verify'], { env: { ...rest, HOME: work } })).toStrictEqual(missing(own));
});

test('entries are shown one on a line, with all that is invisible escaped', async () => {
  const { audit } = await prepare();
  const { code, stdout } = await audit('show');
  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines.map((line) => line.replace(/^(\d+) {2}[\d:.TZ-]+ {2}\S+ {2}/, '$1 '))).toStrictEqual([
    '1 allow  demo say  ["demo","say","a\\u{202e}b"]',
    '2 exit code 0, bubblewrap  ["demo","say","a\\u{202e}b"]',
    '3 confirm (allowDestructive), refused: unasked  demo wipe  ["demo","wipe"]',
  ]);
});

test('--after and --json', async () => {
  const { audit } = await prepare();
  const { stdout } = await audit('show', '--after', '1', '--json');
  const entries = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ seq, event }) => [seq, event])).toStrictEqual([
    [2, 'execution'],
    [3, 'decision'],
  ]);
  expect((await audit('show', '--after', 'x')).code).toBe(2);
});

const PLACE = { seq: 7, time: '2026-11-22T03:04:05.678Z', prev: '0'.repeat(64), hash: 'f'.repeat(64) };
const CALL = { call: 'c', who: 'ana', tool: { name: 'demo' }, argv: ['demo', 'a\u202eb'] };
const DECISION = { ...PLACE, ...CALL, event: 'decision', command: ['say'], effects: {}, reasons: [] } as const;
const EXECUTION = {
  ...PLACE,
  ...CALL,
  event: 'execution',
  exitCode: 0,
  duration: 1,
  bytes: { stdout: 0, stderr: 0 },
  sandbox: { applied: true, kind: 'bubblewrap', network: false, writable: [], notes: [] },
  timedOut: false,
  truncated: false,
} as const;

test.each<[AuditEntry, string]>([
  [
    { ...DECISION, decision: 'confirm', rule: 'network', approved: false, refused: 'declined' },
    'ana  confirm (network), refused: declined  demo say  ["demo","a\\u{202e}b"]',
  ],
  [
    { ...DECISION, decision: 'deny', refused: 'policy', argvBytes: 27_012 },
    'ana  deny, refused: policy  demo say  ["demo","a\\u{202e}b"]  (cut, the whole has 27012 bytes)',
  ],
  [
    { ...DECISION, decision: 'deny', refused: 'unknown', problems: ['No command is called “x\n”.'] },
    'ana  deny, refused: unknown: No command is called “x\\u{a}”.  demo say  ["demo","a\\u{202e}b"]',
  ],
  [
    {
      ...EXECUTION,
      planted: [
        { path: '/w/.envrc', movedTo: '/s/1', why: 'direnv\nruns it' },
        { path: '/w/x', why: 'stays' },
      ],
    },
    'ana  exit code 0, bubblewrap, left /w/.envrc, moved to /s/1 (direnv\\u{a}runs it), left /w/x (stays)  ["demo","a\\u{202e}b"]',
  ],
  [{ ...PLACE, event: 'recovered', reason: 'log-lost' }, 'the log continued after a loss (log-lost)'],
])('%j', (entry, expected) => {
  expect(describeEntry(entry)).toBe(`7  2026-11-22T03:04:05.678Z  ${expected}`);
});

const OPEN = { time: '2026-11-22T03:04:05.678Z', prev: '', hash: '', who: 'me', tool: { name: 'demo' }, argv: [] };
const decided = (seq: number, call: string, more: object): AuditEntry => ({
  ...{ ...OPEN, seq, call, event: 'decision', command: [], effects: {}, decision: 'confirm', reasons: [] },
  ...more,
});
const ended = (seq: number, call: string): AuditEntry => ({
  ...{ ...OPEN, seq, call, event: 'execution', exitCode: 0, duration: 1, timedOut: false, truncated: false },
  sandbox: { applied: false, kind: 'none', network: false, writable: [], notes: [] },
  bytes: { stdout: 0, stderr: 0 },
});

test('a call is open that went ahead, by itself or by a yes, and has no end', () => {
  const calls = createOpenCalls();
  calls.see(decided(1, 'ran', { decision: 'allow' }));
  calls.see(decided(2, 'killed', { decision: 'allow' }));
  calls.see(decided(3, 'approved', { approved: true }));
  calls.see(decided(4, 'declined', { approved: false }));
  calls.see(decided(5, 'unasked', {}));
  calls.see(decided(6, 'denied', { decision: 'deny' }));
  calls.see(ended(7, 'ran'));
  expect(calls.open()).toStrictEqual([2, 3]);
});
