import { expect, test } from 'vitest';
import { deadlineOf, EMPTY_QUEUE, finish, next, submit } from './compile-queue.ts';

const source = (text: string): { text: string; provider: 'openai'; strict: false } => ({
  text,
  provider: 'openai',
  strict: false,
});

test('an idle worker gets the request at once', () => {
  const request = { id: 1, ...source('a') };
  expect(submit(EMPTY_QUEUE, source('a'))).toStrictEqual({ queue: { lastId: 1, running: request }, post: request });
});

test('of all that arrives meanwhile only the latest is done', () => {
  const first = submit(EMPTY_QUEUE, source('a')).queue;
  const second = submit(first, source('ab'));
  const third = submit(second.queue, source('abc'));
  expect([second.post, third.post]).toStrictEqual([undefined, undefined]);
  const following = finish(third.queue, 1);
  expect(following).toStrictEqual({
    queue: { lastId: 3, running: { id: 3, ...source('abc') } },
    post: { id: 3, ...source('abc') },
  });
  expect(finish(following.queue, 3)).toStrictEqual({ queue: { lastId: 3 } });
});

test('an answer nobody waits for changes nothing', () => {
  const { queue } = submit(EMPTY_QUEUE, source('a'));
  expect(finish(queue, 7)).toStrictEqual({ queue });
});

test('a document has five seconds, one when a newer one waits, and then the newer one has its turn', () => {
  const first = submit(EMPTY_QUEUE, source('a')).queue;
  const second = submit(first, source('ab')).queue;
  expect([EMPTY_QUEUE, first, second].map(deadlineOf)).toStrictEqual([undefined, 5000, 1000]);
  const request = { id: 2, ...source('ab') };
  expect(next(second)).toStrictEqual({ queue: { lastId: 2, running: request }, post: request });
  expect(next(first)).toStrictEqual({ queue: { lastId: 1 } });
});
