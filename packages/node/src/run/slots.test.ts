import { expect, test } from 'vitest';
import { createSlots } from './host.ts';

const NEVER = new AbortController().signal;

/** Tasks that end when they are told to, and a log of their starts. */
function createTasks() {
  const started: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const task = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      started.push(name);
      ends.set(name, { resolve, reject });
    });
  return {
    started,
    task,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

test('no more than the places run, and the next is the one that waits longest', async () => {
  const { started, task, end, fail } = createTasks();
  const slots = createSlots(2);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => slots.use(NEVER, task(name)));
  await Promise.resolve();
  expect(started).toStrictEqual(['a', 'b']);
  end('b');
  await b;
  await expect.poll(() => started).toStrictEqual(['a', 'b', 'c']);
  fail('a');
  await expect(a).rejects.toThrow(new Error('a'));
  await expect.poll(() => started).toStrictEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  await Promise.all([c, d]);
  const later = slots.use(NEVER, task('e'));
  await expect.poll(() => started.at(-1)).toBe('e');
  end('e');
  await later;
});

test('who is aborted while waiting never starts, and takes no place', async () => {
  const { started, task, end } = createTasks();
  const slots = createSlots(1);
  const abort = new AbortController();
  const first = slots.use(NEVER, task('first'));
  const waiting = slots.use(abort.signal, task('aborted'));
  const last = slots.use(NEVER, task('last'));
  abort.abort(new RangeError('gone'));
  await expect(waiting).rejects.toThrow(new RangeError('gone'));
  end('first');
  await first;
  await expect.poll(() => started).toStrictEqual(['first', 'last']);
  end('last');
  await last;
});
