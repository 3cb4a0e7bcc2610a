import { expect, test } from 'vitest';
import { answerSafetyPrompt } from './output-answers.ts';

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

test('the prompt of all commands', () => {
  const answer = answerSafetyPrompt({ text: TEXT });
  expect(answer).toMatchObject({ ok: true });
  expect(answer).toHaveProperty('text', expect.stringMatching(/^## Tool Safety Summary\n/));
});

test('what the filter leaves out is not in it', () => {
  const answer = answerSafetyPrompt({ text: TEXT, filter: { commands: ['send'] } });
  expect(answer).toMatchObject({ ok: true });
  expect(answer).toHaveProperty('text', expect.not.stringContaining('t_drop'));
});
