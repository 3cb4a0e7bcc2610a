import { expect, test } from 'vitest';
import { answerSafetyGaps, answerSafetyPrompt } from './answer-safety-gaps.ts';

const EVERYTHING = {
  destructive: false,
  reversible: true,
  idempotent: true,
  network: false,
  filesystem: { write: false, delete: false },
  cost: { billable: false },
  interactive: { stdin: 'none', prompts: false, tty: false },
};

function gapsIn(commands: object): unknown {
  const tool = { atip: { version: '0.4' }, name: 't', version: '1', description: 'T', commands };
  return answerSafetyGaps({ text: JSON.stringify(tool) });
}

test('a command that states everything leaves nothing open', () => {
  expect(gapsIn({ full: { description: 'F', effects: EVERYTHING } })).toMatchObject({
    ...{ ok: true, commands: 1, complete: 1, open: 0, total: 8, gaps: [] },
  });
});

test('what reads like deletion comes first, then what leaves the gravest open', () => {
  const { cost: _cost, ...noCost } = EVERYTHING;
  const { interactive: _asks, destructive: _destroys, ...noDestroys } = EVERYTHING;
  const answer = gapsIn({
    buy: { description: 'B', effects: noCost },
    full: { description: 'F', effects: EVERYTHING },
    show: { description: 'S' },
    delete: { description: 'D', effects: noDestroys },
  });
  expect(answer).toMatchObject({ commands: 4, complete: 1, open: 11, total: 32 });
  expect(answer).toHaveProperty('gaps', [
    expect.objectContaining({ name: 't_delete', missing: [0, 7], readsDestructive: true }),
    expect.objectContaining({ name: 't_show', missing: [0, 1, 2, 3, 4, 5, 6, 7], readsDestructive: false }),
    expect.objectContaining({ name: 't_buy', missing: [2], readsDestructive: false }),
  ]);
});

test('what is assumed of silence is asked of core: policy, MCP and sandbox', () => {
  const answer = gapsIn({ show: { description: 'S' }, local: { description: 'L', effects: { network: false } } });
  expect(answer).toHaveProperty('facts', [
    {
      field: 'destructive',
      question: 'Does it destroy data for good?',
      missing: 2,
      assumed: 2,
      hint: { name: 'destructiveHint', value: true, commands: 2 },
    },
    { field: 'reversible', question: 'Can it be undone?', missing: 2, assumed: 2 },
    // Without the network nothing sends a bill.
    { field: 'cost.billable', question: 'Can it cost money?', missing: 2, assumed: 1 },
    { field: 'filesystem.delete', question: 'Does it delete files?', missing: 2, assumed: 2 },
    {
      field: 'filesystem.write',
      question: 'Does it write files?',
      missing: 2,
      assumed: 2,
      hint: { name: 'readOnlyHint', value: false, commands: 2 },
      refused: 2,
    },
    {
      field: 'network',
      question: 'Does it use the network?',
      missing: 1,
      assumed: 1,
      hint: { name: 'openWorldHint', value: true, commands: 1 },
      refused: 1,
    },
    {
      field: 'idempotent',
      question: 'Is running it twice the same as once?',
      missing: 2,
      hint: { name: 'idempotentHint', value: false, commands: 2 },
    },
    { field: 'interactive', question: 'Does it wait for a person?', missing: 2, assumed: 0 },
  ]);
});

const TEXT = JSON.stringify({
  atip: { version: '0.4' },
  name: 't',
  version: '1',
  description: 'T',
  commands: {
    drop: { description: 'Drops', effects: { destructive: true } },
    send: { description: 'Sends', effects: { destructive: false, network: true } },
    hush: { description: 'Says nothing' },
  },
});

test('the prompt of all commands', async () => {
  const answer = await answerSafetyPrompt({ text: TEXT });
  expect(answer).toMatchObject({ ok: true, commands: 3 });
  expect(answer).toHaveProperty('text', expect.stringMatching(/^## Tool Safety Summary\n/));
  expect(answer).toHaveProperty('isEstimate');
});

test('what the filter leaves out is not in it', async () => {
  const answer = await answerSafetyPrompt({ text: TEXT, filter: { commands: ['send'] } });
  expect(answer).toMatchObject({ ok: true, commands: 1 });
  expect(answer).toHaveProperty('text', expect.not.stringContaining('t_drop'));
});
