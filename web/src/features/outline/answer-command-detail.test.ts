import { describe, expect, test } from 'vitest';
import { answerCommandDetail, answerCommandSizes } from './answer-command-detail.ts';
import { MIXED } from './testing/documents.ts';

describe('a command', () => {
  const detail = answerCommandDetail({ text: MIXED, pointer: '/commands/repo/commands/delete' });

  test('has what all its levels say', () => {
    expect(detail).toMatchObject({
      name: 'demo_repo_delete',
      description: 'Deletes a repository',
      effects: { network: true, destructive: true, reversible: false },
    });
  });

  test('has arguments, options and those of the tool', () => {
    expect(detail?.parameters).toStrictEqual([
      {
        ...{ key: 'name', spelling: '<name>', type: 'string', required: true, description: 'Which one' },
        ...{ deprecated: false, global: false },
      },
      {
        ...{ key: 'yes', spelling: '-y, --yes', type: 'boolean', required: false, description: 'Do not ask' },
        ...{ deprecated: false, global: false },
      },
      {
        ...{ key: 'verbose', spelling: '--verbose', type: 'boolean', required: false, description: 'Say more' },
        ...{ deprecated: false, global: true },
      },
    ]);
  });
});

test('a parameter says what it adds, and nothing of what the command does anyway', () => {
  const [force] = answerCommandDetail({ text: MIXED, pointer: '/commands/branch' })?.parameters ?? [];
  expect(force).toMatchObject({ type: 'one of no, yes', standard: '"no"', effects: { destructive: true } });
});

test('a group has no name that models call', () => {
  const detail = answerCommandDetail({ text: MIXED, pointer: '/commands/repo' });
  expect(detail?.effects).toStrictEqual({ network: true });
  expect(detail?.name).toBe(undefined);
  expect(detail?.parameters).toStrictEqual([]);
});

test.each(['/commands/none', '/commands/repo/commands/none'])('nothing is at %s', (pointer) => {
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
