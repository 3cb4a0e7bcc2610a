import type { AuditEntry } from '@atip/node';
import { expect, test } from 'vitest';
import { describeEntry } from './describe-entry.ts';

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
  [
    { ...PLACE, event: 'dropped', first: 5, count: 1, to: 'T\n' },
    'rotation removed 1 entry before entry 5, up to T\\u{a}',
  ],
  [
    { ...PLACE, event: 'dropped', first: 5, count: 4, from: 'S', to: 'T' },
    'rotation removed 4 entries before entry 5, from S to T',
  ],
  [{ ...PLACE, event: 'recovered', reason: 'log-lost' }, 'the log went on after something was lost (log-lost)'],
])('%j', (entry, expected) => {
  expect(describeEntry(entry)).toBe(`7  2026-11-22T03:04:05.678Z  ${expected}`);
});
