import { expect, test } from 'vitest';
import { createInTurn } from './in-turn.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what is begun for one key waits for what was begun before, and no other key does', async () => {
  const inTurn = createInTurn();
  const happened: string[] = [];
  const work = (key: string, name: string, turns: number) =>
    inTurn(key, async () => {
      happened.push(`${name} begins`);
      for (let at = 0; at < turns; at += 1) await turn();
      happened.push(`${name} ends`);
      return name;
    });
  const results = await Promise.all([work('a', 'one', 3), work('a', 'two', 1), work('b', 'other', 1)]);
  expect(results).toStrictEqual(['one', 'two', 'other']);
  expect(happened).toStrictEqual(['one begins', 'other begins', 'other ends', 'one ends', 'two begins', 'two ends']);
});

test('work that fails says so to whoever asked for it, and holds nobody up', async () => {
  const inTurn = createInTurn();
  const failed = inTurn('a', async () => Promise.reject(new Error('no')));
  const next = inTurn('a', async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await inTurn('a', async () => 'last')).toBe('last');
});
