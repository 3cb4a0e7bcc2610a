import type { AuditEntry } from '@atip/companion';
import { expect, test } from 'vitest';
import { rowsOf } from './Record.tsx';

type Decision = Extract<AuditEntry, { readonly event: 'decision' }>;
type Execution = Extract<AuditEntry, { readonly event: 'execution' }>;

const PLACE = { time: '2026-01-02T03:04:05.000Z', prev: '', hash: '' };
const CALL = { who: 'companion', tool: { name: 'git' }, argv: ['git', 'log', "it's"] };
const decision = (seq: number, call: string, more: Partial<Decision>): Decision => ({
  ...{ ...PLACE, ...CALL, seq, call, event: 'decision', command: [], effects: {}, reasons: ['It reads.'], cwd: '/w' },
  ...{ decision: 'allow', ...more },
});
const execution = (seq: number, call: string, more: Partial<Execution> = {}): Execution =>
  ({
    ...{ ...PLACE, ...CALL, seq, call, event: 'execution', exitCode: 0, duration: 1234, timedOut: false },
    ...{ truncated: false, bytes: { stdout: 1, stderr: 0 }, sandbox: { state: 'unsandboxed' }, ...more },
  }) as Execution;

const ENTRIES: readonly AuditEntry[] = [
  decision(1, 'a', {}),
  execution(2, 'a'),
  decision(3, 'b', { decision: 'confirm', approved: true }),
  execution(4, 'b', { exitCode: 1, reason: 'It failed.' }),
  decision(5, 'c', { decision: 'deny', refused: 'policy', reasons: ['It destroys.'] }),
  decision(6, 'd', { decision: 'confirm', approved: false, refused: 'declined' }),
  { ...PLACE, seq: 7, event: 'recovered', reason: 'log-lost' },
];

test('a call is one row with its decision, its reason and its end, the newest first', () => {
  const rows = rowsOf(ENTRIES);
  expect(rows.map(({ seq, outcome, reason, tone }) => [seq, outcome, reason, tone])).toStrictEqual([
    [7, '', '', 'error'],
    [6, 'Refused by you.', 'It reads.', 'error'],
    [5, 'Refused by the policy.', 'It destroys.', 'error'],
    [3, 'Allowed by you, exit 1, 1.2 s.', 'It failed. It reads.', 'warning'],
    [1, 'Allowed, exit 0, 1.2 s.', 'It reads.', 'good'],
  ]);
  expect(rows.at(-1)).toMatchObject({ line: `git log 'it'\\''s'`, who: 'companion', cwd: '/w' });
});
