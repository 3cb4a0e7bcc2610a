import type { AuditEntry } from '@atip/node';
import { expect, test } from 'vitest';
import { createOpenCalls, describeEntry } from './audit.ts';

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
  [{ ...DECISION, decision: 'allow' }, 'ana  allow  demo say  ["demo","a\\u{202e}b"]'],
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
  [{ ...PLACE, event: 'recovered', reason: 'log-lost' }, 'the log went on after something was lost (log-lost)'],
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
