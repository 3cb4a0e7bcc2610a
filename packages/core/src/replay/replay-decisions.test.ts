import { expect, test } from 'vitest';
import { recorded, RECORDED } from '../testing/recorded-decisions.ts';
import type { ExecutionPolicy } from '../types/policy.ts';
import {
  asRecordedDecision,
  type RecordedDecision,
  replayDecisions,
  type RecordedOutcome,
} from './replay-decisions.ts';

const RULES: ExecutionPolicy = {
  preset: 'standard',
  rules: [
    { run: 'git push', given: ['force', 'delete'], decision: 'deny' },
    { run: 'git push', where: { repository: 'origin' }, decision: 'allow' },
  ],
};
const replay = (decisions: readonly RecordedDecision[]) => replayDecisions(decisions, [RECORDED], RULES);
const MAIN = { repository: 'origin', refspec: ['main'] };

test.each<[Record<string, unknown>, RecordedOutcome, string, boolean]>([
  [MAIN, 'yes', 'allow by rules/1', true],
  [MAIN, 'refused', 'allow by rules/1', true],
  [MAIN, 'allowed', 'allow by rules/1', false],
  [{ repository: 'other' }, 'no', 'confirm by levels/sends', false],
  [{ repository: 'other' }, 'unanswered', 'confirm by levels/sends', false],
  [{ ...MAIN, lease: true }, 'allowed', 'deny by rules/0', true],
  [{ repository: 'origin', refspec: [':main'] }, 'yes', 'deny by rules/0', true],
])('%j, %s on record: %s now', (args, was, now, differs) => {
  const [row] = replay([recorded('push', args, was)]).rows;
  expect([`${row?.now} by ${row?.nowBy}`, row?.differs]).toStrictEqual([now, differs]);
});

test('equal calls are one row, those that differ come first, and all are summed up', () => {
  const at = (time: string, entry: RecordedDecision) => ({ ...entry, time });
  const found = replay([
    recorded('push', { repository: 'other' }, 'no'),
    at('2026-11-01', recorded('push', MAIN, 'yes')),
    at('2026-11-02', recorded('push', MAIN, 'yes')),
    recorded('push', MAIN, 'unanswered'),
  ]);
  expect(found.rows.map(({ was, count, first, last }) => [was, count, first, last])).toStrictEqual([
    ['yes', 2, '2026-11-01', '2026-11-02'],
    ['unanswered', 1, undefined, undefined],
    ['no', 1, undefined, undefined],
  ]);
  expect(found.rows[0]?.ruled).toBe('git push where repository is origin');
  expect(found).toMatchObject({
    ...{ decisions: 4, differing: 3, unread: 0 },
    ...{ before: { allowed: 0, yes: 2, no: 1, unanswered: 1, refused: 0 }, after: { allow: 3, confirm: 1, deny: 0 } },
  });
});

test.each<[string, Partial<RecordedDecision>]>([
  ['it was no valid call, whatever the policy', { refused: 'invalid', decision: 'deny' }],
  ['a secret in it is not on record', { argv: ['git', 'push', '[REDACTED]'] }],
  ['a secret in it is not on record', { argv: ['git', 'push', 'https://me:[REDACTED:known-secret]@here'] }],
  ['not all of it is on record', { argv: ['git', 'push', 'ma…[CUT]'] }],
  ['not all of it is on record', { argvBytes: 2000 }],
  ['"--new" is no option of "git push"', { argv: ['git', 'push', '--new'] }],
  ['no document that is known now has its command', { argv: ['svn', 'up'] }],
  ['the document writes this call otherwise now', { argv: ['git', 'push', 'origin', '--tags'] }],
])('%s: it is counted, and not decided', (why, change) => {
  const found = replay([{ ...recorded('push', MAIN, 'yes'), ...change }]);
  expect([found.rows.length, found.unread, found.unreadRows[0]?.why]).toStrictEqual([0, 1, why]);
});

test('a path is judged from the directory in which the call would have run', () => {
  const entry = recorded('wipe', { what: '/home/ada/x' }, 'yes');
  const codes = (cwd?: string) =>
    replayDecisions([{ ...entry, ...(cwd && { cwd }) }], [RECORDED], {
      ...{ allowDestructive: true, levels: { writesOutside: 'deny' } },
    }).rows[0]?.now;
  expect([codes(), codes('/home/ada'), codes('/srv')]).toStrictEqual(['deny', 'allow', 'deny']);
});

test.each<[unknown, boolean]>([
  [{ event: 'decision', tool: { name: 'git' }, command: [], argv: ['git'], decision: 'allow', time: 1 }, true],
  [{ event: 'execution', tool: { name: 'git' }, command: [], argv: ['git'], decision: 'allow' }, false],
  [{ event: 'decision', tool: { name: 'git' }, command: [], argv: ['git'], decision: 'maybe' }, false],
  [{ event: 'decision', tool: { name: 'git' }, command: [], argv: [1], decision: 'allow' }, false],
  [{ event: 'decision', tool: null, command: [], argv: ['git'], decision: 'allow' }, false],
  [null, false],
])('%j is a decision: %s', (line, isOne) => {
  expect(asRecordedDecision(line) !== undefined).toBe(isOne);
});
