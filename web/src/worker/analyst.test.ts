import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnalysisReport, type AnalysisRequest, createAnalyst } from './analyst.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** An analyst over workers that the test controls. */
function prepare() {
  const workers: ReturnType<typeof fakeWorker>[] = [];
  const waits: number[] = [];
  const later = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((action, ms = 0) => {
    waits.push(ms);
    return later(action, ms);
  });
  const start = () => {
    const worker = fakeWorker();
    workers.push(worker);
    return worker;
  };
  const words = { tooSlow: 'too slow', brokenDown: 'broken down' };
  const analyst = createAnalyst(start, (kind) =>
    kind === 'commands' ? { alone: 5000, waitedFor: 1000, ...words } : { alone: 20_000, ...words },
  );
  const open = (kind: 'commands' | 'safety-prompt' = 'commands') => {
    const seen: unknown[] = [];
    const asker = analyst.open(kind, (outcome) =>
      seen.push(outcome.ok ? outcome.question.text : `${outcome.question.text}: ${outcome.message}`),
    );
    return { seen, ask: (text: string) => asker.ask({ text }), close: asker.close };
  };
  return { open, workers, waits, fire: () => vi.runOnlyPendingTimers(), timed: () => vi.getTimerCount() > 0 };
}

function fakeWorker() {
  const posted: AnalysisRequest[] = [];
  return {
    posted,
    ended: false,
    onmessage: null as Worker['onmessage'],
    onerror: null as Worker['onerror'],
    postMessage: (request: AnalysisRequest) => void posted.push(request),
    terminate(): void {
      this.ended = true;
    },
    report(data: AnalysisReport): void {
      Reflect.apply(this.onmessage ?? (() => undefined), undefined, [new MessageEvent('message', { data })]);
    },
    fail(): void {
      Reflect.apply(this.onerror ?? (() => undefined), undefined, [new Event('error')]);
    },
  };
}

const done = (id: number): AnalysisReport => ({ state: 'done', id, answer: { ok: false, message: '' } });
const textsOf = (worker: ReturnType<typeof fakeWorker> | undefined): unknown[] =>
  worker?.posted.map(({ question }) => 'text' in question && question.text) ?? [];

test('one question at a time for each asker; of those that wait only the newest is asked', () => {
  const { open, workers } = prepare();
  const [first, second] = [open(), open()];
  for (const text of ['a', 'b', 'c']) first.ask(text);
  second.ask('x');
  expect(textsOf(workers[0])).toStrictEqual(['a', 'x']);
  workers[0]?.report(done(1));
  expect(textsOf(workers[0])).toStrictEqual(['a', 'x', 'c']);
  workers[0]?.report(done(3));
  workers[0]?.report(done(2));
  expect([first.seen, second.seen]).toStrictEqual([['a', 'c'], ['x']]);
});

test('a failure is its asker’s alone', () => {
  const { open, workers } = prepare();
  const asker = open();
  asker.ask('a');
  workers[0]?.report({ state: 'failed', id: 1, message: 'no' });
  expect(asker.seen).toStrictEqual(['a: no']);
  expect(workers[0]?.ended).toBe(false);
});

test('what takes too long is stopped, and the others ask a new worker again', () => {
  const { open, workers, fire, timed } = prepare();
  const [slow, other] = [open(), open()];
  slow.ask('slow');
  other.ask('quick');
  expect(timed()).toBe(false);
  workers[0]?.report({ state: 'begun', id: 1 });
  fire();
  expect(workers[0]?.ended).toBe(true);
  expect(slow.seen).toStrictEqual(['slow: too slow']);
  expect(textsOf(workers[1])).toStrictEqual(['quick']);
  workers[1]?.report(done(3));
  expect(other.seen).toStrictEqual(['quick']);
});

test('a worker that dies is told to all who wait, and the next question starts another', () => {
  const { open, workers } = prepare();
  const asker = open();
  asker.ask('a');
  workers[0]?.fail();
  expect(asker.seen).toStrictEqual(['a: broken down']);
  asker.ask('b');
  expect(textsOf(workers[1])).toStrictEqual(['b']);
});

test('a closed asker hears nothing more', () => {
  const { open, workers } = prepare();
  const asker = open();
  asker.ask('a');
  asker.close();
  workers[0]?.report(done(1));
  expect(asker.seen).toStrictEqual([]);
});

test('a question that a newer one waits for has less time', () => {
  const { open, workers, waits, fire } = prepare();
  const asker = open();
  asker.ask('slow');
  // The worker is still starting, which does not count for the question.
  asker.ask('newer');
  expect(waits).toStrictEqual([]);
  workers[0]?.report({ state: 'begun', id: 1 });
  asker.ask('newest');
  expect(waits).toStrictEqual([1000]);
  fire();
  expect([asker.seen, textsOf(workers[1])]).toStrictEqual([['slow: too slow'], ['newest']]);
  workers[1]?.report({ state: 'begun', id: 2 });
  asker.ask('last');
  asker.ask('very last');
  expect(waits).toStrictEqual([1000, 5000, 1000]);
});

test('a long question of another asker is stopped for one that a person waits for, and asked again after it', () => {
  const { open, workers, waits, fire } = prepare();
  const [long, quick] = [open('safety-prompt'), open()];
  long.ask('long');
  workers[0]?.report({ state: 'begun', id: 1 });
  quick.ask('quick');
  quick.ask('newer');
  expect(waits).toStrictEqual([20_000, 1000]);
  fire();
  expect(workers[0]?.ended).toBe(true);
  expect(textsOf(workers[1])).toStrictEqual(['long', 'newer']);
  workers[1]?.report(done(4));
  workers[1]?.report(done(3));
  expect([long.seen, quick.seen]).toStrictEqual([['long'], ['newer']]);
});

test('a question that waits for nobody may take its time', () => {
  const { open, workers, waits } = prepare();
  const [long, other] = [open('safety-prompt'), open('safety-prompt')];
  long.ask('long');
  workers[0]?.report({ state: 'begun', id: 1 });
  other.ask('other');
  expect(waits).toStrictEqual([20_000]);
});
