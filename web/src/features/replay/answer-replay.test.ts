import { expect, test } from 'vitest';
import { answerReplay, MAX_DECISIONS } from './answer-replay.ts';

const TOOL = JSON.stringify({
  atip: { version: '0.4' },
  name: 'demo',
  version: '1.0.0',
  description: 'D',
  trust: { source: 'vendor' },
  commands: { drop: { description: 'D', effects: { destructive: true } } },
});

const line = (tool: string, command = 'drop'): string =>
  JSON.stringify({
    event: 'decision',
    tool: { name: tool },
    command: [command],
    argv: [tool, command],
    decision: 'allow',
  });

const replay = (lines: readonly string[], policy = {}) =>
  answerReplay({ text: lines.join('\n'), documents: ['{ broken', TOOL], policy });

test('lines that are no decisions are counted, those that cannot be read are named, and so are unknown programs', async () => {
  const found = await replay([line('demo'), '', '{"event":"execution"}', 'oops', '7', line('acme')]);
  expect(found).toMatchObject({
    ...{ lines: 5, others: 1, badLines: 2, decisions: 2, unread: 1, missing: ['acme'] },
    bad: [{ line: 4 }, { line: 5, why: 'It is not a JSON object.' }],
    table: [{ was: 'allowed', allow: 0, confirm: 1, deny: 0 }],
    rows: [{ now: 'confirm', nowBy: 'allowDestructive', differs: true }],
  });
});

test('the policy of the page decides', async () => {
  const rules = [{ run: 'demo drop', decision: 'deny' }];
  expect((await replay([line('demo')], { rules })).rows).toMatchObject([{ now: 'deny', nowBy: 'rules/0' }]);
});

test('of a longer record the last decisions are replayed', async () => {
  const found = await replay([line('acme'), ...Array.from({ length: MAX_DECISIONS }, () => line('demo'))]);
  expect([found.decisions, found.leftOut, found.missing]).toStrictEqual([MAX_DECISIONS, 1, []]);
});

test('of a document on the page and one at hand the one that reads more of the record decides', async () => {
  const git = { ...JSON.parse(TOOL), name: 'git', commands: { drop: { description: 'D' } } };
  const status = [line('git', 'status'), line('git', 'status')];
  const found = await answerReplay({ text: status.join('\n'), documents: [JSON.stringify(git)] });
  expect(found.rows).toMatchObject([{ argv: ['git', 'status'], now: 'allow', count: 2 }]);
});
