import { expect, test } from 'vitest';
import { type AnalysisReport, type AnalysisRequest, createAnalyst } from './analyst.ts';

interface FakeWorker {
  readonly posted: AnalysisRequest[];
  ended: boolean;
  readonly report: (report: AnalysisReport) => void;
  readonly fail: () => void;
}

/** An analyst over workers that do only what the test says, and timers that fire when the test says. */
function prepare() {
  const workers: FakeWorker[] = [];
  const waits: number[] = [];
  let timer: (() => void) | undefined;
  const analyst = createAnalyst(
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
      later: (ms, action) => {
        waits.push(ms);
        timer = action;
        return () => {
          timer = undefined;
        };
      },
    },
    { alone: 5000, waitedFor: 1000, tooSlow: 'too slow', brokenDown: 'broken down' },
  );
  const open = () => {
    const seen: unknown[] = [];
    const asker = analyst.open('commands', (outcome) =>
      seen.push(outcome.ok ? outcome.question.text : `${outcome.question.text}: ${outcome.message}`),
    );
    return { seen, ask: (text: string) => asker.ask({ text }), close: asker.close };
  };
  return { open, workers, waits, fire: () => timer?.(), timed: () => timer !== undefined };
}

const done = (id: number): AnalysisReport => ({
  state: 'done',
  id,
  kind: 'commands',
  answer: { ok: false, message: '' },
});
const textsOf = (worker: FakeWorker | undefined): unknown[] =>
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
  workers[0]?.report({ state: 'failed', id: 1, kind: 'commands', message: 'no' });
  expect(asker.seen).toStrictEqual(['a: no']);
  expect(workers[0]?.ended).toBe(false);
});

test('what takes too long is stopped, and the others ask a new worker again', () => {
  const { open, workers, fire, timed } = prepare();
  const [slow, other] = [open(), open()];
  slow.ask('slow');
  other.ask('quick');
  expect(timed()).toBe(false);
  workers[0]?.report({ state: 'begun', id: 1, kind: 'commands' });
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
  // The worker is still starting: that is no time of the question.
  asker.ask('newer');
  expect(waits).toStrictEqual([]);
  workers[0]?.report({ state: 'begun', id: 1, kind: 'commands' });
  asker.ask('newest');
  expect(waits).toStrictEqual([1000]);
  fire();
  expect([asker.seen, textsOf(workers[1])]).toStrictEqual([['slow: too slow'], ['newest']]);
  workers[1]?.report({ state: 'begun', id: 2, kind: 'commands' });
  asker.ask('last');
  asker.ask('very last');
  expect(waits).toStrictEqual([1000, 5000, 1000]);
});
