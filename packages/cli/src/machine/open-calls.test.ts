import type { AuditEntry } from '@atip/node';
import { expect, test } from 'vitest';
import { createOpenCalls } from './open-calls.ts';

const PLACE = { time: '2026-11-22T03:04:05.678Z', prev: '', hash: '', who: 'me', tool: { name: 'demo' }, argv: [] };
const decided = (seq: number, call: string, more: object): AuditEntry => ({
  ...{ ...PLACE, seq, call, event: 'decision', command: [], effects: {}, decision: 'confirm', reasons: [] },
  ...more,
});
const ended = (seq: number, call: string): AuditEntry => ({
  ...{ ...PLACE, seq, call, event: 'execution', exitCode: 0, duration: 1, timedOut: false, truncated: false },
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
