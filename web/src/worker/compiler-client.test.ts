import { expect, test } from 'vitest';
import { createCompilerClient } from './compiler-client.ts';
import type { CompileReport, CompileRequest } from '../document/compilation.ts';

const source = (text: string) => ({ text, provider: 'openai', strict: false }) as const;

interface FakeWorker {
  readonly posted: CompileRequest[];
  ended: boolean;
  readonly report: (report: CompileReport) => void;
  readonly fail: () => void;
}

/** A client over workers that do only what the test says, at times that the test says. */
function prepare() {
  const seen = { responses: [] as number[], remarks: [] as string[], breakdowns: 0, tooSlow: 0 };
  const workers: FakeWorker[] = [];
  const timers = new Map<() => void, number>();
  let time = 0;
  const client = createCompilerClient(
    {
      onResponse: ({ id }) => seen.responses.push(id),
      onRemarks: (remarks, { text }) => seen.remarks.push(`${remarks.length} on ${text}`),
      onBreakdown: () => (seen.breakdowns += 1),
      onTooSlow: () => (seen.tooSlow += 1),
    },
    {
      startWorker: ({ onReport, onError }) => {
        const worker: FakeWorker = { posted: [], ended: false, report: onReport, fail: onError };
        workers.push(worker);
        return {
          postMessage: (request) => worker.posted.push(request),
          terminate: () => {
            worker.ended = true;
          },
        };
      },
      now: () => time,
      later: (ms, action) => {
        const timer = (): void => action();
        timers.set(timer, time + ms);
        return () => timers.delete(timer);
      },
    },
  );
  const pass = (ms: number): void => {
    time += ms;
    for (const [timer, at] of [...timers]) {
      if (at > time || !timers.delete(timer)) continue;
      timer();
    }
  };
  const texts = (): string[][] => workers.map(({ posted }) => posted.map(({ text }) => text));
  const done = (id: number): CompileReport => ({ kind: 'done', response: { id, issues: [], parses: true } });
  return { client, seen, workers, pass, texts, done, timers };
}

test('a document that compiles for more than five seconds is given up, and the next one gets a new worker', () => {
  const { client, seen, workers, pass, texts, done } = prepare();
  client.submit(source('slow'));
  workers[0]?.report({ kind: 'begun', id: 1 });
  pass(4999);
  expect([seen.tooSlow, client.isBusy(), workers[0]?.ended]).toStrictEqual([0, true, false]);
  pass(1);
  expect([seen.tooSlow, client.isBusy(), workers[0]?.ended]).toStrictEqual([1, false, true]);
  client.submit(source('quick'));
  workers[1]?.report({ kind: 'begun', id: 2 });
  workers[1]?.report(done(2));
  expect(texts()).toStrictEqual([['slow'], ['quick']]);
  expect([seen.responses, client.isBusy()]).toStrictEqual([[2], false]);
});

test.each([
  ['waits from the start', 0, 1000],
  ['comes after four seconds', 4000, 0],
])('a newer document that %s takes over at once after the first second', (_name, before, after) => {
  const { client, seen, workers, pass, texts } = prepare();
  client.submit(source('slow'));
  workers[0]?.report({ kind: 'begun', id: 1 });
  pass(before);
  client.submit(source('newer'));
  if (after > 0) {
    pass(after - 1);
    expect(seen.tooSlow).toBe(0);
    pass(1);
  } else pass(0);
  expect([seen.tooSlow, workers[0]?.ended, client.isBusy()]).toStrictEqual([1, true, true]);
  expect(texts()).toStrictEqual([['slow'], ['newer']]);
});

test('the worker’s own start is no time of the document, and neither is a finished one', () => {
  const { client, seen, workers, pass, done, timers } = prepare();
  client.submit(source('a'));
  client.submit(source('b'));
  pass(60_000);
  expect([seen.tooSlow, workers.length]).toStrictEqual([0, 1]);
  workers[0]?.report({ kind: 'begun', id: 1 });
  workers[0]?.report(done(1));
  pass(60_000);
  workers[0]?.report({ kind: 'begun', id: 2 });
  workers[0]?.report(done(2));
  pass(60_000);
  expect([seen.tooSlow, seen.responses, timers.size]).toStrictEqual([0, [1, 2], 0]);
});

test('a worker that breaks down is told, and stopping leaves no timer', () => {
  const { client, seen, workers, timers } = prepare();
  client.submit(source('a'));
  workers[0]?.report({ kind: 'begun', id: 1 });
  workers[0]?.fail();
  expect([seen.breakdowns, workers[0]?.ended, timers.size]).toStrictEqual([1, true, 0]);
  client.submit(source('b'));
  workers[1]?.report({ kind: 'begun', id: 2 });
  client.stop();
  expect([workers[1]?.ended, timers.size, client.isBusy()]).toStrictEqual([true, 0, false]);
});

test('of all that arrives meanwhile only the latest is compiled, and an answer nobody waits for changes nothing', () => {
  const { client, seen, workers, texts, done } = prepare();
  for (const text of ['a', 'ab', 'abc']) client.submit(source(text));
  workers[0]?.report(done(7));
  expect(texts()).toStrictEqual([['a']]);
  workers[0]?.report(done(1));
  workers[0]?.report(done(3));
  expect([texts(), seen.responses, client.isBusy()]).toStrictEqual([[['a', 'abc']], [1, 3], false]);
});

test('remarks are those of the document that was answered last', () => {
  const { client, seen, workers, done } = prepare();
  client.submit(source('a'));
  workers[0]?.report(done(1));
  workers[0]?.report({ kind: 'remarking', id: 1 });
  workers[0]?.report({ kind: 'remarked', id: 1, remarks: [] });
  client.submit(source('b'));
  workers[0]?.report({ kind: 'remarked', id: 1, remarks: [] });
  workers[0]?.report(done(2));
  workers[0]?.report({ kind: 'remarked', id: 1, remarks: [] });
  expect([seen.responses, seen.remarks]).toStrictEqual([
    [1, 2],
    ['0 on a', '0 on a'],
  ]);
});

test('remarks that take more than five seconds are left, and the document behind them gets a new worker', () => {
  const { client, seen, workers, pass, texts, done } = prepare();
  client.submit(source('a'));
  workers[0]?.report(done(1));
  workers[0]?.report({ kind: 'remarking', id: 1 });
  pass(4000);
  client.submit(source('b'));
  pass(999);
  expect(workers[0]?.ended).toBe(false);
  pass(1);
  expect(workers[0]?.ended).toBe(true);
  workers[1]?.report(done(2));
  expect([texts(), seen.responses, seen.tooSlow]).toStrictEqual([[['a', 'b'], ['b']], [1, 2], 0]);
});
