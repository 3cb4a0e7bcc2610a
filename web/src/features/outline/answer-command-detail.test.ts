import { describe, expect, test } from 'vitest';
import { answerCommandDetail, answerCommandSizes } from './answer-command-detail.ts';
import { MIXED } from './testing/documents.ts';

describe('a command', () => {
  const detail = answerCommandDetail({ text: MIXED, pointer: '/commands/repo/commands/delete' });

  test('has what all its levels say', () => {
    expect(detail).toMatchObject({
      name: 'demo_repo_delete',
      effects: { network: true, destructive: true, reversible: false },
    });
  });

  test('has arguments, options and those of the tool', () => {
    expect(detail?.parameters).toStrictEqual([
      {
        ...{ key: 'name', spelling: '<name>', type: 'string', required: true, description: 'Which one' },
        ...{ deprecated: false, global: false, effects: [] },
      },
      {
        ...{ key: 'yes', spelling: '-y, --yes', type: 'boolean', required: false, description: 'Do not ask' },
        ...{ deprecated: false, global: false, effects: [] },
      },
      {
        ...{ key: 'verbose', spelling: '--verbose', type: 'boolean', required: false, description: 'Say more' },
        ...{ deprecated: false, global: true, effects: [] },
      },
    ]);
  });
});

test('a parameter says what it adds, and nothing of what the command does anyway', () => {
  const [force] = answerCommandDetail({ text: MIXED, pointer: '/commands/branch' })?.parameters ?? [];
  expect(force).toMatchObject({ type: 'one of no, yes', standard: '"no"' });
  expect(force?.effects.map(({ kind, marks }) => [kind, marks.map(({ risk }) => risk)])).toStrictEqual([
    ['added', ['destroys']],
  ]);
});

test.each(['/commands/none', '/commands/repo'])('no command is at %s', (pointer) => {
  expect(answerCommandDetail({ text: MIXED, pointer })).toBe(undefined);
});

test('sizes are those of what is offered, of all commands or of one', async () => {
  const question = {
    text: MIXED,
    provider: 'openai',
    settings: {},
    filter: { commands: ['repo delete', 'branch'] },
  } as const;
  const all = await answerCommandSizes(question);
  expect(all.map(([pointer]) => pointer)).toStrictEqual(['/commands/repo/commands/delete', '/commands/branch']);
  expect(Math.min(...all.map(([, tokens]) => tokens))).toBeGreaterThan(10);
  expect(await answerCommandSizes({ ...question, pointer: '/commands/branch' })).toStrictEqual([all[1]]);
});
